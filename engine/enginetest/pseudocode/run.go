// Package pseudocode runs the sync algorithm of the Content Sync Extensions specification as
// literally as possible, as a reference for tests of the engine. It is independent of the
// engine: it imports nothing from this module, parses RSS and resolves addresses with its own
// few lines, holds everything in memory, and ignores speed, limits and documents that are not
// well-formed.
//
// Where the specification leaves something open, it follows docs/protocol.md.
package pseudocode

import (
	"maps"
	"slices"
)

// Cache is what a consumer stores of one tree of feeds between runs.
type Cache struct {
	Root  string
	Feeds map[string][]byte // by address, as of the last version that was newer
	Files map[string][]byte // by address
	Queue []Link            // failed downloads, to be retried
}

// New returns an empty cache for the root feed at an address.
func New(root string) *Cache {
	return &Cache{Root: root, Feeds: map[string][]byte{}, Files: map[string][]byte{}}
}

// Get returns the bytes at an address, or false if they are not available.
type Get func(address string) ([]byte, bool)

// run is one run of the algorithm: the addresses that it requested, in order, and the links
// that failed.
type run struct {
	*Cache
	get     Get
	fetched []string
	done    map[Link]bool
	failed  []Link
}

// Run runs the algorithm once, including the clean-up. It returns the addresses that it
// requested, in order, each at most once as a feed and once as a file.
func (c *Cache) Run(get Get) []string {
	r := &run{Cache: c, get: get, done: map[Link]bool{}}
	// "Add the root level <csx:link> to the download queue". "The root level
	// <csx:link> has the attributes onDemand==false and nestedFeed==true".
	r.Queue = append([]Link{{Address: c.Root, Nested: true}}, r.Queue...)
	// "While the download queue isn't empty"
	for len(r.Queue) > 0 {
		next := r.Queue[0]
		r.Queue = r.Queue[1:]
		r.download(next)
	}
	r.Queue = r.failed
	c.cleanUp()
	return r.fetched
}

// download is the body of the loop. A link that was already downloaded in this run is skipped:
// the result would be the same.
func (r *run) download(link Link) {
	if r.done[link] {
		return
	}
	r.done[link] = true
	// "Download the next <csx:link> in the download queue"
	r.fetched = append(r.fetched, link.Address)
	document, ok := r.get(link.Address)
	if !ok {
		r.failed = append(r.failed, link) // "a robust implementation must take care"
		return
	}
	// "If <csx:link> is nestedFeed"
	if link.Nested {
		r.process(link.Address, document)
		return
	}
	// "Save file represented by <csx:link> to cache"
	r.Files[link.Address] = document
}

// process is the part of the loop that handles feeds.
func (r *run) process(address string, document []byte) {
	feed := read(address, document)
	cached, exists := r.Feeds[address]
	switch {
	// "If the feed does not exist in the cache"
	case !exists:
		// "For each <item> element in feed"
		for _, item := range feed.items {
			r.add(item)
		}
	// "Else if feed is newer than cached feed"
	case newerFeed(feed, read(address, cached)):
		old := read(address, cached)
		// "For each <item> element in feed"
		for _, item := range feed.items {
			// "If cached <item> is older OR <item> does not exist in cached feed"
			before, exists := old.item(item.id)
			if !exists || newerItem(item, before) {
				r.add(item)
			}
		}
	// A feed that is not newer does not replace the cached one: otherwise its changes would
	// never be fetched once its date is corrected.
	default:
		return
	}
	// "Save file represented by <csx:link> to cache"
	r.Feeds[address] = document
}

// add is "Add all descendent <csx:link>'s with onDemand==false to the download
// queue".
func (r *run) add(i item) {
	for _, link := range i.links {
		if !link.onDemand {
			r.Queue = append(r.Queue, link.Link)
		}
	}
}

// OnDemand returns the addresses that cached feeds link to on demand, sorted.
func (c *Cache) OnDemand() []string {
	found := map[string]bool{}
	c.eachLink(func(l link) {
		if l.onDemand {
			found[l.Address] = true
		}
	})
	return slices.Sorted(maps.Keys(found))
}

// Want adds what an address refers to to the download queue because a person asks for it,
// whether on demand or not: as a file, as a nested feed, or as both.
func (c *Cache) Want(address string) {
	c.eachLink(func(l link) {
		if l.Address == address && !slices.Contains(c.Queue, l.Link) {
			c.Queue = append(c.Queue, l.Link)
		}
	})
}

// eachLink calls each for the effective links of all items of cached feeds.
func (c *Cache) eachLink(each func(link)) {
	for address, document := range c.Feeds {
		for _, i := range read(address, document).items {
			for _, l := range i.links {
				each(l)
			}
		}
	}
}

// cleanUp removes what no item refers to anymore: "files reference[d] by multiple <item>'s are
// not deleted until the last reference is no longer in the feed". Only items of feeds
// reachable from the root count.
func (c *Cache) cleanUp() {
	referred := c.reachable()
	c.Queue = slices.DeleteFunc(c.Queue, func(l Link) bool { return !referred[l] })
	// As long as a feed could not be downloaded, its current references are unknown.
	for _, l := range c.Queue {
		if l.Nested {
			return
		}
	}
	for address := range c.Feeds {
		if !referred[Link{address, true}] {
			delete(c.Feeds, address)
		}
	}
	for address := range c.Files {
		if !referred[Link{address, false}] {
			delete(c.Files, address)
		}
	}
}

// reachable returns the root and all links of the cached feeds reachable from it.
func (c *Cache) reachable() map[Link]bool {
	root := Link{c.Root, true}
	found := map[Link]bool{root: true}
	for todo := []Link{root}; len(todo) > 0; todo = todo[1:] {
		document, here := c.Feeds[todo[0].Address]
		if !todo[0].Nested || !here {
			continue
		}
		for _, i := range read(todo[0].Address, document).items {
			for _, l := range i.links {
				if !found[l.Link] {
					found[l.Link] = true
					todo = append(todo, l.Link)
				}
			}
		}
	}
	return found
}
