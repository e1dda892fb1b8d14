package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// row is a field of the editor: its control, and below it what is wrong.
type row struct {
	name    string
	control field.Control
	label   *widget.Line
	remark  *widget.Remark
	// object holds control and remark.
	object *fyne.Container
	// common rows are there even where they say nothing; of the others the
	// opened ones are, which a person asked for.
	common, opened bool
	// folded rows are hidden whatever they say.
	folded bool
}

func newRow(name, label string, c field.Control, common bool) *row {
	r := &row{name: name, control: c, common: common, remark: widget.NewRemark()}
	r.label = widget.NewWholeLine(label, widget.Look{Color: theme.Quiet})
	r.object = container.NewVBox(c.Object(), r.remark.Object())
	return r
}

// show puts a value. The one that stands there already is left alone where it is
// of the same item. kept tells that it is the value of the item, and not one that
// is still being typed.
func (r *row) show(value string, again, enabled, kept bool) {
	r.opened = again && r.opened
	entered, halfTyped := r.control.(field.Entered)
	switch {
	case !again || r.control.Value() != value:
		r.control.Put(value)
	case halfTyped && kept:
		entered.Enter()
	}
	r.control.SetEnabled(enabled)
}

// resolved is the value in the text form of the field, where it can be
// understood.
func (r *row) resolved() string { return field.Resolved(r.control) }

// open tells whether the row is to be seen.
func (r *row) open() bool {
	return !r.folded && (r.common || r.opened || r.control.Value() != "" || r.remark.Text() != "")
}

// draw shows or hides the row, and tells whether that changed anything.
func (r *row) draw() bool {
	hidden := !r.open()
	if r.object.Hidden == hidden {
		return false
	}
	r.object.Hidden, r.label.Hidden = hidden, hidden
	return true
}
