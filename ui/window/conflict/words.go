package conflict

import (
	"encoding/binary"
	"slices"
	"strings"

	"crossfeed/engine/merge"
	"crossfeed/ui/display"
	"crossfeed/ui/widget/grid"
)

// wordsOf returns a changed line with both what was removed, which is struck out, and what
// replaced it.
func wordsOf(before, now []merge.Span) []grid.Span {
	var all []grid.Span
	add := func(text string, mark grid.Mark) {
		if n := len(all); n > 0 && all[n-1].Mark == mark {
			all[n-1].Text += text
			return
		}
		all = append(all, grid.Span{Text: text, Mark: mark})
	}
	old, fresh := words{spans: before}, words{spans: now}
	for old.more() || fresh.more() {
		switch {
		case old.marked():
			add(old.take(len(old.rest())), grid.MarkRemoved)
		case fresh.marked():
			add(fresh.take(len(fresh.rest())), grid.MarkAdded)
		default:
			n := min(len(old.rest()), len(fresh.rest()))
			if n == 0 || old.rest()[:n] != fresh.rest()[:n] {
				return marksOf(now, grid.MarkAdded) // they were not compared with each other
			}
			old.take(n)
			add(fresh.take(n), grid.MarkNone)
		}
	}
	return all
}

// marksOf returns the spans of a line, with a mark on those that differ.
func marksOf(spans []merge.Span, mark grid.Mark) []grid.Span {
	all := make([]grid.Span, len(spans))
	for i, s := range spans {
		all[i].Text = s.Text
		if s.Marked {
			all[i].Mark = mark
		}
	}
	return all
}

// words iterates over the spans of a line.
type words struct {
	spans []merge.Span
	// used is the number of bytes consumed from the first span.
	used int
}

func (w *words) more() bool { return len(w.spans) > 0 }

func (w *words) marked() bool { return w.more() && w.spans[0].Marked }

func (w *words) rest() string {
	if !w.more() {
		return ""
	}
	return w.spans[0].Text[w.used:]
}

func (w *words) take(n int) string {
	text := w.rest()[:n]
	if w.used += n; w.rest() == "" {
		w.spans, w.used = w.spans[1:], 0
	}
	return text
}

// present returns a line without what was removed from it.
func present(spans []grid.Span) []grid.Span {
	var all []grid.Span
	for _, s := range spans {
		if s.Mark != grid.MarkRemoved {
			all = append(all, s)
		}
	}
	return all
}

// lost marks the parts of a line of the original that some version does not have. others holds
// the same line with the parts marked that each version lacks.
func lost(line string, others [][]merge.Span) []grid.Span {
	gone := make([]bool, len(line))
	for _, spans := range others {
		at := 0
		for _, s := range spans {
			for i := at; s.Marked && i < min(at+len(s.Text), len(line)); i++ {
				gone[i] = true
			}
			at += len(s.Text)
		}
	}
	var all []grid.Span
	for from := 0; from < len(line); {
		to := from + 1
		for to < len(line) && gone[to] == gone[from] {
			to++
		}
		mark := grid.MarkNone
		if gone[from] {
			mark = grid.MarkLost
		}
		all, from = append(all, grid.Span{Text: line[from:to], Mark: mark}), to
	}
	return all
}

