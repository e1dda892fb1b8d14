package field

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Rows edits a field of several elements: a row for each, which can be removed,
// and a button for another one.
type Rows struct {
	desk   Desk
	object *fyne.Container
	list   *fyne.Container
	add    *widget.Button
	// make makes the control of one element; its button for removing calls
	// remove.
	make func(d Desk, remove func()) Control
	// choose has a person choose another element; nil adds an empty row.
	choose func(use func(element string))
	// rows are all that were ever made; those after the first shown are hidden
	// until they are needed again.
	rows  []Control
	shown int
	// rest are the elements after those that have a row, which stay as they are, and
	// more says how many these are.
	rest []string
	more *widget.Line
	// put is the value as it was put.
	put string
}

// newRows is a field without elements. Another one is added by a button with
// that text.
func newRows(d Desk, text string, create func(d Desk, remove func()) Control) *Rows {
	c := &Rows{desk: d, list: container.NewVBox(), make: create}
	c.add = widget.NewQuietButton(d.Keys, fynetheme.ContentAddIcon(), text, c.another)
	c.more = widget.NewLine("", quiet)
	c.more.Hide()
	c.object = container.NewVBox(c.list, c.more, container.NewHBox(c.add))
	return c
}

// Object is what is shown.
func (c *Rows) Object() fyne.CanvasObject { return c.object }

// Focus is the first row, or the button where there is none.
func (c *Rows) Focus() fyne.Focusable {
	if c.shown > 0 {
		return c.rows[0].Focus()
	}
	return c.add
}

// Put shows elements.
func (c *Rows) Put(value string) {
	c.put = value
	c.show(elements(value), 0)
}

func elements(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, "\n")
}

// Value are the elements; a row that says nothing is none.
func (c *Rows) Value() string {
	var all []string
	for _, row := range c.rows[:c.shown] {
		if v := row.Value(); v != "" {
			all = append(all, v)
		}
	}
	all = append(all, c.rest...)
	if slices.Equal(all, elements(c.put)) {
		return c.put
	}
	return strings.Join(all, "\n")
}

// SetEnabled allows changes.
func (c *Rows) SetEnabled(enabled bool) {
	setEnabled(enabled, c.add)
	for _, row := range c.rows {
		row.SetEnabled(enabled)
	}
}

// mostRows is how many elements have a row at first: each of them takes time to lay out.
const mostRows = 50

// show has a row for each element, or for the first ones, so many at least.
func (c *Rows) show(all []string, least int) {
	all, c.rest = split(all, max(mostRows, least))
	if show(c.more, len(c.rest) > 0); len(c.rest) > 0 {
		c.more.SetText(wording.N("and {{.N}} more", len(c.rest), wording.Data{"N": wording.Number(len(c.rest))}))
	}
	for len(c.rows) < len(all) {
		c.grow()
	}
	c.shown = len(all)
	for i, row := range c.rows {
		if i < c.shown {
			row.Put(all[i])
			row.Object().Show()
		} else {
			row.Object().Hide()
		}
	}
}

// split are the first elements, and the others.
func split(all []string, first int) (begun, rest []string) {
	first = min(first, len(all))
	return all[:first:first], all[first:]
}

func (c *Rows) grow() {
	i := len(c.rows)
	row := c.make(c.desk, func() { c.remove(i) })
	c.rows = append(c.rows, row)
	c.list.Add(row.Object())
}

// another adds what a person chooses, or an empty row, which gets the focus.
func (c *Rows) another() {
	if c.choose != nil {
		c.choose(c.Add)
		return
	}
	c.shown++
	if len(c.rows) < c.shown {
		c.grow()
	}
	row := c.rows[c.shown-1]
	row.Put("")
	row.Object().Show()
	c.desk.Resized()
	widget.Focus(row.Focus(), c.object)
}

// Add adds an element as if a person had typed it; one that is there already is not added.
func (c *Rows) Add(element string) {
	all := elements(c.Value())
	if slices.Contains(all, element) {
		return
	}
	at := len(all) - len(c.rest)
	c.show(slices.Insert(all, at, element), at+1)
	c.desk.Resized()
	widget.Focus(c.rows[c.shown-1].Focus(), c.object)
	c.desk.Changed()
}

