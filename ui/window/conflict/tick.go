package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
)

// tickHeight is the height of the lowest line of a head, in sizes of text.
const tickHeight = 1.7

// ticked puts a text close beside a tick: Fyne leaves more room round a tick than
// the head of a column has.
func ticked(tick, text fyne.CanvasObject) *fyne.Container {
	return container.New(tickLayout{}, tick, text)
}

type tickLayout struct{}

// MinSize is the height of the line.
func (tickLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, tickHeight*fynetheme.TextSize())
}

// Layout lets the room round the tick stand out of the line.
func (tickLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	tick, text := objects[0], objects[1]
	least, out := tick.MinSize(), fynetheme.InnerPadding()*0.75
	tick.Resize(least)
	tick.Move(fyne.NewPos(-out, (size.Height-least.Height)/2))
	left := fynetheme.IconInlineSize() + out
	text.Resize(fyne.NewSize(size.Width-left, size.Height))
	text.Move(fyne.NewPos(left, 0))
}
