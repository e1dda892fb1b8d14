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

// Rows edits a field with several elements: a row for each, which can be removed, and a button
// that adds one.
type Rows struct {
	desk   Desk
	object *fyne.Container
	list   *fyne.Container
	add    *widget.Button
	// make creates the control of one element. Its remove button calls remove; there is none if
	// remove is nil.
	make func(d Desk, remove func()) Control
	// choose lets a person choose another element; if it is nil, an empty row is added.
	choose func(use func(element string))
	// fixed rows are neither added nor removed.
	fixed bool
	// rows are all rows created so far. The first shown rows are visible, the others hidden
	// until they are needed again.
	rows  []Control
	shown int
	// rest is the text of the elements beyond those with rows, each after a line break. They
	// are kept unchanged, and never taken apart. more shows their number.
	rest string
	more *widget.Line
	// moreRow holds more and a button that shows more rows, up to most.
	moreRow *fyne.Container
	most    int
	// put is the value that was set last.
	put string
}

// newRows returns a field without elements. text is the text of the button that adds one.
func newRows(d Desk, text string, create func(d Desk, remove func()) Control) *Rows {
	c := &Rows{desk: d, list: container.NewVBox(), make: create}
	c.add = widget.NewQuietButton(d.Keys, fynetheme.ContentAddIcon(), text, c.another)
	c.more = widget.NewLine("", quiet)
	c.moreRow = container.NewHBox(widget.Middle(c.more), widget.NewQuietButton(d.Keys, nil, wording.L("show-more", "Show more"), c.showMore))
	c.moreRow.Hide()
	c.object = container.NewVBox(c.list, c.moreRow, container.NewHBox(c.add))
	return c
}

func (c *Rows) Object() fyne.CanvasObject { return c.object }

// Focus returns the first row, or the button if none exists.
func (c *Rows) Focus() fyne.Focusable {
	if c.shown > 0 {
		return c.rows[0].Focus()
	}
	return c.add
}

func (c *Rows) Put(value string) {
	c.put, c.rest, c.most = value, "", mostRows
	if value != "" {
		c.rest = "\n" + value
	}
	c.show(nil)
}

// values returns the elements in the rows, without empty ones.
func (c *Rows) values() []string {
	var all []string
	for _, row := range c.rows[:c.shown] {
		if v := row.Value(); v != "" {
			all = append(all, v)
		}
	}
	return all
}

// Value returns the elements without empty rows.
func (c *Rows) Value() string {
	begun := strings.Join(c.values(), "\n")
	switch {
	case len(c.put) == len(begun)+len(c.rest) && strings.HasPrefix(c.put, begun) && strings.HasSuffix(c.put, c.rest):
		return c.put // there may be many
	case begun == "" && c.rest != "":
		return c.rest[1:]
	}
	return begun + c.rest
}

func (c *Rows) SetEnabled(enabled bool) {
	widget.Enable(enabled, c.add)
	for _, row := range c.rows {
		row.SetEnabled(enabled)
	}
}

// mostRows is the maximum number of rows at first, and how many more the button shows: each of
// them takes time to lay out.
const mostRows = 50

// showMore shows rows for more elements, and focuses the first of these.
func (c *Rows) showMore() {
	all := c.values()
	c.most = len(all) + mostRows
	c.show(all)
	c.desk.Resized()
	widget.Focus(c.rows[len(all)].Focus(), c.object)
}

