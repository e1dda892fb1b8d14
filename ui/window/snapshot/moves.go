package snapshot

import "slices"

// Spot is a position: in Parent, "" for the top level, after After, "" for first.
type Spot struct{ Parent, After string }

// Move moves rows, none of which is below another, to a position.
type Move struct {
	IDs []string
	Spot
	// Stayed is how many of the chosen rows have another parent than the first of them, and
	// are not moved.
	Stayed int
}

// together returns the first of the chosen rows and its chosen siblings, which become adjacent
// when they are moved. stayed is the number of the other chosen rows.
func (r Rows) together(chosen []int) (rows []int, stayed int) {
	tops := r.Tops(chosen)
	if len(tops) == 0 {
		return nil, 0
	}
	end := len(r)
	if above := r.Parent(tops[0]); above != NoRow {
		end = r.End(above)
	}
	for _, top := range tops {
		if top < end && r[top].Depth == r[tops[0]].Depth {
			rows = append(rows, top)
		}
	}
	return rows, len(tops) - len(rows)
}

// MoveUp moves chosen rows past the sibling above; false if they are first.
func (r Rows) MoveUp(chosen []int) (Move, bool) {
	rows, stayed := r.together(chosen)
	if len(rows) == 0 {
		return Move{}, false
	}
	before := r.siblingAbove(rows[0])
	if before == NoRow {
		return Move{}, false
	}
	return Move{r.ids(rows), Spot{r.idOf(r.Parent(rows[0])), r.idOf(r.siblingAbove(before))}, stayed}, true
}

// MoveDown moves chosen rows past the sibling below; false if they are last.
func (r Rows) MoveDown(chosen []int) (Move, bool) {
	rows, stayed := r.together(chosen)
	if len(rows) == 0 {
		return Move{}, false
	}
	after := r.siblingBelow(rows[len(rows)-1])
	if after == NoRow {
		return Move{}, false
	}
	return Move{r.ids(rows), Spot{r.idOf(r.Parent(rows[0])), r[after].ID}, stayed}, true
}

// Indent indents chosen rows: it makes them the last children of the sibling above; false if they
// are first.
func (r Rows) Indent(chosen []int) (Move, bool) {
	rows, stayed := r.together(chosen)
	if len(rows) == 0 {
		return Move{}, false
	}
	into := r.siblingAbove(rows[0])
	if into == NoRow {
		return Move{}, false
	}
	return Move{r.ids(rows), Spot{r[into].ID, r.idOf(r.lastChild(into))}, stayed}, true
}

// Outdent outdents chosen rows: it moves them after their parent; false if they are at the top
// level.
func (r Rows) Outdent(chosen []int) (Move, bool) {
	rows, stayed := r.together(chosen)
	if len(rows) == 0 || r[rows[0]].Depth == 0 {
		return Move{}, false
	}
	of := r.Parent(rows[0])
	return Move{r.ids(rows), Spot{r.idOf(r.Parent(of)), r[of].ID}, stayed}, true
}

// MoveUnder makes all chosen rows the last children of a row, or moves them to the end of the top
// level if that is NoRow; false if the row is one of them or below one.
func (r Rows) MoveUnder(chosen []int, into int) (Move, bool) {
	tops := r.Tops(chosen)
	for _, top := range tops {
		if into >= top && into < r.End(top) {
			return Move{}, false
		}
	}
	after := r.lastChild(into)
	for after != NoRow && slices.Contains(tops, after) {
		after = r.siblingAbove(after)
	}
	return Move{IDs: r.ids(tops), Spot: Spot{r.idOf(into), r.idOf(after)}}, len(tops) > 0
}

// Pointer is the position of the pointer while rows are dragged: over a row, at a fraction of
// its height from 0, its upper edge, to 1, and at a depth that corresponds to its horizontal
// position.
type Pointer struct {
	Row   int
	Part  float32
	Depth int
}

// Edge says where at a row a drop mark is drawn.
type Edge int

// Above the row, below it, or around it, which means into it.
const (
	AtTop Edge = iota
	AtBottom
	Round
)

// DropMark is the drop mark, at the depth that the dropped rows will have.
type DropMark struct {
	Row   int
	Edge  Edge
	Depth int
}

// Dropping on the outer quarters of a row means next to it, not into it.
const (
	upper = 0.25
	lower = 0.75
)

// Drop returns where dragged rows go if they are dropped at a pointer: into a row, or between
// two, where the depth of the pointer chooses among the possible parents. r are the visible
// rows among all. It returns false if the rows would move into themselves.
func (r Rows) Drop(all Rows, dragged []int, p Pointer) (Move, DropMark, bool) {
	moved := r.Tops(dragged)
	if p.Row < 0 || p.Row >= len(r) || len(moved) == 0 {
		return Move{}, DropMark{}, false
	}
	if p.Part > upper && p.Part < lower {
		return r.dropInto(all, moved, p.Row)
	}
	edge, gap := AtTop, p.Row
	if p.Part >= lower {
		edge, gap = AtBottom, p.Row+1
	}
	above, below := r.around(moved, gap)
	depth := min(max(p.Depth, r.least(below)), r.most(all, above))
	return Move{IDs: r.ids(moved), Spot: r.spotAt(above, depth)}, DropMark{p.Row, edge, depth}, true
}

func (r Rows) dropInto(all Rows, moved []int, row int) (Move, DropMark, bool) {
	for _, top := range moved {
		if row >= top && row < r.End(top) {
			return Move{}, DropMark{}, false
		}
	}
	whole := make([]int, len(moved))
	for i, top := range moved {
		whole[i] = all.Find(r[top].ID)
	}
	m, ok := all.MoveUnder(whole, all.Find(r[row].ID))
	return m, DropMark{row, Round, r[row].Depth + 1}, ok
}

// around returns the rows above and below a gap that are not moved themselves, or NoRow.
func (r Rows) around(moved []int, gap int) (above, below int) {
	above, below = gap-1, gap
	for i := len(moved) - 1; i >= 0; i-- {
		if top := moved[i]; above >= top && above < r.End(top) {
			above = top - 1
		}
	}
	for _, top := range moved {
		if below >= top && below < r.End(top) {
			below = r.End(top)
		}
	}
	if below >= len(r) {
		below = NoRow
	}
	return above, below
}

// least returns the depth of the row below, which is the minimum: a smaller depth would
// separate that row from its parent.
func (r Rows) least(below int) int {
	if below == NoRow {
		return 0
	}
	return r[below].Depth
}

// most returns the maximum depth, one more than that of the row above. If the children of that
// row are not shown, it is the same depth: otherwise the dropped rows would disappear.
func (r Rows) most(all Rows, above int) int {
	if above == NoRow {
		return 0
	}
	depth := r[above].Depth
	whole := all.Find(r[above].ID)
	open := above+1 < len(r) && r[above+1].Depth > depth
	if whole != NoRow && all.End(whole) > whole+1 && !open {
		return depth
	}
	return depth + 1
}

// spotAt returns the position below a row, at a depth.
func (r Rows) spotAt(above, depth int) Spot {
	if above == NoRow {
		return Spot{}
	}
	if depth > r[above].Depth {
		return Spot{Parent: r[above].ID}
	}
	for r[above].Depth > depth {
		above = r.Parent(above)
	}
	return Spot{r.idOf(r.Parent(above)), r[above].ID}
}
