package snapshot

import (
	"context"
	"encoding/json"
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

// NoRow means no row of a tree.
const NoRow = -1

// Parent returns the parent of a row, or NoRow.
func (r Rows) Parent(row int) int {
	for i := row - 1; i >= 0; i-- {
		if r[i].Depth < r[row].Depth {
			return i
		}
	}
	return NoRow
}

// End returns the row after the last descendant of a row.
func (r Rows) End(row int) int {
	end := row + 1
	for end < len(r) && r[end].Depth > r[row].Depth {
		end++
	}
	return end
}

// siblingAbove returns the sibling above a row, or NoRow.
func (r Rows) siblingAbove(row int) int {
	for i := row - 1; i >= 0 && r[i].Depth >= r[row].Depth; i-- {
		if r[i].Depth == r[row].Depth {
			return i
		}
	}
	return NoRow
}

// siblingBelow returns the sibling below a row, or NoRow.
func (r Rows) siblingBelow(row int) int {
	if end := r.End(row); end < len(r) && r[end].Depth == r[row].Depth {
		return end
	}
	return NoRow
}

// lastChild returns the last child of a row, or the last row of the top level if the row is
// NoRow; NoRow if there is none.
func (r Rows) lastChild(row int) int {
	from, end, depth := 0, len(r), 0
	if row != NoRow {
		from, end, depth = row+1, r.End(row), r[row].Depth+1
	}
	for i := end - 1; i >= from; i-- {
		if r[i].Depth == depth {
			return i
		}
	}
	return NoRow
}

// Find returns the row with an identifier, or NoRow.
func (r Rows) Find(id string) int {
	for i := range r {
		if r[i].ID == id {
			return i
		}
	}
	return NoRow
}

// Path returns the ancestors of a row, the outermost first.
func (r Rows) Path(row int) []int {
	path := make([]int, r[row].Depth)
	for i := r.Parent(row); i != NoRow; i = r.Parent(i) {
		path[r[i].Depth] = i
	}
	return path
}

// Parents returns the parent of each row, or NoRow.
func (r Rows) Parents() []int {
	parents := make([]int, len(r))
	var path []int
	for i := range parents {
		depth := r[i].Depth
		parents[i] = NoRow
		if depth > 0 {
			parents[i] = path[depth-1]
		}
		path = append(path[:depth], i)
	}
	return parents
}

// Tops returns those of rows that are not below another one of them. rows have to be in
// ascending order.
func (r Rows) Tops(rows []int) []int {
	var tops []int
	end := 0
	for _, row := range rows {
		if row >= end {
			tops, end = append(tops, row), r.End(row)
		}
	}
	return tops
}

func (r Rows) idOf(row int) string {
	if row == NoRow {
		return ""
	}
	return r[row].ID
}

func (r Rows) ids(rows []int) []string {
	all := make([]string, len(rows))
	for i, row := range rows {
		all[i] = r[row].ID
	}
	return all
}

// Branches says which branches of an outline are open: all except some, or none except some.
// In the zero Branches all are open. It is replaced and never modified.
type Branches struct {
	// Closed is set if branches are closed by default. But holds the exceptions, the one last
	// opened or closed at the end.
	Closed bool     `json:"closed,omitempty"`
	But    []string `json:"but,omitempty"`
}

// Equal reports whether the same branches are open.
func (b Branches) Equal(o Branches) bool { return b.Closed == o.Closed && slices.Equal(b.But, o.But) }

// mostExceptions is the maximum number of exceptions. In lists with more, those that were last
// opened or closed are kept.
const mostExceptions = 2000

// Opened returns a copy with some branches open.
func (b Branches) Opened(ids ...string) Branches { return b.with(b.Closed, ids) }

// Shut returns a copy with some branches closed.
func (b Branches) Shut(ids ...string) Branches { return b.with(!b.Closed, ids) }

// with adds branches to the exceptions, or removes them.
func (b Branches) with(excepted bool, ids []string) Branches {
	but := slices.DeleteFunc(slices.Clone(b.But), func(id string) bool { return slices.Contains(ids, id) })
	if excepted {
		but = append(but, ids...)
	}
	b.But = but[max(len(but)-mostExceptions, 0):]
	return b
}

// Open returns a function that reports whether a branch is open. It is meant for many calls.
func (b Branches) Open() func(id string) bool {
	but := make(map[string]bool, len(b.But))
	for _, id := range b.But {
		but[id] = true
	}
	return func(id string) bool { return but[id] == b.Closed }
}

// FormatBranches returns the text for ParseBranches, with the branches of outlines by the names of their
// lists.
func FormatBranches(all map[string]Branches) string {
	text, err := json.Marshal(all)
	if err != nil {
		panic("branches: " + err.Error()) // strings always marshal
	}
	return string(text)
}

// ParseBranches parses a saved text. If it cannot be read, all branches are open.
func ParseBranches(text string) map[string]Branches {
	all := map[string]Branches{}
	if json.Unmarshal([]byte(text), &all) != nil || all == nil {
		return map[string]Branches{}
	}
	return all
}
