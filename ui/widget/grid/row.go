// Package grid shows values side by side in a table: a row for each field, a
// column for each version, the names pinned at the left and one column pinned at
// the right. Whatever the values, its lines are of one height, so that it shows a
// long text as quickly as a short one.
package grid

import (
	"crossfeed/engine/merge"
	"crossfeed/ui/display"
)

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
	// Differs says what is to be seen in the row.
	Differs Difference
	// Begins tells that a line separates the row from the one above.
	Begins bool
}

// Cell is what a row shows in a column.
type Cell struct {
	Lines []Line
	// Note is at the right end of the first line, in small letters: where the
	// value is from. Firm notes stand out.
	Note string
	Firm bool
}

// Line is one line of a cell, no wider than the column.
type Line struct {
	// Sign stands before the text.
	Sign string
	// Spans are the text, in the order in which it is stored.
	Spans []Span
	// RightToLeft tells that the line is read from right to left: it stands at
	// the right end of its cell.
	RightToLeft bool
	// Kind is what became of the line: it gives the line its ground.
	Kind merge.Kind
	Look Look
	// Choices are the buttons behind the text.
	Choices []Choice
}

// Span is a part of a line with what became of it.
type Span = display.Piece[Mark]

// Mark says what became of a part of a line. It is drawn by a shape and a colour.
type Mark int

// Marks.
const (
	// MarkNone: nothing.
	MarkNone Mark = iota
	// MarkAdded: words that are not in the original; bold and underlined.
	MarkAdded
	// MarkRemoved: words that the version which shows them removed; struck out.
	MarkRemoved
	// MarkLost: words of the original that not every version still has;
	// underlined with dots.
	MarkLost
)

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
