package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// Notice is a sentence or two that wraps where it does not fit. It starts where the titles
// and fields around it start, without the padding that Fyne puts left and right of texts.
type Notice struct {
	widget.BaseWidget
	text  string
	words *widget.TextSegment
	rich  *widget.RichText
}

// NewNotice is a notice that looks so.
func NewNotice(text string, look Look) *Notice {
	n := &Notice{text: text, words: &widget.TextSegment{Text: display.Wrapped(text), Style: widget.RichTextStyle{
		ColorName: look.Color, SizeName: look.Size, TextStyle: look.Style,
	}}}
	n.rich = widget.NewRichText(n.words)
	n.rich.Wrapping, n.rich.Scroll = fyne.TextWrapWord, fyne.ScrollNone
	n.ExtendBaseWidget(n)
	return n
}

// NewWarning is a notice behind a sign, which stands beside its first line and can be seen
// without colours.
func NewWarning(icon string, color fyne.ThemeColorName, words *Notice) *fyne.Container {
	return Signed(widget.NewIcon(theme.Icon(icon, color)), words)
}

// Signed is a notice behind a sign that its caller changes.
func Signed(sign *widget.Icon, words *Notice) *fyne.Container {
	return container.New(signed{}, sign, words)
}

// CreateRenderer draws the text.
func (n *Notice) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(unpadded{}, n.rich))
}

// SetText changes the text.
func (n *Notice) SetText(text string) {
	n.text, n.words.Text = text, display.Wrapped(text)
	n.rich.Refresh()
	n.Refresh()
}

// Text is the text as it was set, whole.
func (n *Notice) Text() string { return n.text }

// unpadded is a text without the padding at its sides.
type unpadded struct{}

// MinSize is that of the text in the width that it has.
func (unpadded) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := objects[0].MinSize()
	return fyne.NewSize(max(size.Width-2*fynetheme.InnerPadding(), 0), size.Height)
}

// Layout moves the padding outside.
func (unpadded) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(-fynetheme.InnerPadding(), 0))
	objects[0].Resize(fyne.NewSize(size.Width+2*fynetheme.InnerPadding(), size.Height))
}

// signed is a sign and a notice.
type signed struct{}

// MinSize is that of both.
func (signed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	sign, words := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(sign.Width+signGap()+words.Width, max(sign.Height, words.Height))
}

// Layout puts the middle of the sign at that of the first line.
func (signed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	sign, words := objects[0], objects[1]
	side := sign.MinSize()
	sign.Resize(side)
	line := fynetheme.InnerPadding() + fyne.MeasureText("M", fynetheme.TextSize(), fyne.TextStyle{}).Height/2
	sign.Move(fyne.NewPos(0, line-side.Height/2))
	left := side.Width + signGap()
	words.Move(fyne.NewPos(left, 0))
	words.Resize(fyne.NewSize(size.Width-left, size.Height))
}

// signGap is the room between a sign and its words.
func signGap() float32 { return fynetheme.InnerPadding() }
