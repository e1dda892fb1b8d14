package outline

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
