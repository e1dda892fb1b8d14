package pseudocode

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
