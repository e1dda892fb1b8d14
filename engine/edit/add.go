package edit

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
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

// ErrNoNote: the item is a record of another kind.
var ErrNoNote = errors.New("only a note can be made a todo or a contact")

// Make makes a todo or a contact of a note: with the record that it had last, as far as
// the archive tells, and else with its title and its text alone. An item that is one is
// returned as it is.
func (w Work) Make(id string, k record.Kind) (*item.Item, error) {
	it, err := w.live("making a "+string(k)+" of", id)
	if err != nil {
		return nil, err
	}
	switch record.KindOf(it.Winner.Content) {
	case k:
		return it, nil
	case record.Note:
	default:
		return nil, fmt.Errorf("making a %s of item %s: %w", k, id, ErrNoNote)
	}
	archived, err := w.Store.Versions(w.Set, id)
	if err != nil {
		return nil, err
	}
	content := it.Winner.Content
	if last := store.OriginOf(it.Winner, archived).Record; last != nil && record.KindOf(last.Content) == k {
		content = content.MadeFrom(last.Content)
	}
	if content, err = record.As(content, k); err != nil {
		return nil, fmt.Errorf("making a %s of item %s: %w", k, id, err)
	}
	return w.say(it, content)
}

// Copies are the identifiers of copies that are made together, by what their
// originals are known by in their sets: the UID, or the item's identifier in its
// place.
type Copies map[key]string

// Plan says which identifier the copy of an item gets. One that is deleted is
// ErrDeleted, one with open conflicts ErrConflicted.
func (all Copies) Plan(w Work, id, as string) error {
	it, err := w.resolved("copying", id)
	if err != nil {
		return err
	}
	all[key{w.Set, id}] = as
	if uid := record.FactsOf(it.Winner.Content).UID; uid != "" {
		all[key{w.Set, uid}] = as
	}
	return nil
}

// Copy makes an item in the set of other work that says what an item of the plan
// says, as an item of its own. Where the todo that it is part of is in the plan, the
// copy is part of that one's copy. In an ordered set it comes to stand last, in the
// copy of what its original stands in where that was made before it, and else at the
// root.
func (w Work) Copy(id string, to Work, all Copies) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	content, err := record.WithoutUID(it.Winner.Content)
	parent := record.FactsOf(it.Winner.Content).Parent
	if copied, there := all[key{w.Set, parent}]; there && err == nil {
		content, err = record.Apply(content, record.Values{"parent": copied})
	}
	if err != nil {
		return nil, err
	}
	in, err := w.standsIn(it, all)
	if err != nil {
		return nil, err
	}
	if to.checkParent(in) != nil {
		in = "" // it is copied later
	}
	return to.admit(all[key{w.Set, id}], content, it.Winner.NoConflicts, Spot{Parent: in, AtEnd: true})
}

// Written is a change of an item as the set's documents give it back to whoever reads
// them: with the record that it is shown with, and those of an ordered set know outlines
// only.
func (w Work) Written(id string, c rules.Change) (rules.Change, error) {
	content, err := w.outlined(c.Content)
	if err != nil {
		return c, fmt.Errorf("changing item %s: %w", id, err)
	}
	c.Content = content
	return c, nil
}

func (w Work) outlined(c *item.Content) (*item.Content, error) {
	switch {
	case c == nil:
		return nil, nil
	case w.Ordered:
		return record.Outlined(c)
	}
	return record.Shown(c), nil
}
