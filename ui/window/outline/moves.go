package outline

import "slices"

// Spot is where rows are put: in Parent, "" for the outermost, after After, "" for
// first.
type Spot struct{ Parent, After string }

// Move puts rows, of which none is in another, somewhere.
type Move struct {
	IDs []string
	Spot
}

// run are the first of the chosen rows and those that follow it directly, beside it.
func run(t Tree, chosen []int) []int {
	tops := Tops(t, chosen)
	if len(tops) == 0 {
		return nil
	}
	rows := tops[:1]
	for next := After(t, rows[0]); next != None && slices.Contains(tops, next); next = After(t, next) {
		rows = append(rows, next)
	}
	return rows
}

// Up moves chosen rows past the one above, in the same; false where they are first.
func Up(t Tree, chosen []int) (Move, bool) {
	rows := run(t, chosen)
	if len(rows) == 0 {
		return Move{}, false
	}
	before := Before(t, rows[0])
	if before == None {
		return Move{}, false
	}
	return Move{ids(t, rows), Spot{idOf(t, Above(t, rows[0])), idOf(t, Before(t, before))}}, true
}

// Down moves chosen rows past the one below, in the same; false where they are last.
func Down(t Tree, chosen []int) (Move, bool) {
	rows := run(t, chosen)
	if len(rows) == 0 {
		return Move{}, false
	}
	after := After(t, rows[len(rows)-1])
	if after == None {
		return Move{}, false
	}
	return Move{ids(t, rows), Spot{idOf(t, Above(t, rows[0])), t.ID(after)}}, true
}

// In moves chosen rows into the one above, beside them, after what is there; false
// where they are first.
func In(t Tree, chosen []int) (Move, bool) {
	rows := run(t, chosen)
	if len(rows) == 0 {
		return Move{}, false
	}
	into := Before(t, rows[0])
	if into == None {
		return Move{}, false
	}
	return Move{ids(t, rows), Spot{t.ID(into), idOf(t, Last(t, into))}}, true
}

// Out moves chosen rows out of what they are in, to stand after it; false where they
// are in nothing.
func Out(t Tree, chosen []int) (Move, bool) {
	rows := run(t, chosen)
	if len(rows) == 0 || t.Depth(rows[0]) == 0 {
		return Move{}, false
	}
	of := Above(t, rows[0])
	return Move{ids(t, rows), Spot{idOf(t, Above(t, of)), t.ID(of)}}, true
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
	return Move{ids(t, tops), Spot{idOf(t, into), idOf(t, after)}}, len(tops) > 0
}
