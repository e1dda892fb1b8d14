// Package status is the bar below: what was done last, and how far what is
// being done is.
package status

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// Bar is the status bar.
type Bar struct {
	object   *fyne.Container
	sign     *canvas.Image
	text     *widget.Line
	work     *fyne.Container
	progress *fynewidget.ProgressBar
}

// barWidth is the room of the progress bar, in Fyne's units.
const barWidth = 160

// New is a bar that says nothing. cancel is called when a person stops what
// is being done.
func New(keys *widget.Keys, cancel func()) *Bar {
	b := &Bar{text: widget.NewLine("", widget.Look{}), progress: fynewidget.NewProgressBar()}
	b.progress.TextFormatter = func() string { return "" }
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(fyne.NewSize(barWidth, 0))
	stop := widget.NewButton(keys, lang.L("Cancel"), cancel)
	b.work = container.NewHBox(container.NewStack(room, container.NewCenter(container.NewGridWrap(fyne.NewSize(barWidth, 14), b.progress))), stop)
	b.work.Hide()
	b.sign = canvas.NewImageFromResource(theme.Icon(theme.IconProblem, theme.Attention))
	b.sign.FillMode = canvas.ImageFillContain
	b.sign.SetMinSize(fyne.NewSquareSize(fynetheme.TextSize() * 1.5))
	b.sign.Hide()
	b.object = container.NewStack(widget.NewGround(theme.Panel), container.New(layout.NewCustomPaddedLayout(4, 4, 10, 8), widget.Border(nil, nil, b.sign, b.work, b.text)))
	return b
}

// Object is what is shown.
func (b *Bar) Object() fyne.CanvasObject { return b.object }

// Text is what the bar says.
func (b *Bar) Text() string { return b.text.Text() }

// Say tells what was done.
func (b *Bar) Say(text string) { b.tell(text, false, widget.Look{}) }

// Warn tells what could not be done. A sign stands before it, so that the
// colour is not alone.
func (b *Bar) Warn(text string) {
	b.tell(text, true, widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
}

func (b *Bar) tell(text string, sign bool, look widget.Look) {
	b.sign.Hidden = !sign
	b.text.Set(text, look)
	b.object.Refresh()
}

// Working shows how far something is: done of all, or that it has begun where
// all is 0.
func (b *Bar) Working(done, all int) {
	b.progress.Max = float64(max(all, 1))
	b.progress.SetValue(float64(done))
	b.work.Show()
	b.object.Refresh()
}

// Idle takes the progress away.
func (b *Bar) Idle() {
	b.work.Hide()
	b.object.Refresh()
}
