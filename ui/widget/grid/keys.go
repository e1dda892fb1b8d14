package grid

import (
	"fyne.io/fyne/v2"

	"crossfeed/ui/widget"
)

// TypedKey moves the mark, takes or clears what it is on, or hands the key up.
func (g *Grid) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyLeft:
		g.beside(-1)
	case fyne.KeyRight:
		g.beside(1)
	case fyne.KeyUp:
		g.step(-1)
	case fyne.KeyDown:
		g.step(1)
	case fyne.KeyPageUp:
		g.page(-1)
	case fyne.KeyPageDown:
		g.page(1)
	case fyne.KeyHome:
		g.nearest(Head, 1)
	case fyne.KeyEnd:
		g.nearest(len(g.rows)-1, -1)
	case fyne.KeyBackspace, fyne.KeyDelete:
		call(g.OnCleared)
	case fyne.KeyF2:
		call(g.OnRenamed)
	default:
		g.typedOther(ev)
	}
}

func (g *Grid) typedOther(ev *fyne.KeyEvent) {
	if widget.IsEnter(ev.Name) {
		g.take(g.shifted())
		return
	}
	g.List.TypedKey(ev)
}

// tapped marks what was clicked, and takes it.
func (g *Grid) tapped(line int, x float32) {
	if line >= len(g.of) {
		return
	}
	widget.Focus(g, g)
	column := g.at.Column
	for c := range g.columns + 1 {
		if left, width, visible := g.columnAt(c); visible && x >= left && x < left+width {
			column = c
		}
	}
	if row := g.of[line]; !g.rows[row].Passed {
		choice, chosen := g.choiceAt(line, x)
		g.goTo(At{row, column})
		if chosen {
			if g.OnChosen != nil {
				g.OnChosen(choice.Number)
			}
			return
		}
		if x >= g.shape.Names || g.rows[row].Cells == nil {
			g.take(g.shifted())
		}
	}
}

// headTapped marks the head of a column.
func (g *Grid) headTapped(column int) {
	widget.Focus(g, g)
	g.goTo(At{Head, column})
}

func (g *Grid) take(add bool) {
	if g.OnTaken != nil {
		g.OnTaken(add)
	}
}

func (g *Grid) shifted() bool {
	return g.keys.Held != nil && g.keys.Held()&fyne.KeyModifierShift != 0
}

func call(f func()) {
	if f != nil {
		f()
	}
}
