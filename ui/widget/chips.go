package widget

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
)

// Chips are chips in rows that wrap.
type Chips struct {
	// OnRemoved is called with the number of the chip that a person takes off;
	// whoever owns the chips then sets those that are left.
	OnRemoved func(i int)
	// After takes the focus when the chip that had it was the last one.
	After fyne.Focusable

	keys   *Keys
	object *fyne.Container
	chips  []*Chip
	// locked chips stay.
	locked bool
}

// NewChips is a place for chips that has none yet.
func NewChips(keys *Keys) *Chips {
	return &Chips{keys: keys, object: container.New(&flow{})}
}

// Object is what is shown; it is hidden while there are no chips.
func (c *Chips) Object() fyne.CanvasObject { return c.object }

// Chips are the chips that are shown.
func (c *Chips) Chips() []*Chip { return slices.Clone(c.chips) }

// mostChips is how many chips are shown: each of them takes time to lay out.
const mostChips = 50

// Set shows chips, and of many the first ones and how many more there are. Where one had the focus, the one in its place has it now.
func (c *Chips) Set(texts []ChipText) {
	had := c.focused()
	more := max(len(texts)-mostChips, 0)
	texts = texts[:len(texts)-more]
	for len(c.chips) < len(texts) {
		c.grow()
	}
	c.chips = c.chips[:len(texts)]
	c.object.Objects = nil
	for i, chip := range c.chips {
		chip.Set(texts[i])
		c.object.Objects = append(c.object.Objects, chip)
	}
	if more > 0 {
		words := lang.N("and {{.N}} more", more, map[string]any{"N": say.Number(more)})
		c.object.Objects = append(c.object.Objects, Middle(NewWholeLine(words, Look{Color: theme.Quiet})))
	}
	c.object.Hidden = len(texts) == 0
	c.object.Refresh()
	c.keepFocus(had)
}

// SetEnabled allows chips to be taken off.
func (c *Chips) SetEnabled(enabled bool) { c.locked = !enabled }

func (c *Chips) grow() {
	i := len(c.chips)
	chip := NewChip(c.keys, "")
	chip.OnRemoved = func() {
		if !c.locked {
			c.OnRemoved(i)
		}
	}
	c.chips = append(c.chips, chip)
}

// focused is the number of the chip that has the focus, or Nothing.
func (c *Chips) focused() int {
	on := canvasOf(c.object)
	if on == nil {
		return Nothing
	}
	return slices.IndexFunc(c.chips, func(chip *Chip) bool { return on.Focused() == fyne.Focusable(chip) })
}

func (c *Chips) keepFocus(had int) {
	on := canvasOf(c.object)
	switch {
	case had == Nothing || on == nil:
	case len(c.chips) > 0:
		on.Focus(c.chips[min(had, len(c.chips)-1)])
	case c.After != nil:
		on.Focus(c.After)
	}
}

func canvasOf(o fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(o)
}
