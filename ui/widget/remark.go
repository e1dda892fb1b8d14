package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// Remark says below a field what is wrong with it, with a sign that can be seen
// without colours. It takes no room where there is nothing to say.
type Remark struct {
	object *fyne.Container
	words  *Notice
	text   string
}

// NewRemark is a remark that says nothing.
func NewRemark() *Remark {
	r := &Remark{words: NewNotice("", Look{Color: fynetheme.ColorNameError, Size: fynetheme.SizeNameCaptionText})}
	r.object = NewWarning(theme.IconProblem, fynetheme.ColorNameError, r.words)
	r.object.Hide()
	return r
}

// Object is what is shown.
func (r *Remark) Object() fyne.CanvasObject { return r.object }

// Text is what the remark says, or "".
func (r *Remark) Text() string { return r.text }

// Say shows a text; with "" there is no remark. It tells whether that changed
// anything.
func (r *Remark) Say(text string) bool {
	if r.text == text {
		return false
	}
	r.text = text
	r.words.SetText(text)
	r.object.Hidden = text == ""
	r.object.Refresh()
	return true
}