// remove takes a row away. The next one gets the focus, or the button.
func (c *Rows) remove(i int) {
	var all []string
	for at, row := range c.rows[:c.shown] {
		if at != i {
			all = append(all, row.Value())
		}
	}
	c.show(append(all, c.rest...), 0)
	c.desk.Resized()
	widget.Focus(c.focusAfter(i), c.object)
	c.desk.Changed()
}

func (c *Rows) focusAfter(i int) fyne.Focusable {
	if c.shown == 0 {
		return c.add
	}
	return c.rows[min(i, c.shown-1)].Focus()
}

// entry edits one telephone number, e-mail address, and so on.
type entry struct {
	object *fyne.Container
	marks  *marks
	value  *widget.Entry
	// open opens what address makes of the value; both are nil where nothing does.
	open    *widget.Button
	address func(value string) string
}

// NewEntries is for values with types. add is the text of the button for another
// one, hint what stands in an empty one. address is what a value opens, "" for one that
// opens nothing; nil has no button for that, nor has a desk that opens nothing.
func NewEntries(d Desk, add, hint string, address func(value string) string, types ...string) *Rows {
	return newRows(d, add, func(d Desk, remove func()) Control {
		e := &entry{marks: newMarks(d, types, remove), value: widget.NewEntry(d.Keys, hint)}
		e.value.OnChanged = func(string) {
			e.tell()
			d.Changed()
		}
		buttons := container.NewHBox(e.marks.star, e.marks.remove)
		if e.address = address; address != nil && d.Open != nil {
			e.open = widget.NewQuietButton(d.Keys, fynetheme.NavigateNextIcon(), "", func() { d.Open(address(e.value.Text())) })
			buttons.Add(e.open)
		}
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
	e.tell()
}

// tell allows to open what can be opened.
func (e *entry) tell() {
	if e.open != nil {
		setEnabled(e.address(e.value.Text()) != "", e.open)
	}
}

// Value is the line of the element.
func (e *entry) Value() string { return e.marks.with(strings.TrimSpace(e.value.Text())) }

// SetEnabled allows changes.
func (e *entry) SetEnabled(enabled bool) {
	setEnabled(enabled, e.value)
	e.marks.setEnabled(enabled)
}

// entryLayout puts a type, a value and buttons beside each other. Where there is
// little room the value stands below, so that it can be read whole.
type entryLayout struct{ narrow func() bool }

// MinSize is one line, or two.
func (l entryLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	kind, value, buttons := objects[0].MinSize(), objects[1].MinSize(), objects[2].MinSize()
	gap := fynetheme.Padding()
	if l.narrow() {
		return fyne.NewSize(max(kind.Width+gap+buttons.Width, value.Width), kind.Height+gap+value.Height)
	}
	return fyne.NewSize(kind.Width+value.Width+buttons.Width+2*gap, max(kind.Height, value.Height))
}

// Layout gives the value the width that is left.
func (l entryLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	kind, value, buttons := objects[0], objects[1], objects[2]
	gap := fynetheme.Padding()
	kind.Resize(kind.MinSize())
	buttons.Resize(buttons.MinSize())
	buttons.Move(fyne.NewPos(size.Width-buttons.MinSize().Width, 0))
	if l.narrow() {
		value.Move(fyne.NewPos(0, kind.MinSize().Height+gap))
		value.Resize(fyne.NewSize(size.Width, value.MinSize().Height))
		return
	}
	left := kind.MinSize().Width + gap
	value.Move(fyne.NewPos(left, 0))
	value.Resize(fyne.NewSize(size.Width-left-gap-buttons.MinSize().Width, size.Height))
}

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
	return newRows(d, wording.L("Add a field"), func(d Desk, remove func()) Control {
		c := &custom{name: widget.NewEntry(d.Keys, "X-…"), value: widget.NewEntry(d.Keys, wording.L("Value"))}
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
