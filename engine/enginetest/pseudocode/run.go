// Package pseudocode runs the sync algorithm of the text on Content Sync
// Extensions as plainly as the text writes it, to check the engine against. It
// stands apart from the engine: it imports nothing of this module, reads RSS and
// resolves addresses in its own few lines, keeps everything in memory, and takes
// no care of speed, of limits or of documents that are not well-formed.
//
// Where the text leaves something open, it does what docs/content.md says, too.
package pseudocode

import (
	"maps"
	"slices"
)

// Cache is what a consumer holds of one tree of feeds from run to run.
type Cache struct {
	Root  string
	Feeds map[string][]byte // by address, as they were when they were last newer
	Files map[string][]byte // by address
	Queue []Link            // what could not be had, and is tried again
}

// New is an empty cache under the address of a root feed.
func New(root string) *Cache {
	return &Cache{Root: root, Feeds: map[string][]byte{}, Files: map[string][]byte{}}
}

// Get gives the bytes at an address, and false where they cannot be had.
type Get func(address string) ([]byte, bool)

// run is one pass of the algorithm: what it asked for, in order, and what it
// could not get.
type run struct {
	*Cache
	get     Get
	fetched []string
	done    map[Link]bool
	failed  []Link
}

// Run is one run of the algorithm, with the clean-up after it. It gives the
// addresses that it asked for, in order, each once for a feed and once for a file.
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

// download is the body of the loop. What was downloaded in this run is the same
// when it is downloaded again, so that nothing would come of it.
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

// process is the part of the loop that is for feeds.
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
	// A feed that is not newer does not replace the cached one: what changed in
	// it would never be fetched once its date is put right.
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

// OnDemand are the addresses that a cached feed links to on demand, sorted.
func (c *Cache) OnDemand() []string {
	found := map[string]bool{}
	c.eachLink(func(l link) {
		if l.onDemand {
			found[l.Address] = true
		}
	})
	return slices.Sorted(maps.Keys(found))
}

// Want adds what lies at an address to the download queue because a person asks for it,
// on demand or not: as a file, as a nested feed, or as both.
func (c *Cache) Want(address string) {
	c.eachLink(func(l link) {
		if l.Address == address && !slices.Contains(c.Queue, l.Link) {
			c.Queue = append(c.Queue, l.Link)
		}
	})
}

// eachLink gives the links of all items of cached feeds that count.
func (c *Cache) eachLink(each func(link)) {
	for address, document := range c.Feeds {
		for _, i := range read(address, document).items {
			for _, l := range i.links {
				each(l)
			}
		}
	}
}

// cleanUp removes what no item refers to any more: "files reference[d] by multiple
// <item>'s are not deleted until the last reference is no longer in the feed".
// What counts are the items of the feeds that the root leads to.
func (c *Cache) cleanUp() {
	referred := c.reachable()
	c.Queue = slices.DeleteFunc(c.Queue, func(l Link) bool { return !referred[l] })
	// While a feed could not be had, what it refers to now is not known.
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

// reachable are the root and all links of the cached feeds that it leads to.
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
