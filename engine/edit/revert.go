package edit

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Revert takes a change back by an update that says what the item said before
// (SSE 0.93 §3.2), or that deletes what the change made. Where the item says
// something else by now, or another endpoint does, the error wraps ErrChanged:
// nothing that came later is undone with it; so it is where the item would stand in
// itself by now. A mark that the change took away is set again. The change that Revert makes is the
// way back.
func (w Work) Revert(s store.Step) (*item.Item, error) {
	w.Set = s.Set
	if s.Taken {
		return w.untake(s)
	}
	it, versions, err := w.standing("change", s)
	if err != nil {
		return nil, err
	}
	if s.Before == (store.Step{}).Before {
		return w.update(it, rules.Change{Deleted: true})
	}
	before := archived(versions, s.Before)
	if before == nil {
		return nil, fmt.Errorf("undoing the change of item %s: the version before it is not in the archive", s.Item)
	}
	place, err := w.placeOf(before)
	if err != nil {
		return nil, fmt.Errorf("undoing the change of item %s: %w: %w", s.Item, ErrChanged, err)
	}
	next, err := w.updated(it, rules.Change{Content: before.Content, Deleted: before.Deleted, Place: place})
	if err != nil {
		return nil, err
	}
	return w.Put(it, marked(next, s.Flagged, before))
}

// Stands tells whether what a step did is still the last word on its item; where
// it is not, the error wraps ErrChanged, and says of which item.
func (w Work) Stands(s store.Step) error {
	_, _, err := w.standing("change", s)
	return err
}

// standing reads the item of a step, with its archive, where what the step did is
// still the last word on it.
func (w Work) standing(what string, s store.Step) (*item.Item, []store.Archived, error) {
	it, err := w.Store.Item(s.Set, s.Item)
	if err != nil {
		return nil, nil, err
	}
	versions, err := w.Store.Versions(s.Set, s.Item)
	if err != nil {
		return nil, nil, err
	}
	if !w.stands(it.Winner, s, versions) {
		return nil, nil, fmt.Errorf("undoing the %s of item %s: %w", what, s.Item, ErrChanged)
	}
	return it, versions, nil
}

// stands tells whether a change is still the last word on an item. It is also
// where this endpoint changed the item after it and took that back, which made
// another version that says the same.
func (w Work) stands(winner *item.Version, s store.Step, versions []store.Archived) bool {
	if store.Identity(winner) == s.After {
		return true
	}
	after := archived(versions, s.After)
	return after != nil && winner.Top().By == w.By && says(winner, after)
}

// says tells whether two versions say the same, and stand at one place.
func says(v, o *item.Version) bool {
	return v.Deleted == o.Deleted && v.Content.Hash() == o.Content.Hash() &&
		v.Place.Parent == o.Place.Parent && v.Place.Key == o.Place.Key
}

// marked is an item with a mark that it had before (SSE 0.91 §2.3), where it had
// one, and with the cycle that the mark came from.
func marked(it *item.Item, flagged bool, before *item.Version) *item.Item {
	if !flagged {
		return it
	}
	winner := *it.Winner
	winner.Place.Cycle = before.Place.Cycle
	return &item.Item{Winner: &winner, Conflicts: it.Conflicts, Flagged: true}
}

// archived is the version of that identity, or nil.
func archived(versions []store.Archived, identity [sha256.Size]byte) *item.Version {
	for _, a := range versions {
		if store.Identity(a.Version) == identity {
			return a.Version
		}
	}
	return nil
}