// show shows a row for each of some elements, which are before the rest, and for others of the
// rest.
func (c *Rows) show(all []string) {
	all = c.fill(all)
	more := strings.Count(c.rest, "\n")
	if widget.Show(c.moreRow, more > 0); more > 0 {
		c.more.SetText(wording.N("and-n-more", "and {{.N}} more", more, wording.Data{"N": wording.Number(more)}))
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

// fill moves elements to the rest, or from it, until there are most of them.
func (c *Rows) fill(all []string) []string {
	if len(all) > c.most {
		c.rest = "\n" + strings.Join(all[c.most:], "\n") + c.rest
		all = all[:c.most]
	}
	for len(all) < c.most && c.rest != "" {
		element, _, _ := strings.Cut(c.rest[1:], "\n")
		all, c.rest = append(all, element), c.rest[1+len(element):]
	}
	return all
}

func (c *Rows) grow() {
	i := len(c.rows)
	remove := func() { c.remove(i) }
	if c.fixed {
		remove = nil
	}
	row := c.make(c.desk, remove)
	c.rows = append(c.rows, row)
	c.list.Add(row.Object())
}

// another adds an element that the person chooses, or an empty row, and focuses it.
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

// Add adds an element as if a person had typed it, unless it is there already.
func (c *Rows) Add(element string) {
	all := c.values()
	if slices.Contains(all, element) || strings.Contains(c.rest+"\n", "\n"+element+"\n") {
		return
	}
	all = append(all, element)
	c.most = max(c.most, len(all))
	c.show(all)
	c.desk.Resized()
	widget.Focus(c.rows[c.shown-1].Focus(), c.object)
	c.desk.Changed()
}

// remove removes a row. The next row gets the focus, or the button if none exists.
func (c *Rows) remove(i int) {
	var all []string
	for at, row := range c.rows[:c.shown] {
		if at != i {
			all = append(all, row.Value())
		}
	}
	c.show(all)
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
}

// newEntries returns a field for values with types. add is the text of the button that adds
// one, hint the placeholder.
func newEntries(d Desk, add, hint string, types ...string) *Rows {
	return newRows(d, add, func(d Desk, remove func()) Control {
		e := &entry{marks: newMarks(d, types, remove), value: widget.NewEntry(d.Keys, hint)}
		e.value.OnChanged = func(string) { d.Changed() }
		buttons := container.NewHBox(e.marks.star, e.marks.remove)
		e.object = container.NewVBox(container.New(entryLayout{d.Narrow}, e.marks.types, e.value, buttons), e.marks.words)
		return e
	})
}

func (e *entry) Object() fyne.CanvasObject { return e.object }

func (e *entry) Focus() fyne.Focusable { return e.value }

func (e *entry) Put(line string) {
	found := e.marks.entryIn(line)
	e.marks.put(found)
	e.value.Put(found.Value)
}

func (e *entry) Value() string { return e.marks.with(strings.TrimSpace(e.value.Text())) }

func (e *entry) SetEnabled(enabled bool) {
	widget.Enable(enabled, e.value)
	e.marks.setEnabled(enabled)
}

// entryLayout puts a type, a value and buttons next to each other. If there is little space,
// the value is below, so that all of it can be read.
type entryLayout struct{ narrow func() bool }

// MinSize returns the size of one line, or two.
func (l entryLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	kind, value, buttons := objects[0].MinSize(), objects[1].MinSize(), objects[2].MinSize()
	gap := fynetheme.Padding()
	if l.narrow() {
		return fyne.NewSize(max(kind.Width+gap+buttons.Width, value.Width), kind.Height+gap+value.Height)
	}
	return fyne.NewSize(kind.Width+value.Width+buttons.Width+2*gap, max(kind.Height, value.Height))
}

// Layout gives the value the remaining width.
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

// custom edits a custom field: a name and a value.
type custom struct {
	object *fyne.Container
	name   *widget.Entry
	value  *widget.Entry
	remove *widget.Button
	// current holds the types, which are not shown.
	current record.Entry
}

// NewCustom returns a field for custom fields.
func NewCustom(d Desk) *Rows {
	return newRows(d, wording.L("add-a-field", "Add a field"), func(d Desk, remove func()) Control {
		c := &custom{name: widget.NewEntry(d.Keys, "X-…"), value: widget.NewEntry(d.Keys, wording.L("value", "Value"))}
		c.remove = widget.NewQuietButton(d.Keys, fynetheme.DeleteIcon(), "", remove)
		for _, e := range []*widget.Entry{c.name, c.value} {
			e.OnChanged = func(string) { d.Changed() }
		}
		c.object = container.NewVBox(widget.Border(nil, nil, nil, c.remove, container.NewGridWithColumns(2, c.name, c.value)))
		return c
	})
}

func (c *custom) Object() fyne.CanvasObject { return c.object }

func (c *custom) Focus() fyne.Focusable { return c.name }

func (c *custom) Put(line string) {
	c.current = entryIn(line)
	name, value, _ := strings.Cut(c.current.Value, ":")
	c.name.Put(name)
	c.value.Put(strings.TrimSpace(value))
}

func (c *custom) Value() string {
	if c.name.Text() == "" && c.value.Text() == "" {
		return ""
	}
	e := c.current
	e.Value = strings.TrimSpace(c.name.Text()) + ": " + strings.TrimSpace(c.value.Text())
	return e.String()
}

func (c *custom) SetEnabled(enabled bool) { widget.Enable(enabled, c.name, c.value, c.remove) }
