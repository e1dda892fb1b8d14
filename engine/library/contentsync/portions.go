package contentsync

import (
	"bufio"
	"encoding/gob"
	"errors"
	"hash/maphash"
	"io"
	"reflect"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// portion is how many items of a feed are processed in one transaction.
const portion = 500

// putInPortions is put for a feed with many items, written so that nobody has to wait for it.
// It adds items to the cached feed in portions, and queues their links in the same
// transaction. The cached feed gets its new date only at the end, and the entry stays in the
// queue until then. After an interruption, the feed is read again, is still newer, and its
// stored items count as unchanged.
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
	inOrder := !d.of.here
	if err == nil && d.of.here {
		inOrder, err = d.removeOthers()
	}
	switch {
	case err != nil:
		return err
	case inOrder:
		return d.r.update(d.r.ctx, d.date)
	}
	return d.arrange()
}

// removeOthers removes cached items that the feed no longer has, and reports whether the
// remaining ones are in order. A removed item that reappears later counts as new.
func (d *document) removeOthers() (inOrder bool, err error) {
	gone, inOrder, err := d.others()
	for len(gone) > 0 && err == nil {
		some := gone[:min(len(gone), portion)]
		gone = gone[len(some):]
		err = d.r.update(d.r.ctx, func(w store.Writer) error { return w.RemoveContentItems(d.r.Library, d.of.Address, some...) })
	}
	return inOrder, err
}

// others returns the cached items that the feed no longer has. inOrder reports whether the
// remaining ones are cached in the feed's order.
func (d *document) others() (gone []string, inOrder bool, err error) {
	has, err := d.hashes()
	if err != nil {
		return nil, false, err
	}
	next, err := d.items.items()
	if err != nil {
		return nil, false, err
	}
	inOrder = true
	err = d.r.Store.View(d.r.ctx, func(s store.Reader) error {
		return s.ContentItems(d.r.Library, d.of.Address, func(cached store.ContentItem) error {
			if !has[d.items.hash(cached.ID)] {
				gone = append(gone, cached.ID)
				return nil
			}
			i, err := next()
			inOrder = inOrder && i != nil && i.ID == cached.ID
			return err
		})
	})
	return gone, inOrder, err
}

// hashes returns the hashes of the feed's item IDs.
func (d *document) hashes() (has map[uint64]bool, err error) {
	next, err := d.items.items()
	if err != nil {
		return nil, err
	}
	has = map[uint64]bool{}
	for {
		i, err := next()
		if err != nil || i == nil {
			return has, err
		}
		has[d.items.hash(i.ID)] = true
	}
}

// begin caches a feed without items or date, so that any other version is newer.
func (d *document) begin(w store.Writer) error {
	return w.PutContentFeed(d.r.Library, store.ContentFeed{
		Address: d.feed.Address, From: d.feed.From, Depth: d.feed.Depth, Title: d.feed.Title, Asked: d.of.Asked,
	}, func(func(store.ContentItem) error) error { return nil })
}

// portion processes items until the end, the limit of a portion, or another writer waits.
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

// same reports whether two items are equal, whether read or not.
func same(a, b store.ContentItem) bool {
	times := a.Published.Equal(b.Published) && a.Built.Equal(b.Built)
	b.Published, b.Built, b.Read, b.MarkedBy = a.Published, a.Built, a.Read, a.MarkedBy
	return times && reflect.DeepEqual(a, b)
}

// date updates the feed's date, once all items are stored in order.
func (d *document) date(w store.Writer) (err error) {
	if d.feed.Asked, err = d.r.asked(w, d.of.ContentWanted, d.of.feed.Asked); err != nil {
		return err
	}
	if err := w.TouchContentFeed(d.r.Library, d.feed); err != nil {
		return err
	}
	return d.end(w)
}

// arrange puts the items in order, and updates the feed's date.
func (d *document) arrange() error {
	return d.r.whole(d.r.ctx, func(w store.Writer, yields func() error) error {
		if err := d.replace(w, func(store.ContentItem) error { return yields() }); err != nil {
			return err
		}
		return d.end(w)
	})
}

// itemBuffer buffers the items of a feed in a temporary file, so that only a few are in memory.
type itemBuffer struct {
	file transport.TempFile
	to   *bufio.Writer
	code *gob.Encoder
	n    int
	// seed is the seed for hashes of IDs, which take few bytes per item.
	seed maphash.Seed
}

func newItemBuffer() (*itemBuffer, error) {
	file, err := transport.TempFolder{}.New()
	if err != nil {
		return nil, err
	}
	to := bufio.NewWriter(file)
	return &itemBuffer{file: file, to: to, code: gob.NewEncoder(to), seed: maphash.MakeSeed()}, nil
}

func (s *itemBuffer) add(i store.ContentItem) error {
	s.n++
	return s.code.Encode(i)
}

// items returns an iterator from the first item on; it returns nil after the last.
func (s *itemBuffer) items() (next func() (*store.ContentItem, error), err error) {
	if err := s.to.Flush(); err != nil {
		return nil, err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	from := gob.NewDecoder(bufio.NewReader(s.file))
	return func() (*store.ContentItem, error) {
		i := new(store.ContentItem)
		if err := from.Decode(i); errors.Is(err, io.EOF) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
		return i, nil
	}, nil
}

// hash hashes an ID. It is stable for the lifetime of the buffer only.
func (s *itemBuffer) hash(id string) uint64 { return maphash.String(s.seed, id) }

func (s *itemBuffer) close() {
	if s != nil {
		_ = s.file.Close() // it is a temporary file
	}
}
