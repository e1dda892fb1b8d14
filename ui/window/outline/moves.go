package outline

import "slices"

// Spot is where rows are put: in Parent, "" for the outermost, after After, "" for
// first.
type Spot struct{ Parent, After string }

// Move puts rows, of which none is in another, somewhere.
type Move struct {
	IDs []string
	Spot
	// Stayed is how many of the chosen rows stand in something else than the first of
	// them, and are not moved.
	Stayed int
}

// together are the first of the chosen rows and those that stand in the same. They come
// to stand beside each other. stayed is how many others there are.
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

// Up moves chosen rows past the one above, in the same; false where they are first.
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

// Down moves chosen rows past the one below, in the same; false where they are last.
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

// In moves chosen rows into the one above, beside them, after what is there; false
// where they are first.
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

// Out moves chosen rows out of what they are in, to stand after it; false where they
// are in nothing.
func Out(t Tree, chosen []int) (Move, bool) {
	rows, stayed := together(t, chosen)
	if len(rows) == 0 || t.Depth(rows[0]) == 0 {
		return Move{}, false
	}
	of := Above(t, rows[0])
	return Move{ids(t, rows), Spot{idOf(t, Above(t, of)), t.ID(of)}, stayed}, true
}

// Into moves all chosen rows into one, or to the outermost ones where that is None,
// after what is there; false where it is in one of them.
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

// Pointer is where rows are dragged: over a row, at a part of its height from 0, its
// upper edge, to 1, and so far to the right that this depth is meant.
type Pointer struct {
	Row   int
	Part  float32
	Depth int
}

// Edge says where at a row a mark is drawn.
type Edge int

// Above the row, below it, or round it: into it.
const (
	AtTop Edge = iota
	AtBottom
	Round
)

// Mark is where it is shown that something is dropped, at the depth that it will
// have.
type Mark struct {
	Row   int
	Edge  Edge
	Depth int
}

// Quarters of a row at which dropping means beside it, and not into it.
const (
	upper = 0.25
	lower = 0.75
)

// Drop says where dragged rows go that are let go at a pointer: into the row, or
// between two, where how far to the right it is decides between what ends there.
// shown are the rows of all that can be seen. It is false where they would come into
// themselves.
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

// around are the rows above and below a gap that are not moved themselves, or None.
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

// least is the depth of what follows: whatever is put before it ends no branch that
// it is in.
func least(t Tree, below int) int {
	if below == None {
		return 0
	}
	return t.Depth(below)
}

// most is one deeper than the row above, unless what is in that is not shown: nobody
// would see what was put there.
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

// spotAt is the place below a row, at a depth.
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
