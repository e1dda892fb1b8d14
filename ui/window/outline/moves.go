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
