package grid

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// FootSize is the width and height of the sign of a footnote.
func FootSize() float32 { return TextSize() * 1.05 }

// footnote draws a number in a circle. Fonts have such signs too, but not every
// font does.
func footnote(number int, name fyne.ThemeColorName) []fyne.CanvasObject {
	c := canvas.NewCircle(color.Transparent)
	c.StrokeColor, c.StrokeWidth = fynetheme.Color(name), 1
	c.Resize(fyne.NewSquareSize(FootSize()))
	t := canvas.NewText(strconv.Itoa(number), fynetheme.Color(name))
	t.TextSize = TextSize() * 0.75
	size := t.MinSize()
	t.Resize(size)
	t.Move(fyne.NewPos((FootSize()-size.Width)/2, (FootSize()-size.Height)/2))
	return []fyne.CanvasObject{c, t}
}

// place moves objects together.
func place(all []fyne.CanvasObject, x, y float32) {
	for _, o := range all {
		o.Move(o.Position().AddXY(x, y))
	}
}

// NewFootnote is the sign of a footnote, for a legend.
func NewFootnote(number int) fyne.CanvasObject {
	return container.NewCenter(container.New(fixed{}, footnote(number, theme.Quiet)...))
}

// fixed leaves everything where it is.
type fixed struct{}

// MinSize is that of a sign.
func (fixed) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSquareSize(FootSize()) }

// Layout does nothing.
func (fixed) Layout([]fyne.CanvasObject, fyne.Size) {}