// TakeBack makes an item what it is without what came from a subscription in some time.
// Where others may have it from here, an update says that again; else the item is put back
// as it was, and leaves the set if it was not there.
func (w Work) TakeBack(id, from string, in Span, published bool) error {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return err
	}
	versions, err := w.Store.Versions(w.Set, id)
	if err != nil {
		return err
	}
	before := w.without(versions, from, in)
	switch {
	case published && before == nil:
		_, err = w.update(it, rules.Change{Deleted: true})
	case published:
		err = w.sayAgain(it, before.Winner)
	case before == nil:
		w.Log.addTaken(w.Set, it, nil)
		err = w.Store.RemoveItem(w.Set, id)
	default:
		w.Log.addTaken(w.Set, it, before)
		err = w.Store.PutItem(w.Set, before, store.Seen{At: w.At})
	}
	return err
}

// untake puts back what TakeBack took without an update, as it was, and takes out what
// Restore put back. No step leads the other
// way: a feed that is wrong is undone again as it was the first time.
func (w Work) untake(s store.Step) (*item.Item, error) {
	now, err := w.Store.Item(s.Set, s.Item)
	if gone := errors.Is(err, store.ErrNoItem); err != nil && !gone {
		return nil, err
	} else if left := s.After == (store.Step{}).After; gone != left || !gone && store.Identity(now.Winner) != s.After {
		return nil, fmt.Errorf("undoing the change of item %s: %w", s.Item, ErrChanged)
	}
	if s.Before == (store.Step{}).Before {
		return now, w.Store.RemoveItem(s.Set, s.Item)
	}
	versions, err := w.Store.Versions(s.Set, s.Item)
	if err != nil {
		return nil, err
	}
	it := &item.Item{Winner: archived(versions, s.Before), Flagged: s.Flagged}
	for _, open := range s.Opens {
		it.Conflicts = append(it.Conflicts, archived(versions, open))
	}
	if it.Winner == nil || slices.Contains(it.Conflicts, nil) {
		return nil, fmt.Errorf("undoing the change of item %s: the version before it is not in the archive", s.Item)
	}
	return it, w.Store.PutItem(s.Set, it, store.Seen{At: w.At})
}

// sayAgain makes an item say what another version does.
func (w Work) sayAgain(it *item.Item, v *item.Version) error {
	place, err := w.placeOf(v)
	if err == nil && place != nil && !v.Deleted {
		place, err = w.lifted(v)
	}
	if err != nil {
		return err
	}
	_, err = w.update(it, rules.Change{Content: v.Content, Deleted: v.Deleted, Place: place})
	return err
}

// without merges the versions that did not come from a subscription in some time; nil
// where there are none.
func (w Work) without(versions []store.Archived, from string, in Span) (it *item.Item) {
	for _, a := range versions {
		if a.Seen.From != from || !in.has(a.Seen.At) {
			it = w.Rules.Merge(it, &item.Item{Winner: a.Version}).Item
		}
	}
	return it
}

// Span is from one time until another, both included.
type Span struct{ Since, Until time.Time }

func (s Span) has(t time.Time) bool { return !t.Before(s.Since) && !t.After(s.Until) }

// CameIn reports whether the version that wins came from a subscription to a location in
// some time.
func CameIn(it *item.Item, versions []store.Archived, from string, in Span) bool {
	winner := store.Identity(it.Winner)
	return slices.ContainsFunc(versions, func(a store.Archived) bool {
		return store.Identity(a.Version) == winner && a.Seen.From == from && in.has(a.Seen.At)
	})
}

// Join gives values to one item and deletes another that says them too, where
// both are as a person saw them: otherwise the error wraps ErrChanged. One that
// is deleted is ErrDeleted, one with open conflicts ErrConflicted.
func (w Work) Join(keep, other *item.Version, v record.Values) (*item.Item, error) {
	for _, saw := range []*item.Version{keep, other} {
		it, err := w.resolved("joining", saw.ID)
		if err != nil {
			return nil, err
		}
		if !it.Winner.Same(saw) {
			return nil, fmt.Errorf("joining item %s: %w", saw.ID, ErrChanged)
		}
	}
	joined, err := w.Change(keep.ID, v, nil)
	if err != nil {
		return nil, err
	}
	_, err = w.Delete(other.ID)
	return joined, err
}
