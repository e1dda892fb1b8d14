package display

import "strings"

// Piece is a part of a line with the same style.
type Piece[M comparable] struct {
	Text string
	Mark M
}

// tab is drawn instead of a tab.
const tab = "    "

// Room is the width that the rows of a line have.
type Room struct {
	// First is the width of the first row, Width that of the others.
	First, Width float32
	// Number is the width up to which a number is not broken although it is wider than a row;
	// 0 if each such number is.
	Number float32
}

// most returns the width of the widest number that is not broken.
func (r Room) most() float32 { return max(r.Width, r.Number) }

// WrapPieces breaks a line into rows. There is always at least one row. The first is empty if
// the line begins with a number that is too wide for it, but not for the others. of returns the
// version of the line that a piece belongs to: text that was removed and its replacement are two
// words, although there may be no space between them.
func WrapPieces[M comparable](pieces []Piece[M], room Room, measure func(text string, mark M) float32, of func(M) Version) [][]Piece[M] {
	w := newWrapped(pieces, measure, of)
	if len(w.pieces) == 0 {
		return [][]Piece[M]{nil}
	}
	starts := breakRows(w.line, room, w.parts, w.width)
	if len(starts) == 1 {
		return [][]Piece[M]{w.pieces}
	}
	rows := make([][]Piece[M], len(starts))
	for i, from := range starts {
		to := w.end()
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		w.each(from, to, func(p Piece[M]) { rows[i] = append(rows[i], p) })
	}
	return rows
}

// WidestNumber returns the width of the widest number in a line that is not wider than most; 0
// if there is none.
func WidestNumber[M comparable](pieces []Piece[M], most float32, measure func(text string, mark M) float32, of func(M) Version) (widest float32) {
	w := newWrapped(pieces, measure, of)
	inside := insideNumbers(w.line, w.parts)
	for from := 0; from < len(inside); from++ {
		to := from
		for to+1 < len(inside) && inside[to+1] {
			to++
		}
		if to > from {
			if width := w.width(from, to+1); width <= most {
				widest = max(widest, width)
			}
			from = to
		}
	}
	return widest
}

// wrapped is a line of pieces; starts are their offsets in it.
type wrapped[M comparable] struct {
	line    string
	pieces  []Piece[M]
	starts  []int
	parts   []part
	measure func(text string, mark M) float32
}

func newWrapped[M comparable](pieces []Piece[M], measure func(text string, mark M) float32, of func(M) Version) *wrapped[M] {
	w := &wrapped[M]{measure: measure}
	for _, p := range pieces {
		if p.Text = strings.ReplaceAll(p.Text, "\t", tab); p.Text != "" {
			w.pieces, w.starts = append(w.pieces, p), append(w.starts, w.end())
			w.line += p.Text
			w.parts = append(w.parts, part{w.end(), of(p.Mark)})
		}
	}
	return w
}

func (w *wrapped[M]) end() int { return len(w.line) }

func (w *wrapped[M]) width(from, to int) (width float32) {
	w.each(from, to, func(p Piece[M]) { width += w.measure(p.Text, p.Mark) })
	return width
}

// each calls do with the pieces of a part of the line.
func (w *wrapped[M]) each(from, to int, do func(Piece[M])) {
	for i, p := range w.pieces {
		a, b := max(from-w.starts[i], 0), min(to-w.starts[i], len(p.Text))
		if a < b {
			do(Piece[M]{p.Text[a:b], p.Mark})
		}
	}
}
