package history

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"crossfeed/engine/merge"
	"crossfeed/ui/display"
)

// diffLine is one row of the list.
type diffLine struct {
	// Heading, if not "", is drawn instead of two sides.
	Heading string
	// Folded is the number of equal rows that the line stands for, if any.
	Folded int
	// Stretch is the number of the folded run of equal rows in its field.
	Stretch int
	// Group is the field that the line belongs to.
	Group string
	// Kind is the kind of difference.
	Kind merge.Kind
	// Left and Right are the sides.
	Left, Right diffHalf
}

// diffHalf is one side of a row.
type diffHalf struct {
	// Number is the number of the text's line, or "" if the row continues it or the side does
	// not have it.
	Number string
	Spans  []merge.Span
	// There reports whether the side has this line at all.
	There bool
}

// diffLines returns the rows of a difference, wrapped to columns columns per side.
func diffLines(group string, rows []merge.Row, columns int) []diffLine {
	lines := make([]diffLine, 0, len(rows))
	for _, r := range rows {
		left, right := halves(r.Left, columns), halves(r.Right, columns)
		for i := range max(len(left), len(right)) {
			lines = append(lines, diffLine{Group: group, Kind: r.Kind, Left: halfAt(left, i), Right: halfAt(right, i)})
		}
	}
	return lines
}

func halfAt(halves []diffHalf, i int) diffHalf {
	if i < len(halves) {
		return halves[i]
	}
	return diffHalf{}
}

// longestLine limits how much of a line is shown, in bytes: far more than a person reads, and
// as much as is wrapped at once.
const longestLine = 20_000

// beginning returns the part of a line that is shown.
func beginning(spans []merge.Span) []merge.Span {
	left := longestLine
	for i, s := range spans {
		if len(s.Text) > left {
			s.Text = strings.ToValidUTF8(s.Text[:left], "") + "…"
			return append(slices.Clone(spans[:i]), s)
		}
		left -= len(s.Text)
	}
	return spans
}

func halves(s merge.Side, columns int) []diffHalf {
	if s.Number == 0 {
		return nil
	}
	pieces := wrap(beginning(s.Spans), max(columns, 1))
	all := make([]diffHalf, len(pieces))
	for i, spans := range pieces {
		all[i] = diffHalf{Spans: spans, There: true}
	}
	all[0].Number = strconv.Itoa(s.Number)
	return all
}

// The number of equal rows that stay visible on both sides of a difference, and the minimum
// number of hidden rows for which folding is worthwhile.
const (
	contextRows = 3
	worthFold   = 3
)

// foldLines replaces each run of equal rows by one row, except for the open ones. Runs are
// counted from 0, even those that are too short to fold, so that their numbers do not change
// with the width.
func foldLines(lines []diffLine, open map[int]bool) []diffLine {
	if !slices.ContainsFunc(lines, foldable) {
		return lines
	}
	var folded []diffLine
	stretch := 0
	for i := 0; i < len(lines); {
		if !foldable(lines[i]) {
			folded = append(folded, lines[i])
			i++
			continue
		}
		end := i
		for end < len(lines) && foldable(lines[end]) && lines[end].Group == lines[i].Group {
			end++
		}
		if open[stretch] {
			folded = append(folded, lines[i:end]...)
		} else {
			folded = append(folded, shorten(lines[i:end], stretch, i == 0, end == len(lines))...)
		}
		stretch++
		i = end
	}
	return folded
}

func foldable(l diffLine) bool { return l.Heading == "" && l.Kind == merge.Equal }

// shorten folds a run, except for its edges next to differences.
func shorten(stretch []diffLine, number int, first, last bool) []diffLine {
	head, tail := contextRows, contextRows
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	hidden := len(stretch) - head - tail
	if hidden < worthFold {
		return stretch
	}
	short := append([]diffLine(nil), stretch[:head]...)
	short = append(short, diffLine{Group: stretch[0].Group, Folded: hidden, Stretch: number})
	return append(short, stretch[len(stretch)-tail:]...)
}

// inColumns measures monospaced text, in columns.
func inColumns(text string, _ bool) float32 { return float32(uniseg.StringWidth(text)) }

// inBoth says that no piece of a line belongs to another version of it.
func inBoth(bool) display.Version { return display.Both }

// wrap breaks a line into rows of columns columns.
func wrap(spans []merge.Span, columns int) [][]merge.Span {
	width := 0
	for _, s := range spans {
		width += len(s.Text) // no letter is wider in columns than its length in bytes
	}
	if width <= columns {
		return [][]merge.Span{spans}
	}
	pieces := make([]display.Piece[bool], len(spans))
	for i, s := range spans {
		pieces[i] = display.Piece[bool]{Text: s.Text, Mark: s.Marked}
	}
	var rows [][]merge.Span
	room := display.Room{First: float32(columns), Width: float32(columns)}
	for _, row := range display.WrapPieces(pieces, room, inColumns, inBoth) {
		var spans []merge.Span
		for _, p := range row {
			spans = append(spans, merge.Span{Text: p.Text, Marked: p.Mark})
		}
		rows = append(rows, spans)
	}
	return rows
}
