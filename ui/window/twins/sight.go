package twins

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// headRoom is as much as a tick is higher than its text, half above it.
func headRoom() float32 { return fynetheme.InnerPadding() }

// noTick is as wide as a tick, so that what has none stands below what has one.
func noTick() fyne.CanvasObject {
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(widget.NewCheck(&widget.Keys{}, "", nil).MinSize())
	return room
}

// shapeOf tells a contact apart where colours do not.
func shapeOf(n int) fyne.CanvasObject {
	image := canvas.NewImageFromResource(theme.Shape(n))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(fynetheme.TextSize()))
	return container.NewCenter(image)
}

// reveal scrolls to a tick that got the focus.
func (p *Page) reveal(f fyne.Focusable) {
	o, is := f.(fyne.CanvasObject)
	if !is {
		return
	}
	d := fyne.CurrentApp().Driver()
	top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(p.table).Y
	bottom := top + o.Size().Height
	if top < 0 || bottom > p.table.Size().Height {
		return // a button, outside of what scrolls
	}
	switch shown := p.scroll.Offset.Y; {
	case top < shown:
		p.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > shown+p.scroll.Size().Height:
		p.scroll.ScrollToOffset(fyne.NewPos(0, bottom-p.scroll.Size().Height))
	}
}
