package grid

import (
	"fmt"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
)

// around is the number of equal lines shown on either side of a difference.
const around = 1

// original is the heading of the original's column.
const original = "Original"

// text renders a long text: how each version and the result differ from the original, or from
// the first version that is not deleted if the original is unknown.
func (v View) text(s *conflicts.Session, c conflicts.Cell) []string {
	all := append(v.heading(s, c), v.moved(s, c)...)
	from, name, skip := v.compared(s, c)
	if name == "" {
		return all
	}
	for i, candidate := range s.Candidates() {
		switch {
		case candidate.Version.Deleted, candidate.Missing:
			all = append(all, "  "+v.label(candidate)+"  "+fieldValue(candidate, c, i)[0])
		case i != skip:
			all = append(all, v.differences(name, v.label(candidate), from, c.Values[i])...)
		}
	}
	if c.Open || undecided(s) || s.Outcome().Deletes {
		return append(all, "  RESULT  "+result(s, c)[0])
	}
	return append(all, v.differences(name, "RESULT", from, c.Result)...)
}

// moved names open hunks that are paragraphs which were moved and edited.
func (v View) moved(s *conflicts.Session, c conflicts.Cell) (all []string) {
	for _, h := range s.Hunks(c.Field) {
		switch m := h.Move; {
		case !h.Open || m == nil:
		case m.Unclear:
			all = append(all, v.Entry("  ", "Moved and edited by both.")...)
		default:
			all = append(all, v.Entry("  ", fmt.Sprintf("Moved by %s, edited by %s.", conflicts.Letter(m.By), conflicts.Letter(m.Edited)))...)
		}
	}
	return all
}

// compared returns the text that others are compared with, its label, and the index of the
// version that it comes from, or -1.
func (v View) compared(s *conflicts.Session, c conflicts.Cell) (text, label string, skip int) {
	if c.HasBase {
		return c.Base, original, -1
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
func (v View) differences(from, to, left, right string) []string {
	if left == right {
		if from == original {
			from = "the original"
		}
		return v.Entry("  "+to+"  ", "the same as "+from)
	}
	all := []string{"  " + from + " → " + to}
	rows := merge.Text(left, right)
	all = append(all, Difference(rows, v.row, func(lines string) []string { return v.Entry("      … ", lines) })...)
	if onlyEnds(WithoutEnd(rows)) {
		all = append(all, v.Entry("      ", "only line endings differ")...)
	}
	return all
}

// Difference renders the rows of a text difference. Long runs of equal rows are replaced by
// their number.
func Difference(rows []merge.Row, row func(merge.Row) []string, hidden func(lines string) []string) []string {
	rows = WithoutEnd(rows)
	var all []string
	for i := 0; i < len(rows); {
		if n := alike(rows[i:]); n > 0 {
			all = append(all, stretch(rows[i:i+n], i == 0, i+n == len(rows), row, hidden)...)
			i += n
			continue
		}
		all = append(all, row(rows[i])...)
		i++
	}
	return all
}

// WithoutEnd removes the empty last line of texts that both end in a line end.
func WithoutEnd(rows []merge.Row) []merge.Row {
	last := len(rows) - 1
	if last > 0 && rows[last].Kind == merge.Equal && len(rows[last].Left.Spans) == 0 {
		return rows[:last]
	}
	return rows
}

// alike counts the equal rows at the beginning.
func alike(rows []merge.Row) int {
	for i, row := range rows {
		if row.Kind != merge.Equal {
			return i
		}
	}
	return len(rows)
}

func onlyEnds(rows []merge.Row) bool { return alike(rows) == len(rows) }

// stretch renders a run of equal lines: those next to differences, and the number of those in
// between.
func stretch(rows []merge.Row, first, last bool, row func(merge.Row) []string, between func(lines string) []string) []string {
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
func (v View) row(row merge.Row) []string {
	if row.Kind == merge.Equal {
		return v.line("      ", side(row.Left))
	}
	var all []string
	if row.Left.Number > 0 {
		all = append(all, v.line("    - ", side(row.Left))...)
	}
	if row.Right.Number > 0 {
		all = append(all, v.line("    + ", side(row.Right))...)
	}
	return all
}

func (v View) line(before, text string) []string {
	return indented(before, wrap(text, v.width()-Width(before)))
}
