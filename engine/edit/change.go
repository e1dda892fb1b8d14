package edit

import (
	"fmt"
	"maps"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
)

// Change sets fields of an item (SSE 0.93 §3.2). Values that change nothing
// make no update: the item is returned as it is. A tombstone stays one. base is
// the winner that the user saw, or nil for whatever is there; where another
// version wins by now, the error wraps ErrChanged. Where a todo that repeats is
// done by it, the next one is made.
func (w Work) Change(id string, v record.Values, base *item.Version) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	if base != nil && !it.Winner.Same(base) {
		return nil, fmt.Errorf("changing item %s: %w", id, ErrChanged)
	}
	return w.set(it, v)
}

// ChangeBy sets fields of an item by what it says. One that is deleted is
// ErrDeleted.
func (w Work) ChangeBy(id string, change func(record.Record) record.Values) (*item.Item, error) {
	it, err := w.live("changing", id)
	if err != nil {
		return nil, err
	}
	return w.set(it, change(record.Read(it.Winner.Content)))
}

func (w Work) set(it *item.Item, v record.Values) (*item.Item, error) {
	content, err := record.Apply(it.Winner.Content, w.stamped(it, v))
	if err != nil {
		return nil, fmt.Errorf("changing item %s: %w", it.ID(), err)
	}
	return w.say(it, content)
}

// stamped are the values with the present as the time at which a todo is done,
// where they only say that it is. What was done before keeps its time, or has
// none.
func (w Work) stamped(it *item.Item, v record.Values) record.Values {
	if d, err := record.ParseDone(v["done"]); err == nil && d.Is() && d.At.IsZero() && record.FactsOf(it.Winner.Content).Done {
		v = maps.Clone(v)
		delete(v, "done")
	}
	return record.Stamped(v, w.At)
}

// say makes a version of another content, unless that says the same.
func (w Work) say(it *item.Item, content *item.Content) (*item.Item, error) {
	if content.Hash() == it.Winner.Content.Hash() {
		return it, nil
	}
	next, err := w.update(it, rules.Change{Content: content, Deleted: it.Winner.Deleted})
	if err != nil {
		return nil, err
	}
	return next, w.Follow(it, next)
}

// Delete makes a tombstone of an item (SSE 0.93 §3.2 step 4). It holds the data
// of what was deleted, for Restore. A tombstone is returned as it is.
func (w Work) Delete(id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || it.Winner.Deleted {
		return it, err
	}
	return w.update(it, rules.Change{Deleted: true})
}
