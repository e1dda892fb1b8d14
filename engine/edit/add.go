package edit

import (
	"fmt"
	"maps"
	"math"
	"strconv"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
)

// Add creates an item (SSE 0.93 §3.1, SSE 0.91 §4.1) of a kind with that
// identifier, or ErrItemExists. In an ordered set it stands last at the root.
func (w Work) Add(id string, k record.Kind, v record.Values, noConflicts bool) (*item.Item, error) {
	return w.AddAt(id, k, v, noConflicts, Spot{AtEnd: true})
}

// AddAt is Add of an item that is put somewhere in an ordered set.
func (w Work) AddAt(id string, k record.Kind, v record.Values, noConflicts bool, s Spot) (*item.Item, error) {
	v, err := w.ordered(k, record.Stamped(v, w.At))
	if err != nil {
		return nil, err
	}
	content, err := record.New(k, v)
	if err != nil {
		return nil, fmt.Errorf("adding item %s: %w", id, err)
	}
	return w.InsertAt(id, content, noConflicts, s)
}

// ordered gives a new todo its place, after those that were made before.
func (w Work) ordered(k record.Kind, v record.Values) (record.Values, error) {
	if _, given := v["order"]; given || k != record.Todo {
		return v, nil
	}
	last, err := w.Store.LastOrder(w.Set)
	if err != nil {
		return nil, err
	}
	order := FirstOrder(w.At)
	if last < math.MaxInt64 {
		order = max(order, last+1)
	}
	placed := maps.Clone(v)
	if placed == nil {
		placed = record.Values{}
	}
	placed["order"] = strconv.FormatInt(order, 10)
	return placed, nil
}

// Insert is Add of an item whose content is there already.
func (w Work) Insert(id string, content *item.Content, noConflicts bool) (*item.Item, error) {
	return w.InsertAt(id, content, noConflicts, Spot{AtEnd: true})
}

// InsertAt is AddAt of an item whose content is there already.
func (w Work) InsertAt(id string, content *item.Content, noConflicts bool, s Spot) (*item.Item, error) {
	taken, used, err := w.Store.Taken(w.Set, id, w.By)
	switch {
	case err != nil:
		return nil, err
	case taken:
		return nil, fmt.Errorf("adding item %s: %w", id, ErrItemExists)
	}
	place, err := w.placeAt(id, s)
	if err != nil {
		return nil, err
	}
	if content, err = w.outlined(content); err != nil {
		return nil, fmt.Errorf("adding item %s: %w", id, err)
	}
	stamp := rules.Stamp{By: w.By, When: w.At, Used: used}
	it, err := w.Rules.Create(id, rules.Change{Content: content, Place: place}, noConflicts, stamp)
	if err != nil {
		return nil, err
	}
	if s.AtEnd {
		w.Ends.put(w.Set, it)
	} else {
		w.Ends.placed(w.Set, it)
	}
	return w.Put(nil, it)
}
