package edit

import (
	"context"
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

// Join merges two contacts into one, as one edit: the first gets the values, the second is
// deleted. It returns ErrChanged if either is no longer what the user saw, ErrDeleted if
// either is deleted, and ErrConflicted if either has open conflicts, which the values cannot
// include. Nothing is changed then.
func (e *Service) Join(ctx context.Context, set string, keep, other *item.Item, v record.Values) (*item.Item, error) {
	if keep.ID() == other.ID() {
		return nil, fmt.Errorf("joining contact %s: it is the same one: choose another", keep.ID())
	}
	return e.one(ctx, "join", set, func(w Work) (*item.Item, error) {
		return w.Join(keep.Winner, other.Winner, v)
	})
}

// Pair names two contacts to be merged.
type Pair struct{ A, B string }

// JoinAll merges pairs of contacts of a list as one edit, each with the values that record.Join
// suggests. A contact that was merged into another one is replaced by that one in later pairs.
func (e *Service) JoinAll(ctx context.Context, set string, pairs []Pair) (o Outcome, err error) {
	err = e.Do(ctx, "join", func(t *Transaction) error {
		w, err := t.In(set)
		if err != nil {
			return err
		}
		into := map[string]string{}
		o = Outcome{}
		for _, p := range pairs {
			if err := o.Add(Ref{Set: set, ID: p.A}, w.joinPair(into, p.A, p.B)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

// joinPair merges two contacts. into holds what earlier contacts were merged into.
func (w Work) joinPair(into map[string]string, a, b string) error {
	for into[a] != "" {
		a = into[a]
	}
	for into[b] != "" {
		b = into[b]
	}
	if a == b {
		return nil
	}
	keep, err := w.reading().resolved("joining", a)
	if err != nil {
		return err
	}
	other, err := w.reading().resolved("joining", b)
	if err != nil {
		return err
	}
	if record.PrefersSecond(keep.Winner.Content, other.Winner.Content) {
		keep, other = other, keep
	}
	v := record.Join(record.Read(keep.Winner.Content), record.Read(other.Winner.Content))
	if _, err := w.Join(keep.Winner, other.Winner, v); err != nil {
		return err
	}
	into[other.ID()] = keep.ID()
	return nil
}

// Revert reverts a change by an update that says what the item said before (SSE 0.93 §3.2), or
// that deletes what the change created. If the item says something else now, or another
// endpoint has changed it, the error wraps ErrChanged, so that no later change is lost; the
// same applies if the item would become its own ancestor. A mark that the change removed is
// set again. Revert records its change in the log, so that it can be redone.
func (w Work) Revert(s store.Step) (*item.Item, error) {
	w.Set = s.Set
	if s.Taken {
		return w.untake(s)
	}
	it, versions, err := w.reading().readLastChange("change", s)
	if err != nil {
		return nil, err
	}
	if s.Before == (store.Step{}).Before {
		return w.update(it, rules.Change{Deleted: true})
	}
	before := archived(versions, s.Before)
	if before == nil {
		return nil, fmt.Errorf("undoing the change of item %s: %w", s.Item, ErrNoEarlier)
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

// CheckLastChange reports whether a step is still the last change of its item. If it is not, it
// returns an error that wraps ErrChanged and names the item.
func (w Work) CheckLastChange(s store.Step) error {
	_, _, err := w.reading().readLastChange("change", s)
	return err
}

// sameState reports whether two versions have the same content and the same position.
func sameState(v, o *item.Version) bool {
	return v.Deleted == o.Deleted && v.Content.Hash() == o.Content.Hash() &&
		v.Place.Parent == o.Place.Parent && v.Place.Key == o.Place.Key
}

// marked returns an item with the mark that it had before (SSE 0.91 §2.3), if any, and with
// the cycle that caused the mark.
func marked(it *item.Item, flagged bool, before *item.Version) *item.Item {
	if !flagged {
		return it
	}
	winner := *it.Winner
	winner.Place.Cycle = before.Place.Cycle
	return &item.Item{Winner: &winner, Conflicts: it.Conflicts, Flagged: true}
}

// archived returns the version with that identity, or nil.
func archived(versions []store.Archived, identity [sha256.Size]byte) *item.Version {
	for _, a := range versions {
		if store.Identity(a.Version) == identity {
			return a.Version
		}
	}
	return nil
}

// TakeBack removes what an item received from a subscription in some period. If others may
// have received it from here, an update restores the earlier content, or deletes the item;
// otherwise the item is put back exactly as it was, and leaves the list if it did not exist
// before.
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
		err = w.setVersion(it, before.Winner)
	case before == nil:
		w.Log.addTaken(w.Set, it, nil)
		err = w.Store.RemoveItem(w.Set, id)
	default:
		w.Log.addTaken(w.Set, it, before)
		err = w.Store.PutItem(w.Set, before, store.Seen{At: w.At})
	}
	return err
}

// untake undoes a TakeBack that made no update, and removes what Restore put back. It records
// no step: the same feed can be reverted again in the same way.
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
		return nil, fmt.Errorf("undoing the change of item %s: %w", s.Item, ErrNoEarlier)
	}
	return it, w.Store.PutItem(s.Set, it, store.Seen{At: w.At})
}

// setVersion makes an item say what another version says.
func (w Work) setVersion(it *item.Item, v *item.Version) error {
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

// without merges the versions that were not received from a subscription in some period, or
// returns nil if there are none.
func (w Work) without(versions []store.Archived, from string, in Span) (it *item.Item) {
	for _, a := range versions {
		if a.Seen.From != from || !in.has(a.Seen.At) {
			it = w.Rules.Merge(it, &item.Item{Winner: a.Version}).Item
		}
	}
	return it
}

// Span is a period, including both of its ends.
type Span struct{ Since, Until time.Time }

func (s Span) has(t time.Time) bool { return !t.Before(s.Since) && !t.After(s.Until) }

// CameIn reports whether the winner was received from a subscription to a location in some
// period.
func CameIn(it *item.Item, versions []store.Archived, from string, in Span) bool {
	winner := store.Identity(it.Winner)
	return slices.ContainsFunc(versions, func(a store.Archived) bool {
		return store.Identity(a.Version) == winner && a.Seen.From == from && in.has(a.Seen.At)
	})
}

// Join sets values of one item and deletes another one whose data these values include, if a
// person saw the current state of both; otherwise the error wraps ErrChanged. It is ErrDeleted
// if either is deleted, and ErrConflicted if either has open conflicts.
func (w Work) Join(keep, other *item.Version, v record.Values) (*item.Item, error) {
	for _, saw := range []*item.Version{keep, other} {
		it, err := w.reading().resolved("joining", saw.ID)
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

// Outdo merges an item received from a feed, and then restores the local state by an update
// that includes the received versions, so that everyone gets it. An item that does not exist
// here is not added, and one that the received item does not change stays as it is.
func (w Work) Outdo(incoming *item.Item, from string) error {
	it, err := w.Store.Item(w.Set, incoming.ID())
	if errors.Is(err, store.ErrNoItem) {
		return nil
	}
	if err != nil {
		return err
	}
	m := w.Rules.Merge(it, incoming)
	if !m.Changed {
		return nil
	}
	seen := store.Seen{At: w.At, From: from}
	for _, v := range m.Dropped {
		if err := w.Store.PutArchive(w.Set, v, seen); err != nil {
			return err
		}
	}
	if err := w.Store.PutItem(w.Set, m.Item, seen); err != nil {
		return err
	}
	next, err := w.outdone(it, m.Item)
	if err != nil {
		return err
	}
	_, err = w.Put(m.Item, next)
	return err
}

// outdone returns a merged item that says what it said before, and includes what was received.
func (w Work) outdone(before, merged *item.Item) (*item.Item, error) {
	sorted, err := w.reading().sorted(merged)
	if err != nil {
		return nil, err
	}
	included := sorted.Included(merged, w.Rules.Bound(merged, w.By))
	for n, v := range merged.Conflicts {
		if !slices.ContainsFunc(before.Conflicts, v.Same) && !slices.Contains(included, n) {
			included = append(included, n)
		}
	}
	slices.Sort(included)
	place, err := w.placeOf(before.Winner)
	if err == nil && place != nil && !before.Winner.Deleted {
		place, err = w.lifted(before.Winner)
	}
	if err != nil {
		return nil, err
	}
	stamp, err := w.Stamp(merged.ID())
	if err != nil {
		return nil, err
	}
	c, err := w.Written(merged.ID(), rules.Change{Content: before.Winner.Content, Deleted: before.Winner.Deleted, Place: place})
	if err != nil {
		return nil, err
	}
	return w.Rules.Resolve(merged, c, included, stamp)
}
