// Package grid shows values side by side in a table: a row for each field, a column for each
// version, the names pinned at the left and one column pinned at the right. Its lines always
// have the same height, so that it shows a long text as quickly as a short one.
package grid

import (
	"math"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/merge"
	"crossfeed/ui/display"
)

// Row is a unit that the mark can be on: a field, a hunk of a long text, or a line that stands
// for others. It is as many lines high as its tallest cell.
type Row struct {
	// Key identifies the row, even after the rows were replaced.
	Key string
	// Name is shown in the column pinned at the left. If the row continues an earlier one, Of
	// is shown instead, dimmed.
	Name, Of string
	// Cells are the cells of the columns, that of the pinned one last. If they are nil, Text
	// takes the whole width, with Sign before it.
	Cells      []Cell
	Sign, Text string
	// Passed rows cannot be marked: the mark moves on to the next row.
	Passed bool
	// Differs is the kind of difference in the row.
	Differs Difference
	// Begins draws a line above the row.
	Begins bool
}

// Cell is the content of a row in a column.
type Cell struct {
	Lines []Line
	// Note is at the right end of the first line, in small letters: the source of the value.
	// Firm emphasizes it.
	Note string
	Firm bool
}

// Line is one line of a cell, no wider than the column.
type Line struct {
	// Scale is the size of the text relative to that of other lines; 0 is the same. A number
	// that is wider than the column is drawn smaller, so that it is not broken.
	Scale float32
	// Sign is before the text.
	Sign string
	// Spans are the text, in logical order.
	Spans []Span
	// RightToLeft aligns the line at the right end of its cell, because it is read from right
	// to left.
	RightToLeft bool
	// Kind is the kind of difference; it determines the background.
	Kind  merge.Kind
	Style Style
	// Choices are the buttons after the text.
	Choices []Choice
}

// Span is a part of a line with its mark.
type Span = display.Piece[Mark]

// Mark is what became of a part of a line. It is shown by a shape and a color.
type Mark int

const (
	// MarkNone marks nothing.
	MarkNone Mark = iota
	// MarkAdded marks words that are not in the original; bold and underlined.
	MarkAdded
	// MarkRemoved marks words that this version removed; struck out.
	MarkRemoved
	// MarkLost marks words of the original that not all versions still have; underlined with
	// dots.
	MarkLost
)

// Style is the style of the text of a line.
type Style int

const (
	// Plain text is proportional.
	Plain Style = iota
	// Fixed text is monospaced, for texts of several lines.
	Fixed
	// Gone is Fixed text that is struck out.
	Gone
	// Struck is Plain text that is struck out.
	Struck
	// Quiet text is dimmed: it stands for an empty value.
	Quiet
	// Asking text is emphasized: it needs a decision.
	Asking
)

// SmallestScale is the smallest Scale of a line at which it can still be read.
const SmallestScale = 0.75

// scale returns the size of the text of a line relative to others.
func (l Line) scale() float32 {
	if l.Scale == 0 {
		return 1
	}
	return l.Scale
}

// height returns the number of lines of a row.
func (r Row) height() int {
	most := 1
	for _, c := range r.Cells {
		most = max(most, len(c.Lines))
	}
	return most
}

// Widths, relative to the text size.
const (
	// leastColumn is the minimum width of a column: if all columns would be narrower, they
	// scroll. narrowColumn is the minimum if the frozen columns leave hardly any room for
	// another one.
	leastColumn  = 10.2
	narrowColumn = 8.8
	mostNames    = 9
	leastNames   = 5
	// pinnedShare is how much wider the pinned column is than the others.
	pinnedShare = 1.35
	// nameShare limits the share of the names in the width.
	nameShare = 0.12
)

// Shape is the layout of the columns: only whole columns are shown, so that no text is cut off
// at the edge. The others are reached by scrolling horizontally, column by column.
type Shape struct {
	// Names, Column and Pinned are widths, in Fyne's units.
	Names, Column, Pinned float32
	// Count is the number of visible columns without the pinned one, and Stay the number of
	// those at the left that are always visible; the others scroll.
	Count, Stay int
	// Inset is the space before a text, Note the space for the note at the end of the first
	// line of a cell.
	Inset, Note float32
	// Most is the width of the text that a column can have at most; a number that is wider is
	// drawn smaller, if that is enough.
	Most float32
}

// shapeOf distributes a width among columns, some of which are frozen. needed is the width that
// a text of a column needs: for it, columns scroll, then the names and the pinned column get
// less.
func shapeOf(width float32, columns, frozen int, needed float32) Shape {
	em := fynetheme.TextSize()
	s := Shape{Inset: inset(), Note: noteRoom(), Names: min(max(width*nameShare, leastNames*em), mostNames*em)}
	room := width - s.Names
	fit := func(column float32) int { return int(room/(column*em) - pinnedShare) }
	s.Count = min(max(fit(leastColumn), min(fit(narrowColumn), frozen+1), 1), max(columns, 1))
	fewest := min(s.Count, frozen+1)
	s.Column = room / (float32(s.Count) + pinnedShare)
	for s.Text(false) < needed && s.Count > fewest {
		s.Count--
		s.Column = room / (float32(s.Count) + pinnedShare)
	}
	s.Pinned = s.Column * pinnedShare
	least := min(s.Names, leastNames*em)
	most := float32(math.Floor(float64((width - least) / float32(fewest+1))))
	s.Most = most - s.margins() - 1 // widths are rounded up
	if s.Text(false) < needed {
		s.Names = least
		s.Column = max(s.Column, min(float32(math.Ceil(float64(needed+s.margins()))), most))
		s.Pinned = width - s.Names - s.Column*float32(s.Count)
	}
	if s.Stay = columns; columns > s.Count {
		s.Stay = min(frozen, s.Count-1) // leave room for at least one other
	}
	return s
}

// margins returns the space around the text in a cell.
func (s Shape) margins() float32 { return s.Inset * 1.5 }

// Text returns the width of the text in a cell, in Fyne's units.
func (s Shape) Text(pinned bool) float32 {
	if pinned {
		return s.Pinned - s.margins()
	}
	return s.Column - s.margins()
}

// inset returns the width of the sign before a text.
func inset() float32 { return 1.4 * TextSize() }

// noteRoom returns the width of the note at the end of the first line of a cell.
func noteRoom() float32 { return 4.4 * TextSize() }

// TextSize returns the size of the text in cells.
func TextSize() float32 { return fynetheme.TextSize() * 0.95 }

func styleOf(look Style, firm bool) fyne.TextStyle {
	style := fyne.TextStyle{Bold: firm || look == Asking}
	if look == Fixed || look == Gone {
		style.Monospace = true
	}
	style.Italic = look == Quiet
	return style
}
