package snapshot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

// readOutline reads the rows of an outline: the tree, or the results of a search with their
// ancestors.
func (s *Snapshot) readOutline(ctx context.Context, v engine.View) error {
	if s.Tree == nil {
		if err := s.readTree(ctx, v); err != nil {
			return err
		}
	}
	if s.Search == "" && s.Place.Kind == KindList {
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

// Opened returns the same outline with other branches open. It reads nothing from the store.
func (s Snapshot) Opened(branches map[string]Branches) Snapshot {
	s.Branches = branches
	s.open()
	return s
}

// open selects the rows in open branches.
func (s *Snapshot) open() {
	open := s.Branches[s.Place.Set].Open()
	s.Rows = make([]Row, 0, len(s.Tree))
	shut := len(s.Tree) // the depth of the closed branch that contains the row
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

// withPaths adds the titles of the ancestors to rows.
func (r Rows) withPaths(rows []Row) []Row {
	at, parents := make(map[string]int, len(r)), r.Parents()
	for i := range r {
		at[r[i].ID] = i
	}
	for i := range rows {
		row, there := at[rows[i].ID]
		if !there {
			continue
		}
		for p := parents[row]; p != NoRow; p = parents[p] {
			rows[i].Path = append(rows[i].Path, r[p].Title)
		}
		slices.Reverse(rows[i].Path)
	}
	return rows
}

// IsOutline reports whether the rows are a tree in which a person can move them.
func (s *Snapshot) IsOutline() bool {
	return s.Tree != nil && s.Search == "" && s.Place.Kind == KindList
}

// forest puts subtasks below their parents. A row is at the top level if its parent is not
// among the rows, or if it is its own ancestor.
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

// name is how a row refers to another: by the record's UID, or by the item's identifier if
// there is none.
type name struct{ set, id string }

// parentsOf returns the index of each node's parent, or -1.
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

// find fills in the indices of the wanted nodes. A UID takes precedence over an identifier.
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

// cut makes a node a root if it is its own ancestor.
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

// deepest is the maximum depth of subtasks. Deeper ones are at the top level.
const deepest = 20
