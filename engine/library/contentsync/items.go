package contentsync

import (
	"crossfeed/engine/store"
)

// atOnce is how many links are queued at a time.
const atOnce = 500

// put replaces the cached feed and queues what is new. A feed counts as processed only once
// its links are queued: both happen in one transaction, so that an interruption loses nothing.
func (d *document) put(w store.Writer) error {
	d.wanted, d.stale = nil, nil
	err := d.replace(w, func(i store.ContentItem) error { return d.compareItem(w, i) })
	if err != nil {
		return err
	}
	return d.end(w)
}

// replace replaces the cached feed, and calls look for each item before it is replaced.
func (d *document) replace(w store.Writer, look func(store.ContentItem) error) (err error) {
	if d.feed.Asked, err = d.r.asked(w, d.of.ContentWanted, d.of.feed.Asked); err != nil {
		return err
	}
	next, err := d.items.items()
	if err != nil {
		return err
	}
	return w.PutContentFeed(d.r.Library, d.feed, func(add func(store.ContentItem) error) error {
		for {
			i, err := next()
			if err != nil || i == nil {
				return err
			}
			if err := look(*i); err != nil {
				return err
			}
			if err := add(*i); err != nil {
				return err
			}
		}
	})
}

// end finishes the entry of the feed once all that the feed refers to is queued.
func (d *document) end(w store.Writer) error {
	if err := d.flush(w); err != nil {
		return err
	}
	return w.Dequeue(d.r.Library, d.of.Number)
}

// compareItem implements "For each <item> element in feed": it queues the links of items that
// are new or newer.
func (d *document) compareItem(w store.Writer, i store.ContentItem) error {
	_, err := d.compare(w, i)
	if err != nil || len(d.wanted) < atOnce {
		return err
	}
	return d.enqueue(w)
}

// compare adds the links of an item that is new or newer to wanted, and returns the cached
// item if there is one.
func (d *document) compare(w store.Writer, i store.ContentItem) (cached *store.ContentItem, err error) {
	// "If the feed does not exist in the cache"
	if !d.of.here {
		d.wanted = append(d.wanted, toQueue(i.Links, d.of.Address, d.follow.depth)...)
		return nil, nil
	}
	// "If cached <item> is older OR <item> does not exist in cached feed"
	before, exists, err := w.ContentItem(d.r.Library, d.of.Address, i.ID)
	if err != nil {
		return nil, err
	}
	if exists {
		cached = &before
	}
	if !d.r.Whole && !isNewer(i, before, exists, d.r.Clock.Now()) {
		return cached, nil
	}
	d.wanted = append(d.wanted, toQueue(i.Links, d.of.Address, d.follow.depth)...)
	if exists {
		err = d.outdated(w, i.Links)
	}
	return cached, err
}

// flush queues what is wanted, and marks what is stale.
func (d *document) flush(w store.Writer) error {
	if err := d.enqueue(w); err != nil {
		return err
	}
	return d.markStale(w)
}

func (d *document) enqueue(w store.Writer) error {
	_, err := w.Enqueue(d.r.Library, d.wanted...)
	d.wanted = d.wanted[:0]
	return err
}

// outdated marks downloaded files on demand as stale: a newer version exists that nobody has
// asked for ("onDemand attribute").
func (d *document) outdated(w store.Writer, links []store.ContentLink) error {
	for _, l := range links {
		if !l.OnDemand {
			continue
		}
		if l.Nested {
			d.stale = append(d.stale, l.Address)
			continue
		}
		file, there, err := w.ContentFile(d.r.Library, l.Address)
		if err == nil && there && file.State == store.FileHere && !file.Stale {
			file.Stale = true
			err = w.PutContentFile(d.r.Library, file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// markStale marks nested feeds, as outdated does files. It cannot run while a feed is being
// replaced.
func (d *document) markStale(w store.Writer) error {
	for _, address := range d.stale {
		feed, there, err := w.ContentFeed(d.r.Library, address)
		if err == nil && there && address != d.of.Address {
			feed.Stale = true
			err = w.TouchContentFeed(d.r.Library, feed)
		}
		if err != nil {
			return err
		}
	}
	d.stale = nil
	return nil
}
