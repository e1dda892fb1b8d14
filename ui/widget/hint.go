package widget

import (
	"fyne.io/fyne/v2"

	"crossfeed/ui/theme"
)

// Hint is what stands in the middle of a place that has nothing to show: why
// that is, or what to do about it.
type Hint struct {
	object *fyne.Container
	words  *Notice
}

// NewHint is a hint that says nothing yet.
func NewHint() *Hint {
	words := NewNotice("", Look{Color: theme.Quiet})
	words.words.Style.Alignment = fyne.TextAlignCenter
	return &Hint{Middle(words), words}
}

// Object is what is shown.
func (h *Hint) Object() fyne.CanvasObject { return h.object }

// Say shows a text; with "" there is no hint.
func (h *Hint) Say(text string) {
	h.words.SetText(text)
	h.object.Hidden = text == ""
	h.object.Refresh()
}
