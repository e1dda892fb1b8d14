package field

import (
	"slices"

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
