// Package outline works out where rows of a tree stand and where they go: what is in
// what, what a key or a drag moves, and which branches are open. It draws nothing.
package outline

import (
	"encoding/json"
	"slices"
)

// Tree are rows that stand in each other, each before those in it. The first has
// depth 0, and none is deeper than the one before it by more than 1.
type Tree interface {
	Len() int
	ID(row int) string
	Depth(row int) int
}

// None is the row that there is none.
const None = -1

// Above is the row that a row stands in, or None.
func Above(t Tree, row int) int {
	for i := row - 1; i >= 0; i-- {
		if t.Depth(i) < t.Depth(row) {
			return i
		}
	}
	return None
}

// End is the row after the last one in a row.
func End(t Tree, row int) int {
	end := row + 1
	for end < t.Len() && t.Depth(end) > t.Depth(row) {
		end++
	}
	return end
}

// Before is the row beside a row, above it in the same, or None.
func Before(t Tree, row int) int {
	for i := row - 1; i >= 0 && t.Depth(i) >= t.Depth(row); i-- {
		if t.Depth(i) == t.Depth(row) {
			return i
		}
	}
	return None
}

// After is the row beside a row, below it in the same, or None.
func After(t Tree, row int) int {
	if end := End(t, row); end < t.Len() && t.Depth(end) == t.Depth(row) {
		return end
	}
	return None
}

// Last is the last of the rows directly in a row, or of the outermost ones where the
// row is None; None where there is nothing.
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

// Find is the row of an identifier, or None.
func Find(t Tree, id string) int {
	for i := range t.Len() {
		if t.ID(i) == id {
			return i
		}
	}
	return None
}

// Path are the rows that a row stands in, the outermost first.
func Path(t Tree, row int) []int {
	path := make([]int, t.Depth(row))
	for i := Above(t, row); i != None; i = Above(t, i) {
		path[t.Depth(i)] = i
	}
	return path
}

// Parents are the rows that each row stands in, or None.
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

// Tops are those of rows that stand in none of the others; rows are from above.
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

// Branches says which branches of an outline are open: all but some, or none but
// some. The zero Branches has all of them open. It is replaced and never changed.
type Branches struct {
	// Closed tells that branches are closed, But which ones are not as the others,
	// the one last opened or closed last.
	Closed bool     `json:"closed,omitempty"`
	But    []string `json:"but,omitempty"`
}

// Equal reports whether the same branches are open.
func (b Branches) Equal(o Branches) bool { return b.Closed == o.Closed && slices.Equal(b.But, o.But) }

// mostKept is how many branches are kept that are not as the others: of lists with
// more, those that were opened or closed last.
const mostKept = 2000

// Opened is the same with some branches open.
func (b Branches) Opened(ids ...string) Branches { return b.with(b.Closed, ids) }

// Shut is the same with some branches closed.
func (b Branches) Shut(ids ...string) Branches { return b.with(!b.Closed, ids) }

// with has the branches among the exceptions, or not.
func (b Branches) with(excepted bool, ids []string) Branches {
	but := slices.DeleteFunc(slices.Clone(b.But), func(id string) bool { return slices.Contains(ids, id) })
	if excepted {
		but = append(but, ids...)
	}
	b.But = but[max(len(but)-mostKept, 0):]
	return b
}

// Open answers which branches are open; it is made once for many questions.
func (b Branches) Open() func(id string) bool {
	but := make(map[string]bool, len(b.But))
	for _, id := range b.But {
		but[id] = true
	}
	return func(id string) bool { return but[id] == b.Closed }
}

// Format is the text that Parse reads, for the branches of outlines by their names.
func Format(all map[string]Branches) string {
	text, err := json.Marshal(all)
	if err != nil {
		panic("branches: " + err.Error()) // texts alone
	}
	return string(text)
}

// Parse reads what was kept. What cannot be read is forgotten: then all are open.
func Parse(text string) map[string]Branches {
	all := map[string]Branches{}
	if json.Unmarshal([]byte(text), &all) != nil || all == nil {
		return map[string]Branches{}
	}
	return all
}
