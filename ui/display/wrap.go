package display

import "strings"

// Piece is a part of a line with the same style.
type Piece[M comparable] struct {
	Text string
	Mark M
}

// tab is drawn instead of a tab.
const tab = "    "

// WrapPieces breaks a line into rows of a width, the first of which may have another width.
// There is always at least one row. splits reports whether the line may be broken between a
// piece and the next, whatever their texts.
func WrapPieces[M comparable](pieces []Piece[M], first, width float32, measure func(text string, mark M) float32, splits func(before, after M) bool) [][]Piece[M] {
	w := wrapped[M]{measure: measure}
	for i, p := range pieces {
		if i > 0 && splits(pieces[i-1].Mark, p.Mark) {
			w.also = append(w.also, w.end())
		}
		if p.Text = strings.ReplaceAll(p.Text, "\t", tab); p.Text != "" {
			w.pieces, w.starts = append(w.pieces, p), append(w.starts, w.end())
			w.line += p.Text
		}
	}
	if len(w.pieces) == 0 {
		return [][]Piece[M]{nil}
	}
	starts := BreakRows(w.line, first, width, w.also, w.width)
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

// wrapped is a line of pieces; starts are their offsets in it.
type wrapped[M comparable] struct {
	line    string
	pieces  []Piece[M]
	starts  []int
	also    []int
	measure func(text string, mark M) float32
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
