package pseudocode

import "slices"

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
