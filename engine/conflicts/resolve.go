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

// Decision is what a session decided.
type Decision struct {
	// Seen is the item as the person saw it.
	Seen *item.Item
	// Offered are the versions offered again, as the person saw them; Left are
	// those of them that stay offered.
	Offered, Left []*item.Version
	// Change is what the new version says.
	Change rules.Change
	// Restores is a deleted item that is restored with it, or "".
	Restores string
	// Taken are the conflicts that it takes into account, as indexes into
	// Seen.Conflicts.
	Taken []int
}

// Apply resolves the item (SSE 0.93 §3.4, SSE 0.91 §4.2) and keeps it. Where only versions
// offered again are resolved, that is a plain update (§3.2). Where the item in the
// store is no longer exactly what the person saw, the error wraps
// edit.ErrChanged, where it would stand in itself edit.ErrInside, and nothing is
// written.
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

// read reads an item and what is offered again of it.
func read(w edit.Work, id string) (it *item.Item, offered []*item.Version, err error) {
	if it, err = w.Store.Item(w.Set, id); err != nil {
		return nil, nil, err
	}
	offered, err = w.Store.Offered(w.Set, id)
	return it, offered, err
}

// arranged is the stored item with its conflicts in the order in which they
// were seen, so that indexes mean the same, and whether it holds the very
// versions that were seen, in the place that was seen.
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

// find is the version in the list that is the same as v, or nil. An item never
// holds one version twice.
func find(list []*item.Version, v *item.Version) *item.Version {
	for _, c := range list {
		if c.Same(v) {
			return c
		}
	}
	return nil
}

// Result is what a session decided, in the terms of the rules.
type Result struct {
	// Content is what the new version says, Deleted tells that it is a
	// tombstone.
	Content *item.Content
	Deleted bool
	// Place is where the new version stands, or nil where it stays where the winner
	// is.
	Place *item.Place
	// Restores is the deleted item that the new version is in, or "".
	Restores string
	// Taken are the indexes of the conflicts that are taken into account, in ascending
	// order: those of the columns that are, and those that nobody is asked about.
	Taken []int
	// StillOffered are the versions offered again that were left for later.
	StillOffered []*item.Version
}

// Decision is the session's result. The content is that of the version which the
// other data come from, with every field that stands otherwise set in it. What a
// person marked as done is done at that time, and what was taken says when by
// itself. The error is ErrOpen, with the names of the fields, or a
// *record.ValueError for something typed that cannot be.
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

// included are the conflicts that the result includes, and the versions offered again
// that it does not.
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

// openNames lists what is open for a reader.
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
