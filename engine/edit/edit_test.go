package edit_test

import (
	"errors"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
)

var noon = time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)

// desk is a list on the endpoint "desk".
type desk struct {
	*testing.T
	store store.Store
	set   int64
	at    time.Time
}

func newDesk(t *testing.T) *desk {
	d := &desk{T: t, store: memory.New(), at: noon}
	d.update(func(w store.Writer) (err error) {
		d.set, err = w.PutSet(store.Set{Name: "Groceries"})
		return err
	})
	return d
}

func (d *desk) update(write func(store.Writer) error) {
	d.Helper()
	if err := d.store.Update(d.Context(), write); err != nil {
		d.Fatal(err)
	}
}

// work returns local work on the list.
func (d *desk) work(w store.Writer) edit.Work {
	return edit.Work{Store: w, Set: d.set, Rules: feedsync.Rules{}, By: "desk", At: d.at}
}

// on returns the same work on another list.
func on(w edit.Work, set int64) edit.Work {
	w.Set = set
	return w
}

// try does local work, a minute after the last.
func (d *desk) try(do func(edit.Work) (*item.Item, error)) (it *item.Item, err error) {
	d.at = d.at.Add(time.Minute)
	failed := d.store.Update(d.Context(), func(w store.Writer) error {
		it, err = do(d.work(w))
		return err
	})
	return it, failed
}

func (d *desk) must(do func(edit.Work) (*item.Item, error)) *item.Item {
	d.Helper()
	it, err := d.try(do)
	if err != nil {
		d.Fatal(err)
	}
	return it
}

func (d *desk) add(id string, v record.Values) *item.Item {
	d.Helper()
	return d.must(func(w edit.Work) (*item.Item, error) { return w.Add(id, record.Note, v, false) })
}

func (d *desk) change(id string, v record.Values) *item.Item {
	d.Helper()
	return d.must(func(w edit.Work) (*item.Item, error) { return w.Change(id, v, nil) })
}

func (d *desk) remove(id string) *item.Item {
	d.Helper()
	return d.must(func(w edit.Work) (*item.Item, error) { return w.Delete(id) })
}

func (d *desk) restore(id string) *item.Item {
	d.Helper()
	return d.must(func(w edit.Work) (*item.Item, error) { return w.Restore(id) })
}

// arrive merges an item from another endpoint's feed.
func (d *desk) arrive(incoming *item.Item) *item.Item {
	d.Helper()
	var merged *item.Item
	d.update(func(w store.Writer) error {
		local, err := w.Item(d.set, incoming.ID())
		if err != nil && !errors.Is(err, store.ErrNoItem) {
			return err
		}
		merged = feedsync.Merge(local, incoming).Item
		return w.PutItem(d.set, merged, store.Seen{At: d.at, From: "phone.xml"})
	})
	return merged
}

// elsewhere returns an item after an update by the endpoint "phone".
func (d *desk) elsewhere(it *item.Item, c rules.Change, at time.Time) *item.Item {
	d.Helper()
	next, err := feedsync.Resolve(it, c, nil, rules.Stamp{By: "phone", When: at})
	if err != nil {
		d.Fatal(err)
	}
	return next
}

func (d *desk) stored(id string) *item.Item {
	d.Helper()
	var it *item.Item
	d.update(func(w store.Writer) (err error) { it, err = w.Item(d.set, id); return err })
	return it
}

// put replaces an item, regardless of the rules.
func (d *desk) put(it *item.Item) {
	d.Helper()
	d.update(func(w store.Writer) error { return w.PutItem(d.set, it, store.Seen{At: d.at}) })
}
