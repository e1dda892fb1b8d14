package field

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/display"
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

// longestEdited is the length in bytes up to which a line can be edited. Of a longer one
// the beginning is shown, and it can be replaced as a whole.
const longestEdited = 64 << 10

// needsEditor reports whether an entry cannot show a text as it is, but an editor can.
func needsEditor(text string) bool {
	return len(text) <= longestEdited && display.Entered(text, widget.LongestEntry) != text
}

// NewLine is for a text of one line.
func NewLine(d Desk, hint string) *Line {
	l := &Line{desk: d, entry: widget.NewEntry(d.Keys, hint)}
	l.entry.OnChanged = func(string) { d.Changed() }
	l.entry.OnOverflow = l.grow
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
	long := needsEditor(value)
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
	return l.entry.Text()
}

// grow goes on in the editor with a text that is too long for the entry, where that can
// take it.
func (l *Line) grow(text string) bool {
	if len(text) > longestEdited {
		return false
	}
	l.Put(text)
	widget.Focus(l.editor, l.object)
	l.desk.Changed()
	return true
}

// SetEnabled allows typing.
func (l *Line) SetEnabled(enabled bool) {
	setEnabled(enabled, l.entry)
	if l.editor != nil {
		setEnabled(enabled, l.editor)
	}
}
