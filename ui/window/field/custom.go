package field

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
)

// custom edits a field of a person's own: a name and a value.
type custom struct {
	object *fyne.Container
	name   *widget.Entry
	value  *widget.Entry
	remove *widget.Button
	// kept has the types, which are not shown.
	kept record.Entry
}

// NewCustom is for fields of a person's own.
func NewCustom(d Desk) *Rows {
	return newRows(d, lang.L("Add a field"), func(d Desk, remove func()) Control {
		c := &custom{name: widget.NewEntry(d.Keys, "X-…"), value: widget.NewEntry(d.Keys, lang.L("Value"))}
		c.remove = widget.NewQuietButton(d.Keys, fynetheme.DeleteIcon(), "", remove)
		for _, e := range []*widget.Entry{c.name, c.value} {
			e.OnChanged = func(string) { d.Changed() }
		}
		c.object = container.NewVBox(widget.Border(nil, nil, nil, c.remove, container.NewGridWithColumns(2, c.name, c.value)))
		return c
	})
}

// Object is what is shown.
func (c *custom) Object() fyne.CanvasObject { return c.object }

// Focus is the name.
func (c *custom) Focus() fyne.Focusable { return c.name }

// Put shows a field.
func (c *custom) Put(line string) {
	c.kept = entryIn(line)
	name, value, _ := strings.Cut(c.kept.Value, ":")
	c.name.Put(name)
	c.value.Put(strings.TrimSpace(value))
}

// Value is the line of the field.
func (c *custom) Value() string {
	if c.name.Text() == "" && c.value.Text() == "" {
		return ""
	}
	e := c.kept
	e.Value = strings.TrimSpace(c.name.Text()) + ": " + strings.TrimSpace(c.value.Text())
	return e.String()
}

// SetEnabled allows changes.
func (c *custom) SetEnabled(enabled bool) { setEnabled(enabled, c.name, c.value, c.remove) }
