package grid

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/widget"
)

// Choice is a button in a line of a cell: one way to resolve what is open there.
type Choice struct {
	Text string
	// Number identifies it among the choices of its row.
	Number int
	// X is its left edge, relative to the text of the cell, Width its width.
	X, Width float32
}

// ChoiceRoom returns the width of a button in addition to its text.
func ChoiceRoom() float32 { return TextSize() }

// ChoiceGap returns the gap after a button.
func ChoiceGap() float32 { return TextSize() * 0.4 }

// choices draws the buttons of a line.
func (p *painter) choices(line Line, x float32) {
	for _, c := range line.Choices {
		b := canvas.NewRectangle(fynetheme.Color(fynetheme.ColorNameButton))
		b.StrokeColor, b.StrokeWidth = fynetheme.Color(fynetheme.ColorNameInputBorder), 1
		b.CornerRadius = 4
		b.Move(fyne.NewPos(x+c.X, 1)) // the frame would be cut off at the top of the first line
		b.Resize(fyne.NewSize(c.Width, p.height-2))
		p.objects = append(p.objects, b)
		bold := fyne.TextStyle{Bold: true}
		width := fyne.MeasureText(c.Text, TextSize(), bold).Width
		p.write(c.Text, bold, fynetheme.ColorNameForeground, x+c.X+(c.Width-width)/2)
	}
}

// choiceAt returns the button at a position of a line.
func (g *Grid) choiceAt(line int, x float32) (Choice, bool) {
	row := g.of[line]
	n := line - g.first[row]
	for column, cell := range g.rows[row].Cells {
		left, _, visible := g.columnAt(column)
		if !visible || n >= len(cell.Lines) {
			continue
		}
		for _, c := range cell.Lines[n].Choices {
			if at := x - left - inset() - c.X; at >= 0 && at < c.Width {
				return c, true
			}
		}
	}
	return Choice{}, false
}

// TypedKey moves the mark, takes or clears the marked cell, or forwards the key.
func (g *Grid) TypedKey(ev *fyne.KeyEvent) { g.keys.Handle(func() { g.typedKey(ev) }) }

func (g *Grid) typedKey(ev *fyne.KeyEvent) {
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

// tapped marks the clicked cell, and takes it.
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

// headTapped marks the heading of a column.
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
