package edit

import (
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Copies are the identifiers of copies that are made together, by what their
// originals are known by in their sets: the UID, or the item's identifier in its
// place.
type Copies map[key]string

// Plan says which identifier the copy of an item gets. One that is deleted is
// ErrDeleted, one with open conflicts ErrUnsettled.
func (all Copies) Plan(w Work, id, as string) error {
	it, err := w.settled("copying", id)
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
