package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Notice is a sentence or two that wraps where it does not fit.
type Notice struct {
	widget.RichText
	words *widget.TextSegment
}

// NewNotice is a notice that looks so.
func NewNotice(text string, look Look) *Notice {
	n := &Notice{words: &widget.TextSegment{Text: text, Style: widget.RichTextStyle{
		ColorName: look.Color, SizeName: look.Size, TextStyle: look.Style,
	}}}
	n.Segments = []widget.RichTextSegment{n.words}
	n.Wrapping, n.Scroll = fyne.TextWrapWord, fyne.ScrollNone
	n.ExtendBaseWidget(n)
	return n
}

// SetText changes the text.
func (n *Notice) SetText(text string) {
	n.words.Text = text
	n.Refresh()
}

// Text is what the notice says.
func (n *Notice) Text() string { return n.words.Text }
