package memory

import (
	"maps"
	"slices"

	"crossfeed/engine/store"
)

// ContentItems implements store.Reader.
func (r *reader) ContentItems(library int64, feed string, each func(store.ContentItem) error) error {
	if err := r.call(); err != nil {
		return err
	}
	for _, i := range r.state.of(library).feeds[feed].items {
		if err := each(apartItem(i)); err != nil {
			return err
		}
	}
	return nil
}

// ContentItem implements store.Reader.
func (r *reader) ContentItem(library int64, feed, id string) (i store.ContentItem, there bool, err error) {
	cached := r.state.of(library).feeds[feed]
	at, there := cached.at[id]
	if there {
		i = apartItem(cached.items[at])
	}
	return i, there, r.call()
}

// UnreadContent implements store.Reader.
func (r *reader) UnreadContent(library int64) (n int, err error) {
	for _, f := range r.state.of(library).feeds {
		for _, i := range f.items {
			if !i.Read && !i.Hidden {
				n++
			}
		}
	}
	return n, r.call()
}

func apartItem(i store.ContentItem) store.ContentItem {
	i.Links = apartList(i.Links)
	return i
}

// ContentPage implements store.Reader.
func (r *reader) ContentPage(library int64, feed string, each func(store.ContentItem, []store.ContentAt) error) error {
	c := r.state.of(library)
	return r.ContentItems(library, feed, func(i store.ContentItem) error {
		at := make([]store.ContentAt, len(i.Links))
		for n, link := range i.Links {
			at[n] = c.become(link)
		}
		return each(i, at)
	})
}

// become returns the state of a link's target.
func (c *content) become(link store.ContentLink) (at store.ContentAt) {
	if wanted, there := c.wanted[wantedKey{link.Address, link.Nested}]; there {
		at.Wanted = &wanted
	}
	if file, there := c.files[link.Address]; there && !link.Nested {
		at.File = &file
	}
	if cached, there := c.feeds[link.Address]; there && link.Nested {
		cached.Problems = nil
		at.Feed = &cached.ContentFeed
	}
	return at
}

// ContentReferrers implements store.Reader.
func (r *reader) ContentReferrers(library int64, address string, most int) (all []store.ContentReferrer, err error) {
	for _, f := range slices.Sorted(maps.Keys(r.state.of(library).feeds)) {
		cached := r.state.of(library).feeds[f]
		for _, i := range cached.items {
			for _, link := range i.Links {
				if link.Address == address && len(all) < most {
					all = append(all, store.ContentReferrer{Feed: f, Depth: cached.Depth, Item: i.ID, Link: link})
				}
			}
		}
	}
	return all, r.call()
}

// UnreachableFeeds implements store.Reader.
func (r *reader) UnreachableFeeds(library int64) (all []string, err error) {
	c, root := r.state.of(library), r.state.root(library)
	if _, there := c.feeds[root]; !there {
		return nil, r.call()
	}
	reached := map[string]bool{root: true}
	for next := []string{root}; len(next) > 0; next = next[1:] {
		for _, i := range c.feeds[next[0]].items {
			for _, link := range i.Links {
				if link.Nested && !reached[link.Address] {
					reached[link.Address] = true
					next = append(next, link.Address)
				}
			}
		}
	}
	for _, address := range r.state.feedsOf(library) {
		if !reached[address] {
			all = append(all, address)
		}
	}
	return all, r.call()
}

// linked returns everything that a cached item links to.
func (c *content) linked() map[wantedKey]bool {
	found := make(map[wantedKey]bool)
	for _, f := range c.feeds {
		for _, i := range f.items {
			for _, link := range i.Links {
				found[wantedKey{link.Address, link.Nested}] = true
			}
		}
	}
	return found
}

// Unreferenced implements store.Reader.
func (r *reader) Unreferenced(library int64) (all []store.ContentFile, err error) {
	linked := r.state.of(library).linked()
	err = r.ContentFiles(library, func(f store.ContentFile) error {
		if !linked[wantedKey{f.Address, false}] {
			all = append(all, f)
		}
		return nil
	})
	return all, err
}

// ContentUse implements store.Reader.
func (r *reader) ContentUse(library int64) (u store.ContentUse, err error) {
	c := r.state.of(library)
	u.Feeds, u.Waiting = len(c.feeds), len(c.wanted)
	for _, f := range c.feeds {
		u.Items += f.Items
	}
	for _, f := range c.files {
		if f.State == store.FileHere {
			u.Files++
			u.Bytes += f.Size
		}
	}
	for _, w := range c.wanted {
		if w.Tries > 0 {
			u.Failed++
		}
	}
	return u, r.call()
}
