package grid

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

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
	// Count is the number of columns that are in sight beside the pinned one.
	Count int
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
