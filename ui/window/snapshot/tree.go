package snapshot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/window/outline"
	"crossfeed/ui/window/place"
)

// readOutline reads the rows of a list of outlines: the tree, or what was found in
// it, with the way there.
func (s *Snapshot) readOutline(ctx context.Context, v engine.View) error {
	if s.Tree == nil {
		if err := s.readTree(ctx, v); err != nil {
			return err
		}
	}
	if s.Search == "" && s.Place.Kind == place.List {
		s.open()
		return nil
	}
	rows, err := s.in(ctx, v, []string{s.Place.Set}, store.Query{Search: s.Search})
	s.Rows, s.Subtasks = s.Tree.withPaths(rows), false
	return err
}

func (s *Snapshot) readTree(ctx context.Context, v engine.View) error {
	rows, err := v.Outline(ctx, s.Place.Set)
	if err != nil && !errors.Is(err, store.ErrNoSet) {
		return fmt.Errorf("reading the outline %s: %w", s.Place.Set, err)
	}
	s.Tree = make(Rows, len(rows))
	for i, r := range rows {
		s.Tree[i] = Row{Set: s.Place.Set, Row: r.Row, Depth: r.Depth, Parts: r.Children}
	}
	return nil
}

// Opened is the same outline with other branches open. Nothing is read.
func (s Snapshot) Opened(branches map[string]outline.Branches) Snapshot {
	s.Branches = branches
	s.open()
	return s
}

// open lists the rows that are in open branches alone.
func (s *Snapshot) open() {
	open := s.Branches[s.Place.Set].Open()
	s.Rows = make([]Row, 0, len(s.Tree))
	shut := len(s.Tree) // the depth of the closed branch that the row is in
	for _, r := range s.Tree {
		if r.Depth > shut {
			continue
		}
		shut = len(s.Tree)
		if r.Parts > 0 && !open(r.ID) {
			r.Folded, shut = true, r.Depth
		}
		s.Rows = append(s.Rows, r)
	}
	s.Found, s.Subtasks = len(s.Tree), true
}

// withPaths gives rows the titles of what they are in.
func (r Rows) withPaths(rows []Row) []Row {
	at, parents := make(map[string]int, len(r)), outline.Parents(r)
	for i := range r {
		at[r[i].ID] = i
	}
	for i := range rows {
		row, there := at[rows[i].ID]
		if !there {
			continue
		}
		for p := parents[row]; p != outline.None; p = parents[p] {
			rows[i].Path = append(rows[i].Path, r[p].Title)
		}
		slices.Reverse(rows[i].Path)
	}
	return rows
}

// IsOutline tells whether the rows are those of a tree that a person can move them
// in.
func (s *Snapshot) IsOutline() bool {
	return s.Tree != nil && s.Search == "" && s.Place.Kind == place.List
}
