package memory

import (
	"maps"
	"slices"
	"time"

	"crossfeed/engine/store"
)

// Wanted implements store.Reader.
func (r *reader) Wanted(library, after int64, most int) (all []store.ContentWanted, err error) {
	c := r.state.of(library)
	for _, number := range slices.Sorted(maps.Keys(c.queue)) {
		if number > after && len(all) < most {
			all = append(all, c.wanted[c.queue[number]])
		}
	}
	return all, r.call()
}

// WantedAt implements store.Reader.
func (r *reader) WantedAt(library int64, address string, nested bool) (store.ContentWanted, bool, error) {
	wanted, there := r.state.of(library).wanted[wantedKey{address, nested}]
	return wanted, there, r.call()
}

// UnreferencedWanted implements store.Reader.
func (r *reader) UnreferencedWanted(library int64) (all []store.ContentWanted, err error) {
	c := r.state.of(library)
	linked := c.linked()
	linked[wantedKey{r.state.root(library), true}] = true
	for _, number := range slices.Sorted(maps.Keys(c.queue)) {
		if key := c.queue[number]; !linked[key] {
			all = append(all, c.wanted[key])
		}
	}
	return all, r.call()
}

// Enqueue implements store.Writer.
func (w *writer) Enqueue(library int64, wanted ...store.ContentWanted) (added int, err error) {
	c, err := w.editContent(library)
	if err != nil {
		return 0, err
	}
	for _, one := range wanted {
		key := wantedKey{one.Address, one.Nested}
		old, there := c.wanted[key]
		if there {
			one = again(old, one)
		} else {
			one.Number, added = w.state.newKey(), added+1
			one = untried(one)
		}
		if one != old {
			w.note(store.LibraryKey(library))
		}
		c.wanted[key], c.queue[one.Number] = one, key
	}
	return added, nil
}

// again returns the updated queue entry when an address that is already queued is requested
// again.
func again(old, wanted store.ContentWanted) store.ContentWanted {
	old.Asked = old.Asked || wanted.Asked
	if old.Tries == 0 {
		return old
	}
	old.From, old.Depth = wanted.From, wanted.Depth
	return untried(old)
}

// untried returns an entry without its failures.
func untried(w store.ContentWanted) store.ContentWanted {
	w.Tries, w.Error, w.Trouble, w.Tried = 0, "", 0, time.Time{}
	return w
}

// PutWanted implements store.Writer.
func (w *writer) PutWanted(library int64, wanted store.ContentWanted) error {
	c, err := w.editContent(library)
	if err != nil {
		return err
	}
	key, there := c.queue[wanted.Number]
	if !there {
		return nil
	}
	wanted.Address, wanted.Nested = key.address, key.nested
	c.wanted[key] = wanted
	w.note(store.LibraryKey(library))
	return nil
}

// Dequeue implements store.Writer.
func (w *writer) Dequeue(library int64, numbers ...int64) error {
	c, err := w.editContent(library)
	if err != nil {
		return err
	}
	for _, number := range numbers {
		if key, there := c.queue[number]; there {
			delete(c.wanted, key)
			delete(c.queue, number)
			w.note(store.LibraryKey(library))
		}
	}
	return nil
}
