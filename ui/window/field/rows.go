package field

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
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
		c.more.SetText(lang.N("and {{.N}} more", len(c.rest), say.Data{"N": say.Number(len(c.rest))}))
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
