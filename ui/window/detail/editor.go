package detail

import (
	"maps"
	"slices"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/window/field"
)

// editor edits the items of one kind. Values are in the text forms of package
// record, or what was typed and is none yet.
type editor struct {
	kind   record.Kind
	object fyne.CanvasObject
	page   *page
	rows   []*row
	first  fyne.Focusable
	// item are the values that the item has, wrong what was wrong with them
	// before anybody typed.
	item  record.Values
	wrong map[record.ValueError]bool
	// rest is what was typed into fields that this editor does not show.
	rest record.Values
	// drawn is called after new values were put.
	drawn func(enabled bool)
}

// newEditor is the editor of a kind.
func newEditor(k record.Kind, d field.Desk) *editor {
	e := &editor{kind: k, drawn: func(bool) {}}
	changed := d.Changed
	d.Changed = func() {
		e.Check()
		changed()
	}
	switch k {
	case record.Todo:
		e.todo(d)
	case record.Contact:
		e.contact(d)
	case record.Outline:
		e.outline(d)
	default:
		e.note(d)
	}
	return e
}

// Object is what is shown.
func (e *editor) Object() fyne.CanvasObject { return e.object }

// Focus is where typing begins.
func (e *editor) Focus() fyne.Focusable { return e.first }

// Show shows an item, with what a person typed instead of what the item says.
// again tells that it is the item that was shown already: what did not change
// stays as it is, with the cursor and what was unfolded.
func (e *editor) Show(item, typed record.Values, again, enabled bool) {
	if e.page != nil {
		e.page.hold()
	}
	e.item = item
	e.wrong = map[record.ValueError]bool{}
	for _, p := range problems(e.kind, item) {
		e.wrong[*p] = true
	}
	e.rest = maps.Clone(typed)
	for _, r := range e.rows {
		delete(e.rest, r.name)
		value, drafted := typed[r.name]
		if !drafted {
			value = item[r.name]
		}
		r.show(value, again, enabled, !drafted)
	}
	e.drawn(enabled)
	e.Check()
	if e.page != nil {
		e.page.show(enabled, again)
	}
}

// Has tells whether a field is among those of the editor.
func (e *editor) Has(name string) bool {
	return slices.ContainsFunc(e.rows, func(r *row) bool { return r.name == name })
}

// Add adds an element to a field that has several, as a file, and shows the field.
func (e *editor) Add(name, element string) {
	for _, r := range e.rows {
		if rows, several := r.control.(*field.Rows); several && r.name == name {
			r.opened = true
			if e.page != nil {
				e.page.draw()
			}
			rows.Add(element)
		}
	}
}

// Values is what stands in the fields.
func (e *editor) Values() record.Values {
	v := record.Values{}
	for _, r := range e.rows {
		v[r.name] = r.control.Value()
	}
	return v
}

// Typed are the fields that a person changed, as they were typed.
func (e *editor) Typed() record.Values {
	return e.changed(func(r *row) string { return r.control.Value() })
}

// Resolved are the fields that a person changed, with what was typed in words in
// the text form of its field.
func (e *editor) Resolved() record.Values { return e.changed((*row).resolved) }

func (e *editor) changed(value func(*row) string) record.Values {
	v := record.Values{}
	maps.Copy(v, e.rest)
	for _, r := range e.rows {
		if now := e.item[r.name]; r.control.Value() != now && r.resolved() != now {
			v[r.name] = value(r)
		}
	}
	return v
}
