package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
)

// Notice is a sentence or two that wraps where it does not fit.
type Notice struct {
	widget.RichText
	text  string
	words *widget.TextSegment
}

// NewNotice is a notice that looks so.
func NewNotice(text string, look Look) *Notice {
	n := &Notice{text: text, words: &widget.TextSegment{Text: display.Wrapped(text), Style: widget.RichTextStyle{
		ColorName: look.Color, SizeName: look.Size, TextStyle: look.Style,
	}}}
	n.Segments = []widget.RichTextSegment{n.words}
	n.Wrapping, n.Scroll = fyne.TextWrapWord, fyne.ScrollNone
	n.ExtendBaseWidget(n)
	return n
}

// SetText changes the text.
func (n *Notice) SetText(text string) {
	n.text, n.words.Text = text, display.Wrapped(text)
	n.Refresh()
}

// Text is the text as it was set, whole.
func (n *Notice) Text() string { return n.text }
