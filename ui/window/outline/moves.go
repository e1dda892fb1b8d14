package outline

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
func together(t Tree, chosen []int) (rows []int, stayed int) {
	tops := Tops(t, chosen)
	if len(tops) == 0 {
		return nil, 0
	}
	end := t.Len()
	if above := Above(t, tops[0]); above != None {
		end = End(t, above)
	}
	for _, top := range tops {
		if top < end && t.Depth(top) == t.Depth(tops[0]) {
			rows = append(rows, top)
		}
	}
	return rows, len(tops) - len(rows)
}

// Up moves chosen rows past the sibling above; false if they are first.
func Up(t Tree, chosen []int) (Move, bool) {
	rows, stayed := together(t, chosen)
	if len(rows) == 0 {
		return Move{}, false
	}
	before := Before(t, rows[0])
	if before == None {
		return Move{}, false
	}
	return Move{ids(t, rows), Spot{idOf(t, Above(t, rows[0])), idOf(t, Before(t, before))}, stayed}, true
}

// Down moves chosen rows past the sibling below; false if they are last.
func Down(t Tree, chosen []int) (Move, bool) {
	rows, stayed := together(t, chosen)
	if len(rows) == 0 {
		return Move{}, false
	}
	after := After(t, rows[len(rows)-1])
	if after == None {
		return Move{}, false
	}
	return Move{ids(t, rows), Spot{idOf(t, Above(t, rows[0])), t.ID(after)}, stayed}, true
}

// In indents chosen rows: it makes them the last children of the sibling above; false if they
// are first.
func In(t Tree, chosen []int) (Move, bool) {
	rows, stayed := together(t, chosen)
	if len(rows) == 0 {
		return Move{}, false
	}
	into := Before(t, rows[0])
	if into == None {
		return Move{}, false
	}
	return Move{ids(t, rows), Spot{t.ID(into), idOf(t, Last(t, into))}, stayed}, true
}

// Out outdents chosen rows: it moves them after their parent; false if they are at the top
// level.
func Out(t Tree, chosen []int) (Move, bool) {
	rows, stayed := together(t, chosen)
	if len(rows) == 0 || t.Depth(rows[0]) == 0 {
		return Move{}, false
	}
	of := Above(t, rows[0])
	return Move{ids(t, rows), Spot{idOf(t, Above(t, of)), t.ID(of)}, stayed}, true
}

// Into makes all chosen rows the last children of a row, or moves them to the end of the top
// level if that is None; false if the row is one of them or below one.
func Into(t Tree, chosen []int, into int) (Move, bool) {
	tops := Tops(t, chosen)
	for _, top := range tops {
		if into >= top && into < End(t, top) {
			return Move{}, false
		}
	}
	after := Last(t, into)
	for after != None && slices.Contains(tops, after) {
		after = Before(t, after)
	}
	return Move{IDs: ids(t, tops), Spot: Spot{idOf(t, into), idOf(t, after)}}, len(tops) > 0
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

// Mark is the drop mark, at the depth that the dropped rows will have.
type Mark struct {
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
// two, where the depth of the pointer chooses among the possible parents. shown are the
// visible rows among all. It returns false if the rows would move into themselves.
func Drop(shown, all Tree, dragged []int, p Pointer) (Move, Mark, bool) {
	moved := Tops(shown, dragged)
	if p.Row < 0 || p.Row >= shown.Len() || len(moved) == 0 {
		return Move{}, Mark{}, false
	}
	if p.Part > upper && p.Part < lower {
		return dropInto(shown, all, moved, p.Row)
	}
	edge, gap := AtTop, p.Row
	if p.Part >= lower {
		edge, gap = AtBottom, p.Row+1
	}
	above, below := around(shown, moved, gap)
	depth := min(max(p.Depth, least(shown, below)), most(shown, all, above))
	return Move{IDs: ids(shown, moved), Spot: spotAt(shown, above, depth)}, Mark{p.Row, edge, depth}, true
}

func dropInto(shown, all Tree, moved []int, row int) (Move, Mark, bool) {
	for _, top := range moved {
		if row >= top && row < End(shown, top) {
			return Move{}, Mark{}, false
		}
	}
	whole := make([]int, len(moved))
	for i, top := range moved {
		whole[i] = Find(all, shown.ID(top))
	}
	m, ok := Into(all, whole, Find(all, shown.ID(row)))
	return m, Mark{row, Round, shown.Depth(row) + 1}, ok
}

// around returns the rows above and below a gap that are not moved themselves, or None.
func around(t Tree, moved []int, gap int) (above, below int) {
	above, below = gap-1, gap
	for i := len(moved) - 1; i >= 0; i-- {
		if top := moved[i]; above >= top && above < End(t, top) {
			above = top - 1
		}
	}
	for _, top := range moved {
		if below >= top && below < End(t, top) {
			below = End(t, top)
		}
	}
	if below >= t.Len() {
		below = None
	}
	return above, below
}

// least returns the depth of the row below, which is the minimum: a smaller depth would
// separate that row from its parent.
func least(t Tree, below int) int {
	if below == None {
		return 0
	}
	return t.Depth(below)
}

// most returns the maximum depth, one more than that of the row above. If the children of that
// row are not shown, it is the same depth: otherwise the dropped rows would disappear.
func most(shown, all Tree, above int) int {
	if above == None {
		return 0
	}
	depth := shown.Depth(above)
	whole := Find(all, shown.ID(above))
	open := above+1 < shown.Len() && shown.Depth(above+1) > depth
	if whole != None && End(all, whole) > whole+1 && !open {
		return depth
	}
	return depth + 1
}

// spotAt returns the position below a row, at a depth.
func spotAt(t Tree, above, depth int) Spot {
	if above == None {
		return Spot{}
	}
	if depth > t.Depth(above) {
		return Spot{Parent: t.ID(above)}
	}
	for t.Depth(above) > depth {
		above = Above(t, above)
	}
	return Spot{idOf(t, Above(t, above)), t.ID(above)}
}
