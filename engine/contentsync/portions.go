package contentsync

import (
	"hash/maphash"
	"reflect"

	"crossfeed/engine/store"
)

// portion is how many items of a feed are looked at in one transaction.
const portion = 500

// putInPortions is put for a feed of many items, for which nobody waits: items come into
// the cached feed some at a time, with what they name put in the queue in the same
// transaction. The cached feed keeps its date up to the end, and the entry stays in the
// queue: after a stop the feed is read again, is newer, and what came of it is as it was.
func (d *document) putInPortions() error {
	if !d.of.here {
		if err := d.r.update(d.r.ctx, d.begin); err != nil {
			return err
		}
	}
	next, err := d.items.items()
	if err != nil {
		return err
	}
	for more := true; more && err == nil; {
		err = d.r.update(d.r.ctx, func(w store.Writer) (err error) {
			more, err = d.portion(w, next)
			return err
		})
	}
	if err == nil && d.of.here {
		err = d.removeOthers()
	}
	if err != nil {
		return err
	}
	return d.settle()
}

// removeOthers removes what the feed has no more from the cached one. An item that comes
// back is one that is not there.
func (d *document) removeOthers() error {
	gone, err := d.others()
	for len(gone) > 0 && err == nil {
		some := gone[:min(len(gone), portion)]
		gone = gone[len(some):]
		err = d.r.update(d.r.ctx, func(w store.Writer) error { return w.RemoveContentItems(d.r.Library, d.of.Address, some...) })
	}
	return err
}

// others are the cached items that the feed has no more.
func (d *document) others() (ids []string, err error) {
	next, err := d.items.items()
	if err != nil {
		return nil, err
	}
	has := map[uint64]bool{}
	for {
		i, err := next()
		if err != nil {
			return nil, err
		}
		if i == nil {
			break
		}
		has[maphash.String(d.items.seed, i.ID)] = true
	}
	err = d.r.Store.View(d.r.ctx, func(s store.Reader) error {
		return s.ContentItems(d.r.Library, d.of.Address, func(i store.ContentItem) error {
			if !has[maphash.String(d.items.seed, i.ID)] {
				ids = append(ids, i.ID)
			}
			return nil
		})
	})
	return ids, err
}

// begin caches a feed without items, that any other is newer than.
func (d *document) begin(w store.Writer) error {
	return w.PutContentFeed(d.r.Library, store.ContentFeed{
		Address: d.feed.Address, From: d.feed.From, Depth: d.feed.Depth, Title: d.feed.Title, Asked: d.of.Asked,
	}, func(func(store.ContentItem) error) error { return nil })
}

// portion looks at items up to the end, or as many as are in one, or until others wait.
func (d *document) portion(w store.Writer, next func() (*store.ContentItem, error)) (more bool, err error) {
	var some []store.ContentItem
	for n := 0; n < portion && (n == 0 || !d.r.Others.Waiting()); n++ {
		i, err := next()
		if err != nil {
			return false, err
		}
		if more = i != nil; !more {
			break
		}
		cached, err := d.compare(w, *i)
		if err != nil {
			return false, err
		}
		if cached == nil || !same(*cached, *i) {
			some = append(some, *i)
		}
	}
	if err := d.flush(w); err != nil {
		return false, err
	}
	return more, w.PutContentItems(d.r.Library, d.of.Address, some...)
}

// same tells whether an item is as it was.
func same(a, b store.ContentItem) bool {
	times := a.Published.Equal(b.Published) && a.Built.Equal(b.Built)
	b.Published, b.Built = a.Published, a.Built
	return times && reflect.DeepEqual(a, b)
}

// settle ends it: all items are there. Those of a feed that was cached are put in order,
// and what it has no more goes.
func (d *document) settle() error {
	if !d.of.here {
		return d.r.update(d.r.ctx, func(w store.Writer) (err error) {
			if d.feed.Asked, err = d.r.asked(w, d.of.ContentWanted, false); err != nil {
				return err
			}
			if err := w.TouchContentFeed(d.r.Library, d.feed); err != nil {
				return err
			}
			return d.end(w)
		})
	}
	return d.r.whole(d.r.ctx, func(w store.Writer, yields func() error) error {
		if err := d.replace(w, func(store.ContentItem) error { return yields() }); err != nil {
			return err
		}
		return d.end(w)
	})
}
