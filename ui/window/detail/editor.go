package detail

import (
	"maps"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
	"crossfeed/ui/wording"
)

// editor edits the items of one kind. Values are in the text forms of package record, or what
// was typed and is not valid yet.
type editor struct {
	kind   record.Kind
	object fyne.CanvasObject
	page   *page
	rows   []*row
	first  fyne.Focusable
	// item holds the values of the item, wrong the problems that they had before anybody
	// typed.
	item  record.Values
	wrong map[record.ValueError]bool
	// checker checks the values.
	checker record.Checker
	// rest holds the drafted values of fields that this editor does not show.
	rest record.Values
	// drawn is called after new values were set.
	drawn func(enabled bool)
}

func newEditor(k record.Kind, d field.Desk) *editor {
	e := &editor{kind: k, drawn: func(bool) {}, checker: record.Checker{Kind: k}}
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

// newCard returns a contact for reading, as an editor in which nothing is typed. edit is called
// when a person wants to change it.
func newCard(d field.Desk, edit func()) *editor {
	e := &editor{kind: record.Contact, checker: record.Checker{Kind: record.Contact}}
	e.card(d, edit)
	return e
}

func (e *editor) Object() fyne.CanvasObject { return e.object }

func (e *editor) Focus() fyne.Focusable { return e.first }

// Show shows an item, with unsaved text instead of the item's values. again means that the
// same item was shown before: fields that did not change keep their cursor, and rows stay
// expanded.
func (e *editor) Show(item, typed record.Values, again, enabled bool) {
	if e.page != nil {
		e.page.hold()
	}
	e.item = item
	e.wrong = map[record.ValueError]bool{}
	for _, p := range e.problems(item) {
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

// Has reports whether the editor has a field.
func (e *editor) Has(name string) bool {
	return slices.ContainsFunc(e.rows, func(r *row) bool { return r.name == name })
}

// Add adds an element, such as a file, to a field that holds several, and shows the field.
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

// Values returns the values in the fields.
func (e *editor) Values() record.Values {
	v := record.Values{}
	for _, r := range e.rows {
		v[r.name] = r.control.Value()
	}
	return v
}

// Typed returns the fields that a person changed, as they were typed.
func (e *editor) Typed() record.Values {
	return e.changed(func(r *row) string { return r.control.Value() })
}

// Resolved returns the fields that a person changed. Values typed in words, such as dates, are
// converted to the text form of the field.
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

// problems returns what is wrong with values that were typed or received. It omits the
// picture, which is checked when it is chosen: checking it after every key would be slow.
func (e *editor) problems(v record.Values) []*record.ValueError {
	v = maps.Clone(v)
	delete(v, "picture")
	return e.checker.Check(v)
}

// Check shows next to each field what is wrong with it, and returns the fields that prevent
// saving, in the order in which they are shown. Problems that the item had before do not
// prevent it.
func (e *editor) Check() []string {
	now := record.Values{}
	for _, r := range e.rows {
		now[r.name] = r.resolved()
	}
	said, stops := map[string]string{}, map[string]bool{}
	for _, p := range e.problems(now) {
		if said[p.Field] == "" {
			said[p.Field] = wording.Problem(p.Problem)
		}
		stops[p.Field] = stops[p.Field] || !e.wrong[*p]
	}
	for _, r := range e.rows {
		if c, strict := r.control.(field.Strict); strict && said[r.name] == "" && c.Refusal() != "" {
			said[r.name], stops[r.name] = c.Refusal(), true
		}
		if c, is := r.control.(*field.Date); is && said[r.name] != "" && c.Repeats() {
			said[r.name] = wording.L("this-is-a-repetition-type-it", "This is a repetition. Type it in Repeats, and a date here.")
			e.open("repeat")
		}
	}
	return e.mark(said, stops)
}

// open shows a field even if it is empty.
func (e *editor) open(name string) {
	for _, r := range e.rows {
		r.opened = r.opened || r.name == name
	}
}

// mark shows the problems, and returns the fields that prevent saving.
func (e *editor) mark(said map[string]string, stops map[string]bool) []string {
	var all []string
	resized := false
	for _, r := range e.rows {
		resized = r.remark.SetText(said[r.name]) || resized
		if stops[r.name] {
			r.folded = false
			all = append(all, r.name)
		}
	}
	if e.page != nil && resized {
		e.page.draw()
	}
	return all
}

// focused reports whether the focus is on the editor's page.
func (e *editor) focused() bool {
	if e.page == nil {
		return false
	}
	o, is := e.page.last.(fyne.CanvasObject)
	return is && widget.HasFocus(o)
}

// Go moves the focus to a field.
func (e *editor) Go(name string) {
	for _, r := range e.rows {
		if r.name == name {
			widget.Focus(r.control.Focus(), e.object)
		}
	}
}

// find searches the formatted text if the focus is in a field of the editor.
func (e *editor) find() bool {
	focused := slices.ContainsFunc(e.rows, func(r *row) bool {
		o, is := r.control.Focus().(fyne.CanvasObject)
		return is && widget.HasFocus(o)
	})
	return focused && slices.ContainsFunc(e.rows, func(r *row) bool {
		text, is := r.control.(*field.Markdown)
		return is && text.Find()
	})
}

// row is a field of the editor: its control, and below it what is wrong.
type row struct {
	name    string
	control field.Control
	label   *widget.Line
	remark  *widget.Remark
	// object contains control and remark.
	object *fyne.Container
	// common rows are always shown. Others are shown if they have a value, or if the person
	// opened them.
	common, opened bool
	// folded rows are hidden even if they have a value.
	folded bool
}

func newRow(name, label string, c field.Control, common bool) *row {
	r := &row{name: name, control: c, common: common, remark: widget.NewRemark()}
	r.label = widget.NewWholeLine(label, widget.TextStyle{Color: theme.Quiet})
	r.object = container.NewVBox(c.Object(), r.remark.Object())
	return r
}

// show sets the value. If the row already has that value of the same item, it is left alone.
// kept means that the value is the item's own, and not one that is still being typed.
func (r *row) show(value string, again, enabled, kept bool) {
	r.opened = again && r.opened
	entered, halfTyped := r.control.(field.Entered)
	switch {
	case !again || r.control.Value() != value:
		r.control.Put(value)
	case halfTyped && kept:
		entered.Enter()
	}
	if dated, is := r.control.(field.Dated); is {
		dated.ShowDate() // dates relative to today may have changed since the value was set
	}
	r.control.SetEnabled(enabled)
}

// resolved returns the value in the text form of the field, or as it was typed if it cannot be
// parsed.
func (r *row) resolved() string { return field.Resolved(r.control) }

// open reports whether the row is shown.
func (r *row) open() bool {
	return !r.folded && (r.common || r.opened || r.control.Value() != "" || r.remark.Text() != "")
}

// draw shows or hides the row.
func (r *row) draw() {
	r.object.Hidden = !r.open()
	r.label.Hidden = r.object.Hidden
}
