package pseudocode

import (
	"maps"
	"slices"
)

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
