package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
)

// tickHeight is the height of a tick next to a button, in sizes of text.
const tickHeight = 2.5

// ticked puts a text close beside a tick: Fyne leaves more room round a tick than
// the head of a column has.
func ticked(tick, text fyne.CanvasObject) *fyne.Container {
	return container.New(tickLayout{}, tick, text)
}

type tickLayout struct{}

// MinSize is that of the tick, without the room round it, and the text.
func (tickLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(textAt()+objects[1].MinSize().Width, tickHeight*fynetheme.TextSize())
}

// outside is how far the room round a tick stands out of the line, textAt where the
// text begins.
func outside() float32 { return fynetheme.InnerPadding() * 0.75 }

func textAt() float32 { return fynetheme.IconInlineSize() + outside() }

// Layout lets the room round the tick stand out of the line.
func (tickLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	tick, text := objects[0], objects[1]
	least, left := tick.MinSize(), textAt()
	tick.Resize(least)
	tick.Move(fyne.NewPos(-outside(), (size.Height-least.Height)/2))
	text.Resize(fyne.NewSize(size.Width-left, size.Height))
	text.Move(fyne.NewPos(left, 0))
}
