// Package diff shows two texts side by side: one list whose rows draw both
// sides, so that they scroll together, wrapped beforehand to rows of one
// height.
package diff

import (
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/merge"
)

// Line is one row of the list.
type Line struct {
	// Heading, where it is not "", is drawn instead of two sides.
	Heading string
	// Folded is the number of equal rows that the line stands for, if any.
	Folded int
	// Stretch is the number of the folded stretch in its field.
	Stretch int
	// Group tells which field the line belongs to.
	Group string
	// Kind says what became of the left text here.
	Kind merge.Kind
	// Left and Right are the sides.
	Left, Right Half
}

// Half is what one side of a row shows.
type Half struct {
	// Number is the number of the text's line, or "" where the row continues
	// it or the side has none.
	Number string
	Spans  []merge.Span
	// There tells that the side has this line at all.
	There bool
}

// Lines are the rows of a difference, wrapped to so many columns a side.
func Lines(group string, rows []merge.Row, columns int) []Line {
	var lines []Line
	for _, r := range rows {
		left, right := halves(r.Left, columns), halves(r.Right, columns)
		for i := range max(len(left), len(right)) {
			lines = append(lines, Line{Group: group, Kind: r.Kind, Left: at(left, i), Right: at(right, i)})
		}
	}
	return lines
}

func at(halves []Half, i int) Half {
	if i < len(halves) {
		return halves[i]
	}
	return Half{}
}

// longestLine is how much of a line is shown, in bytes: far more than a person reads,
// and as much as is wrapped at once.
const longestLine = 20_000

// beginning is as much of a line as is shown.
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

func halves(s merge.Side, columns int) []Half {
	if s.Number == 0 {
		return nil
	}
	pieces := wrap(beginning(s.Spans), max(columns, 1))
	all := make([]Half, len(pieces))
	for i, spans := range pieces {
		all[i] = Half{Spans: spans, There: true}
	}
	all[0].Number = strconv.Itoa(s.Number)
	return all
}
