package field

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Tags edits tags: an entry that adds them, and chips that can be removed. Enter turns the
// text into a chip. Text that was not entered yet counts, too.
type Tags struct {
	desk   Desk
	object *fyne.Container
	chips  *widget.Chips
	entry  *widget.Entry
	tags   []string
	put    string
	// shown are the tags of put. Neither these nor tags are modified in place.
	shown []string
}

// NewTags returns a field without tags.
func NewTags(d Desk) *Tags {
	c := &Tags{desk: d, chips: widget.NewChips(d.Keys)}
	c.entry = widget.NewEntry(d.Keys, wording.L("add-a-tag", "Add a tag…"))
	c.entry.OnChanged = func(string) { d.Changed() }
	c.entry.OnSubmitted = func(string) { c.enter() }
	c.chips.After = c.entry
	c.chips.OnRemoved = c.remove
	c.chips.OnGrown = func() { c.desk.Resized() }
	c.object = container.NewVBox(c.entry, c.chips.Object())
	return c
}

func (c *Tags) Object() fyne.CanvasObject { return c.object }

func (c *Tags) Focus() fyne.Focusable { return c.entry }

func (c *Tags) Put(value string) {
	c.put, c.tags = value, record.ParseTags(value)
	c.shown = c.tags
	c.entry.Put("")
	c.chips.Fold()
	c.draw()
}

// Value returns the tags, including those in the entry.
func (c *Tags) Value() string {
	all := c.all()
	if slices.Equal(all, c.shown) {
		return c.put
	}
	return record.FormatTags(all)
}

func (c *Tags) SetEnabled(enabled bool) {
	widget.Enable(enabled, c.entry)
	c.chips.SetEnabled(enabled)
}

// all returns the tags without duplicates.
func (c *Tags) all() []string {
	all := slices.Clip(c.tags)
	for _, tag := range record.ParseTags(c.entry.Text()) {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	return all
}

func (c *Tags) enter() {
	c.Enter()
	c.changed()
}

// Enter turns the text in the entry into chips.
func (c *Tags) Enter() {
	c.tags = c.all()
	c.entry.Put("")
	c.draw()
}

func (c *Tags) remove(i int) {
	c.tags = slices.Delete(slices.Clone(c.tags), i, i+1)
	c.changed()
}

func (c *Tags) changed() {
	c.draw()
	c.desk.Resized()
	c.desk.Changed()
}

func (c *Tags) draw() {
	tags := c.tags
	c.chips.Set(len(tags), func(i int) widget.ChipText { return widget.ChipText{Text: tags[i]} })
}

// Alarms edits the alarms of a todo: a menu that adds them, and chips that can be removed.
type Alarms struct {
	desk     Desk
	object   *fyne.Container
	chips    *widget.Chips
	add      *widget.MenuButton
	triggers []string
}

// offered returns the alarms in the menu.
func offered() []string {
	return []string{"PT0S", "-PT5M", "-PT15M", "-PT30M", "-PT1H", "-PT2H", "-P1D", "-P1W"}
}

// NewAlarms returns a field without alarms.
func NewAlarms(d Desk) *Alarms {
	c := &Alarms{desk: d, chips: widget.NewChips(d.Keys)}
	c.add = widget.NewMenuButton(d.Keys, wording.L("add-an-alarm", "Add an alarm"), c.menu)
	c.chips.After = c.add
	c.chips.OnGrown = func() { c.desk.Resized() }
	c.chips.OnRemoved = func(i int) { c.set(slices.Delete(slices.Clone(c.triggers), i, i+1)) }
	c.object = container.NewVBox(container.NewHBox(c.add), c.chips.Object())
	return c
}

func (c *Alarms) Object() fyne.CanvasObject { return c.object }

func (c *Alarms) Focus() fyne.Focusable { return c.add }

func (c *Alarms) Put(value string) {
	c.triggers = nil
	if value != "" {
		c.triggers = strings.Split(value, "\n")
	}
	c.draw()
}

func (c *Alarms) Value() string { return strings.Join(c.triggers, "\n") }

func (c *Alarms) SetEnabled(enabled bool) {
	widget.Enable(enabled, c.add)
	c.chips.SetEnabled(enabled)
}

// menu returns the alarms that can be added.
func (c *Alarms) menu() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, trigger := range offered() {
		if !slices.Contains(c.triggers, trigger) {
			items = append(items, fyne.NewMenuItem(c.desk.Speaker.Alarm(trigger), func() {
				c.set(append(slices.Clone(c.triggers), trigger))
			}))
		}
	}
	return items
}

func (c *Alarms) set(triggers []string) {
	c.triggers = triggers
	c.draw()
	c.desk.Resized()
	c.desk.Changed()
}

func (c *Alarms) draw() {
	triggers := c.triggers
	c.chips.Set(len(triggers), func(i int) widget.ChipText { return widget.ChipText{Text: c.desk.Speaker.Alarm(triggers[i])} })
}
