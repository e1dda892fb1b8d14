package cli

import (
	"fmt"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
)

// contextLines is the number of equal lines shown on either side of a difference.
const contextLines = 1

// originalLabel is the heading of the original's column.
const originalLabel = "Original"

// text renders a long text: how each version and the result differ from the original, or from
// the first version that is not deleted if the original is unknown.
func (v conflictView) text(s *conflicts.Session, c conflicts.Cell) []string {
	all := append(v.heading(s, c), v.moved(s, c)...)
	from, name, skip := v.compared(s, c)
	if name == "" {
		return all
	}
	for i, candidate := range s.Candidates() {
		switch {
		case candidate.Version.Deleted, candidate.Missing:
			all = append(all, "  "+v.label(candidate)+"  "+versionValue(candidate, c, i)[0])
		case i != skip:
			all = append(all, v.differences(name, v.label(candidate), from, c.Values[i])...)
		}
	}
	if c.Open || undecided(s) || s.Outcome().Deletes {
		return append(all, "  RESULT  "+resultValue(s, c)[0])
	}
	return append(all, v.differences(name, "RESULT", from, c.Result)...)
}

// moved names open hunks that are paragraphs which were moved and edited.
func (v conflictView) moved(s *conflicts.Session, c conflicts.Cell) (all []string) {
	for _, h := range s.Hunks(c.Field) {
		switch m := h.Move; {
		case !h.Open || m == nil:
		case m.Unclear:
			all = append(all, v.entry("  ", "Moved and edited by both.")...)
		default:
			all = append(all, v.entry("  ", fmt.Sprintf("Moved by %s, edited by %s.", conflicts.Letter(m.By), conflicts.Letter(m.Edited)))...)
		}
	}
	return all
}

// compared returns the text that others are compared with, its label, and the index of the
// version that it comes from, or -1.
func (v conflictView) compared(s *conflicts.Session, c conflicts.Cell) (text, label string, skip int) {
	if c.HasBase {
		return c.Base, originalLabel, -1
	}
	for i, candidate := range s.Candidates() {
		if !candidate.Version.Deleted && !candidate.Missing {
			return c.Values[i], v.label(candidate), i
		}
	}
	return "", "", -1
}

// differences renders a text difference: "-" before lines of the first text, "+" before lines
// of the second, and differences within a line in brackets.
func (v conflictView) differences(from, to, left, right string) []string {
	if left == right {
		if from == originalLabel {
			from = "the original"
		}
		return v.entry("  "+to+"  ", "the same as "+from)
	}
	all := []string{"  " + from + " → " + to}
	rows := merge.Text(left, right)
	all = append(all, differenceLines(rows, v.row, func(lines string) []string { return v.entry("      … ", lines) })...)
	if onlyLineEnds(withoutEnd(rows)) {
		all = append(all, v.entry("      ", "only line endings differ")...)
	}
	return all
}

// differenceLines renders the rows of a text difference. Long runs of equal rows are replaced by
// their number.
func differenceLines(rows []merge.Row, row func(merge.Row) []string, hidden func(lines string) []string) []string {
	rows = withoutEnd(rows)
	var all []string
	for i := 0; i < len(rows); {
		if n := equalRows(rows[i:]); n > 0 {
			all = append(all, equalStretch(rows[i:i+n], i == 0, i+n == len(rows), row, hidden)...)
			i += n
			continue
		}
		all = append(all, row(rows[i])...)
		i++
	}
	return all
}

// withoutEnd removes the empty last line of texts that both end in a line end.
func withoutEnd(rows []merge.Row) []merge.Row {
	last := len(rows) - 1
	if last > 0 && rows[last].Kind == merge.Equal && len(rows[last].Left.Spans) == 0 {
		return rows[:last]
	}
	return rows
}

// equalRows counts the equal rows at the beginning.
func equalRows(rows []merge.Row) int {
	for i, row := range rows {
		if row.Kind != merge.Equal {
			return i
		}
	}
	return len(rows)
}

func onlyLineEnds(rows []merge.Row) bool { return equalRows(rows) == len(rows) }

// equalStretch renders a run of equal lines: those next to differences, and the number of those
// in between.
func equalStretch(rows []merge.Row, first, last bool, row func(merge.Row) []string, between func(lines string) []string) []string {
	before, behind := contextLines, contextLines
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
	for _, r := range rows[:before] {
		all = append(all, row(r)...)
	}
	if hidden > 0 {
		all = append(all, between(fmt.Sprintf("%d lines are the same", hidden))...)
	}
	for _, r := range rows[len(rows)-behind:] {
		all = append(all, row(r)...)
	}
	return all
}

// row renders a line of a difference.
func (v conflictView) row(row merge.Row) []string {
	if row.Kind == merge.Equal {
		return v.line("      ", sideText(row.Left))
	}
	var all []string
	if row.Left.Number > 0 {
		all = append(all, v.line("    - ", sideText(row.Left))...)
	}
	if row.Right.Number > 0 {
		all = append(all, v.line("    + ", sideText(row.Right))...)
	}
	return all
}

func (v conflictView) line(before, text string) []string {
	return indented(before, wrapLine(text, v.width-lineWidth(before)))
}
