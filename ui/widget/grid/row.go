// Package grid shows values side by side in a table: a row for each field, a
// column for each version, the names pinned at the left and one column pinned at
// the right. Whatever the values, its lines are of one height, so that it shows a
// long text as quickly as a short one.
package grid

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

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

// Widths, as so many times the size of text.
const (
	// leastColumn is the width that no column falls below: where all would
	// they are scrolled instead. narrowColumn is that of columns of which the
	// frozen ones leave hardly any room for another.
	leastColumn  = 10.2
	narrowColumn = 8.8
	mostNames    = 9
	leastNames   = 5
	// pinnedShare is how much wider the pinned column is than the others.
	pinnedShare = 1.35
	// nameShare is how much of the width the names take at most.
	nameShare = 0.12
)

// Shape says where columns stand: whole ones only, so that no text is cut at the
// edge. Others are reached by scrolling sideways, column by column.
type Shape struct {
	// Names, Column and Pinned are widths, in Fyne's units.
	Names, Column, Pinned float32
	// Count is the number of columns that are in sight beside the pinned one, and Stay
	// that of those at the left that always are: the others scroll sideways.
	Count, Stay int
	// Inset is the room before a text, Note that for the note at the end of the
	// first line of a cell.
	Inset, Note float32
}

// shapeOf shares a width among so many columns, of which some are frozen.
func shapeOf(width float32, columns, frozen int) Shape {
	em := fynetheme.TextSize()
	s := Shape{Inset: inset(), Note: noteRoom(), Names: min(max(width*nameShare, leastNames*em), mostNames*em)}
	room := width - s.Names
	fit := func(column float32) int { return int(room/(column*em) - pinnedShare) }
	s.Count = min(max(fit(leastColumn), min(fit(narrowColumn), frozen+1), 1), max(columns, 1))
	if s.Stay = columns; columns > s.Count {
		s.Stay = min(frozen, s.Count-1) // so many that another one fits
	}
	s.Column = room / (float32(s.Count) + pinnedShare)
	s.Pinned = s.Column * pinnedShare
	return s
}

// Text is the room for the text of a cell, in Fyne's units.
func (s Shape) Text(pinned bool) float32 {
	if pinned {
		return s.Pinned - s.Inset*1.5
	}
	return s.Column - s.Inset*1.5
}

// inset is the room for the sign before a text.
func inset() float32 { return 1.4 * TextSize() }

// noteRoom is that for the note at the end of the first line of a cell.
func noteRoom() float32 { return 4.4 * TextSize() }

// TextSize is the size of the text in cells.
func TextSize() float32 { return fynetheme.TextSize() * 0.95 }

func styleOf(look Look, firm bool) fyne.TextStyle {
	style := fyne.TextStyle{Bold: firm || look == Asking}
	if look == Fixed || look == Gone {
		style.Monospace = true
	}
	style.Italic = look == Quiet
	return style
}
