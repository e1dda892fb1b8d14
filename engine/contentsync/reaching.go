package contentsync

import "crossfeed/engine/store"

// reach gives the cached feeds that nested links lead to from a feed, itself first, along
// those links that along takes.
func reach(s store.Reader, library int64, from string, along func(store.ContentLink) bool) (feeds []store.ContentFeed, err error) {
	found := map[string]bool{from: true}
	for next := []string{from}; len(next) > 0; next = next[1:] {
		feed, there, err := s.ContentFeed(library, next[0])
		if err != nil {
			return nil, err
		}
		if !there {
			continue
		}
		feeds = append(feeds, feed)
		err = eachLink(s, library, feed.Address, func(l store.ContentLink) error {
			if l.Nested && !found[l.Address] && along(l) {
				found[l.Address] = true
				next = append(next, l.Address)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return feeds, nil
}

// eachLink gives the links of all items of a cached feed.
func eachLink(s store.Reader, library int64, feed string, each func(store.ContentLink) error) error {
	return s.ContentItems(library, feed, func(i store.ContentItem) error {
		for _, l := range i.Links {
			if err := each(l); err != nil {
				return err
			}
		}
		return nil
	})
}

// mostReferrers is how many items that link to an address are looked at first: nearly
// always there are fewer.
const mostReferrers = 100

// referrers are all items that link to an address.
func referrers(s store.Reader, library int64, address string) ([]store.ContentReferrer, error) {
	for most := mostReferrers; ; most *= 10 {
		by, err := s.ContentReferrers(library, address, most)
		if err != nil || len(by) < most {
			return by, err
		}
	}
}
