package cli

import (
	"fmt"
	"strings"

	"crossfeed/engine/merge"
	"crossfeed/ui/cli/grid"
)

// around is the number of lines that are the same and shown on either side of
// those that differ.
const around = 1

// drawRows writes a text difference: - before lines of the left text, + before
// those of the right one, what differs inside a line in brackets, and of long
// stretches that are the same their number.
func drawRows(rows []merge.Row) []string {
	rows = grid.WithoutEnd(rows)
	var all []string
	for i := 0; i < len(rows); {
		if n := same(rows[i:]); n > 0 {
			all = append(all, drawSame(rows[i:i+n], i == 0, i+n == len(rows))...)
			i += n
			continue
		}
		all = append(all, drawRow(rows[i])...)
		i++
	}
	return all
}

// same counts the rows at the beginning that are the same on both sides.
func same(rows []merge.Row) int {
	n := 0
	for n < len(rows) && rows[n].Kind == merge.Equal {
		n++
	}
	return n
}

// drawSame draws a stretch that is the same on both sides: what stands next to
// others, and how many lines there are between.
func drawSame(rows []merge.Row, first, last bool) []string {
	before, behind := around, around
	if first {
		before = 0
	}
	if last {
		behind = 0
	}
	hidden := len(rows) - before - behind
	if hidden < 2 {
		before, behind, hidden = len(rows), 0, 0
	}
	var all []string
	for _, row := range rows[:before] {
		all = append(all, drawRow(row)...)
	}
	if hidden > 0 {
		all = append(all, fmt.Sprintf("    … %d lines are the same", hidden))
	}
	for _, row := range rows[len(rows)-behind:] {
		all = append(all, drawRow(row)...)
	}
	return all
}

func drawRow(row merge.Row) []string {
	if row.Kind == merge.Equal {
		return []string{strings.TrimRight("    "+drawSide(row.Left), " ")}
	}
	var all []string
	if row.Left.Number > 0 {
		all = append(all, "  - "+drawSide(row.Left))
	}
	if row.Right.Number > 0 {
		all = append(all, "  + "+drawSide(row.Right))
	}
	return all
}

func drawSide(s merge.Side) string {
	var text strings.Builder
	for _, p := range s.Spans {
		if p.Marked {
			text.WriteString("[" + p.Text + "]")
		} else {
			text.WriteString(p.Text)
		}
	}
	return text.String()
}
