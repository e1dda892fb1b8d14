package field

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// Text edits a text as it stands.
type Text struct {
	object fyne.CanvasObject
	entry  *widget.Entry
	long   *Long
}

// NewLine is for a text of one line.
func NewLine(d Desk, hint string) *Text { return newText(d, widget.NewEntry(d.Keys, hint)) }

// NewLines is for a text that shows at least so many lines.
func NewLines(d Desk, hint string, rows int) *Text {
	return newText(d, widget.NewLines(d.Keys, hint, rows))
}

// NewTitle is for the line that an item is known by, which is larger.
func NewTitle(d Desk, hint string) *Text {
	t := NewLine(d, hint)
	t.entry.TextStyle.Bold = true
	t.object = container.NewThemeOverride(t.entry, theme.Larger{})
	return t
}

func newText(d Desk, e *widget.Entry) *Text {
	e.OnChanged = func(string) { d.Changed() }
	long := NewLong(d, e)
	return &Text{widget.Border(nil, long.Foot(), nil, nil, e), e, long}
}

// Object is what is shown.
func (t *Text) Object() fyne.CanvasObject { return t.object }

// Focus is the entry, or what leads to it where the text is long.
func (t *Text) Focus() fyne.Focusable { return t.long.Focus() }

// Put shows a text.
func (t *Text) Put(value string) { t.long.Put(value) }

// Value is the text.
func (t *Text) Value() string { return t.long.Text() }

// SetEnabled allows typing.
func (t *Text) SetEnabled(enabled bool) { t.long.SetEnabled(enabled) }
