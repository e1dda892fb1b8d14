package field

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/widget"
)

// entry edits one telephone number, e-mail address, and so on.
type entry struct {
	object *fyne.Container
	marks  *marks
	value  *widget.Entry
}

// NewEntries is for values with types. add is the text of the button for another
// one, hint what stands in an empty one.
func NewEntries(d Desk, add, hint string, types ...string) *Rows {
	return newRows(d, add, func(d Desk, remove func()) Control {
		e := &entry{marks: newMarks(d, types, remove), value: widget.NewEntry(d.Keys, hint)}
		e.value.OnChanged = func(string) { d.Changed() }
		buttons := container.NewHBox(e.marks.star, e.marks.remove)
		e.object = container.NewVBox(container.New(entryLayout{d.Narrow}, e.marks.types, e.value, buttons), e.marks.words)
		return e
	})
}

// Object is what is shown.
func (e *entry) Object() fyne.CanvasObject { return e.object }

// Focus is the value.
func (e *entry) Focus() fyne.Focusable { return e.value }

// Put shows an element.
func (e *entry) Put(line string) {
	found := e.marks.entryIn(line)
	e.marks.put(found)
	e.value.Put(found.Value)
}

// Value is the line of the element.
func (e *entry) Value() string { return e.marks.with(strings.TrimSpace(e.value.Text())) }

// SetEnabled allows changes.
func (e *entry) SetEnabled(enabled bool) {
	setEnabled(enabled, e.value)
	e.marks.setEnabled(enabled)
}
