package display

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// Measure returns the width of the part of the line between two offsets.
type Measure func(from, to int) float32

// breakRows returns the offsets at which the rows of a line begin; the first is always 0. A
// line is broken between words (UAX #14) and next to what only one version has, never before
// punctuation, and inside a number only where that alone is wider than the room for one.
func breakRows(line string, room Room, parts []part, measure Measure) []int {
	b := breaker{Numbers: Numbers{line: line}, Room: room, measure: measure, rows: []int{0}}
	if measure(0, len(line)) <= room.First { // most lines fit: finding words takes far longer
		return b.rows
	}
	b.inside = insideNumbers(line, parts)
	also := besides(parts)
	from := 0
	word := func(to int) {
		if to < len(line) && b.Inside(to) {
			b.spaces = append(b.spaces, to)
			return
		}
		b.word(from, to)
		from = to
	}
	for rest, state := line, -1; rest != ""; {
		_, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		end := len(line) - len(rest)
		for len(also) > 0 && also[0] < end {
			word(also[0])
			also = also[1:]
		}
		word(end)
	}
	return b.rows
}

// besides returns the offsets next to what only the version before has: what replaced it is
// another word.
func besides(parts []part) []int {
	var all []int
	for i := 1; i < len(parts); i++ {
		if parts[i-1].of == Before || parts[i].of == Before {
			all = append(all, parts[i-1].end)
		}
	}
	return all
}

type breaker struct {
	Numbers
	Room
	measure Measure
	rows    []int
	used    float32
	// spaces are the offsets inside numbers at which the line could otherwise be broken.
	spaces []int
}

// room returns the width of the current row.
func (b *breaker) room() float32 {
	if len(b.rows) == 1 {
		return b.First
	}
	return b.Width
}

// word adds a word with its trailing space, which may extend beyond the row.
func (b *breaker) word(from, to int) {
	ink := from + len(strings.TrimRight(b.line[from:to], " "))
	width := b.measure(from, ink)
	taken := b.used > 0 && b.used+width > b.room()
	if taken || width > b.room() && width <= b.most() && b.room() < b.Width && b.numeric(from, ink) {
		b.next(from)
	}
	if width > b.room() {
		b.long(from, to)
		return
	}
	b.used += b.measure(from, to)
}

// numeric reports whether a word has a number of several letters.
func (b *breaker) numeric(from, to int) bool {
	return b.inside != nil && slices.Contains(b.inside[from:to], true)
}

func (b *breaker) next(at int) {
	b.rows = append(b.rows, at)
	b.used = 0
}

// long breaks a word that is wider than a row between clusters: if possible, without splitting
// numbers or separating punctuation from what it follows.
func (b *breaker) long(from, to int) {
	clusters := clustersOf(b.line[from:to], from)
	for len(clusters) > 1 {
		n := 1
		for n < len(clusters)-1 && b.measure(from, clusters[n+1]) <= b.room() {
			n++
		}
		if n == len(clusters)-1 && b.measure(from, clusters[n]) <= b.room() {
			break
		}
		at := b.bestBreak(clusters[:n+1])
		if b.Inside(clusters[at]) {
			at = b.wholeNumber(clusters, at)
		}
		if at == len(clusters)-1 {
			break
		}
		from = clusters[at]
		b.next(from)
		clusters = clusters[at:]
	}
	b.used = b.measure(from, to)
}

// wholeNumber returns the end of the number that would be broken at a cluster, if there is room
// for all of it, or else that cluster.
func (b *breaker) wholeNumber(clusters []int, at int) int {
	last := len(clusters) - 1
	ink := clusters[0] + len(strings.TrimRight(b.line[clusters[0]:clusters[last]], " "))
	for end := at + 1; end <= last && b.measure(clusters[0], min(clusters[end], ink)) <= b.most(); end++ {
		switch {
		case clusters[end] >= ink:
			return last
		case b.harm(clusters[end]) == 0:
			return end
		}
	}
	return at
}

// bestBreak returns the last cluster boundary at which a word that is wider than a row should
// be broken.
func (b *breaker) bestBreak(clusters []int) int {
	best, last := 0, len(clusters)-1
	for at := last; at > 0; at-- {
		if best == 0 || b.harm(clusters[at]) < b.harm(clusters[best]) {
			best = at
		}
	}
	return best
}

// harm returns how much worse it is to break a word at an offset than elsewhere.
func (b *breaker) harm(at int) int {
	if _, gap := slices.BinarySearch(b.spaces, at); gap {
		return atSpace
	}
	return b.Harm(at)
}

// clustersOf returns the boundaries of the grapheme clusters of a word.
func clustersOf(word string, offset int) []int {
	all := []int{offset}
	for rest, state := word, -1; rest != ""; {
		_, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		all = append(all, offset+len(word)-len(rest))
	}
	return all
}

// breakable reports whether a word that is wider than a row may be broken at an offset: not
// inside a number, and not before punctuation.
func breakable(line string, at int) bool {
	before, after := line[at-1], line[at]
	if strings.IndexByte(".,;:!?)]}%", after) >= 0 {
		return false
	}
	return !(numeric(before) && digit(after) || digit(before) && numeric(after))
}

// inDate reports whether an offset is inside a date or a telephone number: next to a hyphen or
// a slash between digits.
func inDate(line string, at int) bool {
	joins := func(i int) bool {
		return i > 0 && i+1 < len(line) && (line[i] == '-' || line[i] == '/') && digit(line[i-1]) && digit(line[i+1])
	}
	return joins(at-1) || joins(at)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// numeric reports whether a byte can be part of a number.
func numeric(c byte) bool { return digit(c) || slices.Contains([]byte(".,:"), c) }

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
