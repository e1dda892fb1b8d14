package field

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

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
