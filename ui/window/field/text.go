package field

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
)

// Text edits a text of several lines as it is.
type Text struct{ editor *textedit.Editor }

// NewLines is for a text that shows at least so many lines.
func NewLines(d Desk, hint string, rows int) *Text { return &Text{newEditor(d, hint, rows)} }

func newEditor(d Desk, hint string, rows int) *textedit.Editor {
	e := textedit.New(d.Keys, hint, rows)
	e.OnChanged, e.OnResized = d.Changed, d.Resized
	return e
}

// Object is what is shown.
func (t *Text) Object() fyne.CanvasObject { return t.editor.Object() }

// Focus is the editor.
func (t *Text) Focus() fyne.Focusable { return t.editor }

// Put shows a text.
func (t *Text) Put(value string) { t.editor.Put(value) }

// Value is the text.
func (t *Text) Value() string { return t.editor.Text() }

// SetEnabled allows typing.
func (t *Text) SetEnabled(enabled bool) { setEnabled(enabled, t.editor) }

// Line edits a text of one line as it is. Fyne's entry takes time with the square of the
// length: a text that is too long for it has an editor in its place.
type Line struct {
	object fyne.CanvasObject
	stack  *fyne.Container
	entry  *widget.Entry
	// editor is there once a text needed it, and shown while one does.
	editor *textedit.Editor
	desk   Desk
}

// longLine is the length in bytes from which on a line has an editor.
const longLine = 4 << 10

// NewLine is for a text of one line.
func NewLine(d Desk, hint string) *Line {
	l := &Line{desk: d, entry: widget.NewEntry(d.Keys, hint)}
	l.entry.OnChanged = func(string) { d.Changed() }
	l.stack = container.NewStack(l.entry)
	l.object = l.stack
	return l
}

// NewTitle is for the line that an item is known by, which is larger.
func NewTitle(d Desk, hint string) *Line {
	l := NewLine(d, hint)
	l.entry.TextStyle.Bold = true
	l.object = newEnlarged(l.stack)
	return l
}

// Object is what is shown.
func (l *Line) Object() fyne.CanvasObject { return l.object }

// Focus is where the line is typed.
func (l *Line) Focus() fyne.Focusable {
	if l.long() {
		return l.editor
	}
	return l.entry
}

func (l *Line) long() bool { return l.editor != nil && l.editor.Object().Visible() }

// Put shows a text.
func (l *Line) Put(value string) {
	long := len(value) > longLine
	if long && l.editor == nil {
		const rows = 3
		l.editor = newEditor(l.desk, "", rows)
		l.stack.Add(l.editor.Object())
		setEnabled(!l.entry.Disabled(), l.editor)
	}
	if l.editor != nil {
		show(l.editor.Object(), long)
	}
	show(l.entry, !long)
	if long {
		l.editor.Put(value)
	} else {
		l.entry.Put(value)
	}
}

// Value is the text.
func (l *Line) Value() string {
	if l.long() {
		return l.editor.Text()
	}
	return l.entry.Text
}

// SetEnabled allows typing.
func (l *Line) SetEnabled(enabled bool) {
	setEnabled(enabled, l.entry)
	if l.editor != nil {
		setEnabled(enabled, l.editor)
	}
}
