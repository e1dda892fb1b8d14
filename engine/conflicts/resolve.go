package conflicts

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Decision is the decision of a session.
type Decision struct {
	// Seen is the item as the person saw it.
	Seen *item.Item
	// Offered are the reopened versions as the person saw them; Left are those that stay
	// reopened.
	Offered, Left []*item.Version
	// Change is the content of the new version.
	Change rules.Change
	// Restores is a deleted item that is restored with this one, or "".
	Restores string
	// Taken are the included conflicts, as indexes into Seen.Conflicts.
	Taken []int
}

// Apply resolves the item (SSE 0.93 §3.4, SSE 0.91 §4.2) and stores it. If only reopened
// versions are resolved, it makes a plain update (§3.2). If the item in the store is no longer
// exactly what the person saw, the error wraps edit.ErrChanged; if the item would become its
// own ancestor, it wraps edit.ErrInside. Nothing is written then.
func Apply(w edit.Work, d Decision) (*item.Item, error) {
	stored, offered, err := read(w, d.Seen.ID())
	if err != nil {
		return nil, err
	}
	it, same := arranged(stored, d.Seen)
	if !same || !slices.EqualFunc(ancestry.Reopened(it, offered), d.Offered, (*item.Version).Same) {
		return nil, fmt.Errorf("resolving item %s: %w", d.Seen.ID(), edit.ErrChanged)
	}
	if err := w.CheckPlace(it.ID(), d.Change.Place); err != nil {
		return nil, fmt.Errorf("resolving item %s: %w", it.ID(), err)
	}
	stamp, err := w.Stamp(it.ID())
	if err != nil {
		return nil, err
	}
	change, err := w.Written(it.ID(), d.Change)
	if err != nil {
		return nil, err
	}
	next, err := w.Rules.Resolve(it, change, d.Taken, stamp)
	if err != nil {
		return nil, err
	}
	if err := w.PutResolved(edit.Resolved{Before: stored, Now: next, Offered: offered, Offers: d.Left}); err != nil {
		return nil, err
	}
	if err := w.RestoreFolder(d.Restores); err != nil {
		return nil, fmt.Errorf("restoring what item %s is in: %w", it.ID(), err)
	}
	return next, w.Follow(stored, next)
}

// read reads an item and its reopened versions.
func read(w edit.Work, id string) (it *item.Item, offered []*item.Version, err error) {
	if it, err = w.Store.Item(w.Set, id); err != nil {
		return nil, nil, err
	}
	offered, err = w.Store.Offered(w.Set, id)
	return it, offered, err
}

// arranged returns the stored item with its conflicts in the order in which the person saw
// them, so that indexes agree. It also reports whether the item has exactly the versions that
// the person saw, at the same position.
func arranged(stored, seen *item.Item) (*item.Item, bool) {
	if len(stored.Conflicts) != len(seen.Conflicts) || stored.Flagged != seen.Flagged ||
		stored.Winner.Place != seen.Winner.Place || !stored.Winner.Same(seen.Winner) {
		return nil, false
	}
	it := &item.Item{Winner: stored.Winner, Flagged: stored.Flagged}
	for _, s := range seen.Conflicts {
		c := find(stored.Conflicts, s)
		if c == nil {
			return nil, false
		}
		it.Conflicts = append(it.Conflicts, c)
	}
	return it, true
}

// find returns the version in the list that is the same as v, or nil. An item never has a
// version twice.
func find(list []*item.Version, v *item.Version) *item.Version {
	for _, c := range list {
		if c.Same(v) {
			return c
		}
	}
	return nil
}

// Result is the decision of a session, in the terms of package rules.
type Result struct {
	// Content is the content of the new version; Deleted reports whether it is a tombstone.
	Content *item.Content
	Deleted bool
	// Place is the position of the new version, or nil to stay at the winner's.
	Place *item.Place
	// Restores is the deleted item that the new version is in, or "".
	Restores string
	// Taken has the indexes of the included conflicts, in ascending order: those of included
	// columns, and those that need no question.
	Taken []int
	// StillOffered are the reopened versions that were left for later.
	StillOffered []*item.Version
}

// Decision returns the session's result. The content starts from the version that the other
// data is from, and sets every field that differs. If a person marked the item as done, the
// time is at; if this was taken from a version, that version's time is used. The error is
// ErrOpen with the names of the fields, or a *record.ValueError for an invalid typed value.
func (s *Session) Decision(at time.Time) (Result, error) {
	if open := s.Open(); len(open) > 0 {
		return Result{}, fmt.Errorf("resolving %s: %w: %s", s.it.ID(), ErrOpen, openNames(open))
	}
	result := Result{Content: s.start().Content, Deleted: s.deletes(), Place: s.place()}
	if !result.Deleted {
		content, err := s.content(at)
		if err != nil {
			return Result{}, fmt.Errorf("resolving %s: %w", s.it.ID(), err)
		}
		result.Content = content
	}
	result.Restores = s.restores(result.Place)
	result.Taken, result.StillOffered = s.included()
	return result, nil
}

// included returns the conflicts that the result includes, and the reopened versions that it
// does not.
func (s *Session) included() (taken []int, left []*item.Version) {
	taken = s.grid.Included(s.it, s.about.bound(s.it, s.endpoint))
	for i, group := range s.grid.Open {
		for _, n := range group {
			switch conflict := n <= s.grid.conflicts; {
			case conflict && s.counts(i+1):
				taken = append(taken, n-1)
			case !conflict && !s.counts(i+1):
				left = append(left, s.grid.pool[n])
			}
		}
	}
	slices.Sort(taken)
	return slices.Compact(taken), left
}

// openNames formats what is open for a reader.
func openNames(open []string) string {
	names := make([]string, len(open))
	for i, name := range open {
		names[i] = name
		if name == "" {
			names[i] = "whether it is deleted"
		}
	}
	return strings.Join(names, ", ")
}
