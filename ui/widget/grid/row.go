// Package grid shows values side by side in a table: a row for each field, a
// column for each version, the names pinned at the left and one column pinned at
// the right. Whatever the values, its lines are of one height, so that it shows a
// long text as quickly as a short one.
package grid

import "crossfeed/engine/merge"

// Row is what the mark stands on as one: a field, a stretch of a long text, or a
// line that stands for others. It is as many lines high as its tallest cell.
type Row struct {
	// Key tells the row from all others, also after the rows were replaced.
	Key string
	// Name stands in the pinned column at the left; of a row that goes on with
	// what an earlier one began, Of does, quietly.
	Name, Of string
	// Cells are those of the columns, the pinned one's last; nil where Text
	// takes the whole width, with Sign before it.
	Cells      []Cell
	Sign, Text string
	// Passed rows are not marked: the mark goes on to the next.
	Passed bool
	// Begins tells that a line separates the row from the one above.
	Begins bool
}

// Cell is what a row shows in a column.
type Cell struct {
	Lines []Line
	// Note stands at the right end of the first line, in small letters, and
	// behind it the number of a footnote in a circle, or none where Foot is 0.
	// Firm tells that the note stands out.
	Note string
	Foot int
	Firm bool
}

// Line is one line of a cell, no wider than the column.
type Line struct {
	// Sign stands before the text.
	Sign string
	// Spans are the text; marked ones are bold and underlined.
	Spans []merge.Span
	// Kind is what became of the line: it gives the line its ground.
	Kind merge.Kind
	Look Look
}

// Look is how the text of a line is drawn.
type Look int

// Looks.
const (
	// Plain text is proportional.
	Plain Look = iota
	// Fixed text is of letters of one width, for texts of several lines.
	Fixed
	// Gone is Fixed text that is struck out.
	Gone
	// Struck text is Plain text that is struck out.
	Struck
	// Quiet text stands back: nothing is there.
	Quiet
	// Asking text stands out: it waits for a decision.
	Asking
)

// height is the number of lines that a row takes.
func (r Row) height() int {
	most := 1
	for _, c := range r.Cells {
		most = max(most, len(c.Lines))
	}
	return most
}
