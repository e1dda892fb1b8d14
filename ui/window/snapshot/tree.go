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

// forest puts subtasks below the todos that they are part of. What is part of
// something that is not among the rows stands by itself, and so does what is
// part of itself by way of others.
func forest(rows []Row) []*node {
	nodes := make([]node, len(rows))
	for i := range rows {
		nodes[i].row = &rows[i]
	}
	parents := parentsOf(nodes)
	roots := make([]*node, 0, len(rows))
	for i := range nodes {
		if p := parents[i]; p >= 0 {
			nodes[p].parts = append(nodes[p].parts, &nodes[i])
		} else {
			roots = append(roots, &nodes[i])
		}
	}
	return roots
}

// name is how a row calls another: a record's UID, or the item's identifier
// where it has none.
type name struct{ set, id string }

// parentsOf is the place of each node's parent, or -1.
func parentsOf(nodes []node) []int {
	wanted := map[name]int{}
	for _, n := range nodes {
		if n.row.Parent != "" {
			wanted[name{n.row.Set, n.row.Parent}] = -1
		}
	}
	if len(wanted) > 0 {
		find(wanted, nodes)
	}
	parents := make([]int, len(nodes))
	for i, n := range nodes {
		parents[i] = -1
		if n.row.Parent != "" {
			parents[i] = wanted[name{n.row.Set, n.row.Parent}]
		}
	}
	for i := range parents {
		cut(parents, i)
	}
	return parents
}

// find fills in the places of the nodes that are wanted: those of that UID
// before those of that identifier.
func find(wanted map[name]int, nodes []node) {
	for i, n := range nodes {
		if _, is := wanted[name{n.row.Set, n.row.ID}]; is {
			wanted[name{n.row.Set, n.row.ID}] = i
		}
	}
	for i, n := range nodes {
		if _, is := wanted[name{n.row.Set, n.row.UID}]; is {
			wanted[name{n.row.Set, n.row.UID}] = i
		}
	}
}

// cut makes a root of a node that is below itself.
func cut(parents []int, i int) {
	seen := 0
	for at := parents[i]; at >= 0; at = parents[at] {
		if at == i || seen > deepest {
			parents[i] = -1
			return
		}
		seen++
	}
}

// deepest is how far down subtasks stand below each other; what is deeper still
// stands by itself.
const deepest = 20
