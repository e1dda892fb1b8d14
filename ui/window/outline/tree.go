// Package outline computes positions of rows in a tree: their parents and children, where keys
// and drags move them, and which branches are open. It draws nothing.
package outline

import (
	"encoding/json"
	"slices"
)

// Tree is a tree as a sequence of rows, parents before their children. The first row has depth
// 0, and each row is at most one deeper than the row before it.
type Tree interface {
	Len() int
	ID(row int) string
	Depth(row int) int
}

// None means no row.
const None = -1

// Above returns the parent of a row, or None.
func Above(t Tree, row int) int {
	for i := row - 1; i >= 0; i-- {
		if t.Depth(i) < t.Depth(row) {
			return i
		}
	}
	return None
}

// End returns the row after the last descendant of a row.
func End(t Tree, row int) int {
	end := row + 1
	for end < t.Len() && t.Depth(end) > t.Depth(row) {
		end++
	}
	return end
}

// Before returns the sibling above a row, or None.
func Before(t Tree, row int) int {
	for i := row - 1; i >= 0 && t.Depth(i) >= t.Depth(row); i-- {
		if t.Depth(i) == t.Depth(row) {
			return i
		}
	}
	return None
}

// After returns the sibling below a row, or None.
func After(t Tree, row int) int {
	if end := End(t, row); end < t.Len() && t.Depth(end) == t.Depth(row) {
		return end
	}
	return None
}

// Last returns the last child of a row, or the last row of the top level if the row is None;
// None if there is none.
func Last(t Tree, row int) int {
	from, end, depth := 0, t.Len(), 0
	if row != None {
		from, end, depth = row+1, End(t, row), t.Depth(row)+1
	}
	for i := end - 1; i >= from; i-- {
		if t.Depth(i) == depth {
			return i
		}
	}
	return None
}

// Find returns the row with an identifier, or None.
func Find(t Tree, id string) int {
	for i := range t.Len() {
		if t.ID(i) == id {
			return i
		}
	}
	return None
}

// Path returns the ancestors of a row, the outermost first.
func Path(t Tree, row int) []int {
	path := make([]int, t.Depth(row))
	for i := Above(t, row); i != None; i = Above(t, i) {
		path[t.Depth(i)] = i
	}
	return path
}

// Parents returns the parent of each row, or None.
func Parents(t Tree) []int {
	parents := make([]int, t.Len())
	var path []int
	for i := range parents {
		depth := t.Depth(i)
		parents[i] = None
		if depth > 0 {
			parents[i] = path[depth-1]
		}
		path = append(path[:depth], i)
	}
	return parents
}

// Tops returns those of rows that are not below another one of them. rows have to be in
// ascending order.
func Tops(t Tree, rows []int) []int {
	var tops []int
	end := 0
	for _, row := range rows {
		if row >= end {
			tops, end = append(tops, row), End(t, row)
		}
	}
	return tops
}

func idOf(t Tree, row int) string {
	if row == None {
		return ""
	}
	return t.ID(row)
}

func ids(t Tree, rows []int) []string {
	all := make([]string, len(rows))
	for i, row := range rows {
		all[i] = t.ID(row)
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

// Format returns the text for Parse, with the branches of outlines by the names of their
// lists.
func Format(all map[string]Branches) string {
	text, err := json.Marshal(all)
	if err != nil {
		panic("branches: " + err.Error()) // strings always marshal
	}
	return string(text)
}

// Parse parses a saved text. If it cannot be read, all branches are open.
func Parse(text string) map[string]Branches {
	all := map[string]Branches{}
	if json.Unmarshal([]byte(text), &all) != nil || all == nil {
		return map[string]Branches{}
	}
	return all
}