func textOf(spans []grid.Span) string {
	if len(spans) == 1 {
		return spans[0].Text
	}
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// row wraps bands to the columns.
func (l *layer) row(bands []band) grid.Row {
	r := grid.Row{Cells: make([]grid.Cell, l.columns())}
	for n, b := range bands {
		lines, most := l.wrapped(b, n == 0 && !b.same), 1
		for _, of := range lines {
			most = max(most, len(of))
		}
		for i, of := range lines {
			rest := slices.Repeat([]grid.Line{blank(b.sides[i])}, most-len(of))
			r.Cells[i].Lines = append(append(r.Cells[i].Lines, of...), rest...)
		}
	}
	return r
}

// wrapped wraps a band in each column. Equal neighbouring columns are wrapped once; the result
// has a different width.
func (l *layer) wrapped(b band, first bool) [][]grid.Line {
	lines, result := make([][]grid.Line, len(b.sides)), len(b.sides)-1
	for i, s := range b.sides {
		if i > 0 && i < result && s.equal(b.sides[i-1]) && l.noting[i] == l.noting[i-1] {
			lines[i] = lines[i-1]
			continue
		}
		lines[i] = l.wrap(s, i == result, first && (i == result || l.noting[i]))
	}
	return lines
}

// blank returns an empty line for a side that has fewer lines than its neighbours.
func blank(s side) grid.Line {
	if !s.there {
		return grid.Line{}
	}
	return grid.Line{Kind: s.kind}
}

// wrap breaks a line to the width of its column. The first line of a cell with a note leaves
// space for the note.
func (l *layer) wrap(s side, result, noted bool) []grid.Line {
	if !s.there {
		return nil
	}
	width := l.shape.Text(result)
	head := width
	if noted {
		head -= l.shape.Note
	}
	key := wrapKey{sign: s.sign, kind: s.kind, style: s.style, head: head, width: width, most: l.shape.Most, ruler: l.ruler}
	key.text, key.pieces = piecesOf(s.spans)
	w := l.known.wrapped(key, func() wrappedLine { return wrappedLine{l.broken(s, head, width), l.widest(s)} })
	if !result {
		l.needed = max(l.needed, w.needed)
	}
	return w.lines
}

// widest returns the width that a column needs for the widest number in a line, which may be
// drawn smaller there.
func (l *layer) widest(s side) float32 {
	most := l.shape.Most
	return min(display.WidestNumber(s.spans, most/grid.SmallestScale, l.measure(s.style), versionOf), most)
}

// broken breaks a line into rows of a width. The first row has the width head. A row with a
// number that is wider is drawn smaller.
func (l *layer) broken(s side, head, width float32) []grid.Line {
	measure := l.measure(s.style)
	rows := display.WrapPieces(s.spans, display.Room{First: head, Width: width, Number: width / grid.SmallestScale}, measure, versionOf)
	rightToLeft := display.RightToLeft(textOf(s.spans))
	lines := make([]grid.Line, len(rows))
	for i, spans := range rows {
		lines[i] = grid.Line{Spans: trimmed(spans), RightToLeft: rightToLeft, Kind: s.kind, Style: s.style}
		if wide := widthOf(lines[i].Spans, measure); wide > width {
			lines[i].Scale = width / wide
		}
	}
	lines[0].Sign = s.sign
	return lines
}

func widthOf(spans []grid.Span, measure func(string, grid.Mark) float32) (width float32) {
	for _, s := range spans {
		width += measure(s.Text, s.Mark)
	}
	return width
}

// piecesOf returns the text of a line, and an encoding of its spans, which is "" if nothing is
// marked.
func piecesOf(spans []grid.Span) (text, pieces string) {
	if len(spans) == 0 || len(spans) == 1 && spans[0].Mark == grid.MarkNone {
		return textOf(spans), ""
	}
	var all []byte
	for _, s := range spans {
		all = append(binary.AppendUvarint(all, uint64(len(s.Text))), byte(s.Mark))
	}
	return textOf(spans), string(all)
}

// versionOf returns the version of a line that has what is marked.
func versionOf(m grid.Mark) display.Version {
	switch m {
	case grid.MarkRemoved:
		return display.Before
	case grid.MarkAdded:
		return display.After
	}
	return display.Both
}

// trimmed removes the spaces at which a line was broken: their background would extend beyond
// the line.
func trimmed(spans []grid.Span) []grid.Span {
	for n := len(spans) - 1; n >= 0; n-- {
		if spans[n].Text = strings.TrimRight(spans[n].Text, " "); spans[n].Text != "" {
			break
		}
		spans = spans[:n]
	}
	return spans
}

func (l *layer) measure(look grid.Style) func(string, grid.Mark) float32 {
	return func(text string, mark grid.Mark) float32 { return l.ruler.Width(text, look, mark == grid.MarkAdded) }
}
