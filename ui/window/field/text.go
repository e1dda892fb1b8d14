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

// NewLines returns an empty text. rows is the minimum number of lines that it shows.
func NewLines(d Desk, hint string, rows int) *Text { return &Text{newEditor(d, hint, rows)} }

func newEditor(d Desk, hint string, rows int) *textedit.Editor {
	e := textedit.New(d.Keys, hint, rows)
	e.OnChanged, e.OnResized = d.Changed, d.Resized
	return e
}

func (t *Text) Object() fyne.CanvasObject { return t.editor.Object() }

func (t *Text) Focus() fyne.Focusable { return t.editor }

func (t *Text) Put(value string) { t.editor.Put(value) }

func (t *Text) Value() string { return t.editor.Text() }

func (t *Text) SetEnabled(enabled bool) { widget.Enable(enabled, t.editor) }

// Line edits a single-line text as it is. The time that Fyne's entry takes grows with the
// square of the length, so a text that is too long for it is shown in an editor instead.
type Line struct {
	object fyne.CanvasObject
	stack  *fyne.Container
	entry  *widget.Entry
	// editor is created when a text needs it, and shown as long as one does.
	editor *textedit.Editor
	desk   Desk
}

// longestEdited is the maximum length in bytes of a line that can be edited. Of a longer one,
// only the beginning is shown, and it can only be replaced as a whole.
const longestEdited = 64 << 10

// needsEditor reports whether a text is too long for an entry, but not for an editor.
func needsEditor(text string) bool {
	return len(text) <= longestEdited && display.Entered(text, widget.LongestEntry) != text
}

// NewLine returns an empty line.
func NewLine(d Desk, hint string) *Line {
	l := &Line{desk: d, entry: widget.NewEntry(d.Keys, hint)}
	l.entry.OnChanged = func(string) { d.Changed() }
	l.entry.OnOverflow = l.grow
	l.stack = container.NewStack(l.entry)
	l.object = l.stack
	return l
}

// NewTitle returns an empty line in larger text, for the title of an item.
func NewTitle(d Desk, hint string) *Line {
	l := NewLine(d, hint)
	l.entry.TextStyle.Bold = true
	l.object = newEnlarged(l.stack)
	return l
}

func (l *Line) Object() fyne.CanvasObject { return l.object }

// Focus returns the entry or editor.
func (l *Line) Focus() fyne.Focusable {
	if l.long() {
		return l.editor
	}
	return l.entry
}

func (l *Line) long() bool { return l.editor != nil && l.editor.Object().Visible() }

func (l *Line) Put(value string) {
	long := needsEditor(value)
	if long && l.editor == nil {
		const rows = 3
		l.editor = newEditor(l.desk, "", rows)
		l.stack.Add(l.editor.Object())
		widget.Enable(!l.entry.Disabled(), l.editor)
	}
	if l.editor != nil {
		widget.Show(l.editor.Object(), long)
	}
	widget.Show(l.entry, !long)
	if long {
		l.editor.Put(value)
	} else {
		l.entry.Put(value)
	}
}

func (l *Line) Value() string {
	if l.long() {
		return l.editor.Text()
	}
	return l.entry.Text()
}

// grow moves a text that became too long for the entry to the editor, and reports whether that
// can take it.
func (l *Line) grow(text string) bool {
	if len(text) > longestEdited {
		return false
	}
	l.Put(text)
	widget.Focus(l.editor, l.object)
	l.desk.Changed()
	return true
}

func (l *Line) SetEnabled(enabled bool) {
	widget.Enable(enabled, l.entry)
	if l.editor != nil {
		widget.Enable(enabled, l.editor)
	}
}
