package grid

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

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

// Footnote is the sign of a footnote, for a legend.
type Footnote struct {
	widget.BaseWidget
	number int
}

// NewFootnote is the sign with that number.
func NewFootnote(number int) *Footnote {
	f := &Footnote{number: number}
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer draws the sign.
func (f *Footnote) CreateRenderer() fyne.WidgetRenderer {
	r := &footnoteRenderer{note: f}
	r.Refresh()
	return r
}

type footnoteRenderer struct {
	note    *Footnote
	objects []fyne.CanvasObject
}

// Destroy has nothing to end.
func (r *footnoteRenderer) Destroy() {}

// MinSize is that of the sign.
func (r *footnoteRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(FootSize()) }

// Objects are the circle and the number.
func (r *footnoteRenderer) Objects() []fyne.CanvasObject { return r.objects }

// Layout puts the sign into the middle of the height.
func (r *footnoteRenderer) Layout(size fyne.Size) {
	r.objects = footnote(r.note.number, theme.Quiet)
	place(r.objects, 0, (size.Height-FootSize())/2)
}

// Refresh draws the sign in the colour of the theme that now counts.
func (r *footnoteRenderer) Refresh() {
	r.Layout(r.note.Size())
	canvas.Refresh(r.note)
}
