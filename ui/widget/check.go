package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
)

// Check is a tick. Space turns it over.
type Check struct {
	widget.Check
	keys *Keys
	ring ring
}

// NewCheck is a tick with a text.
func NewCheck(keys *Keys, text string, changed func(bool)) *Check {
	c := &Check{keys: keys, ring: newRing(fynetheme.ColorNameForeground)}
	c.Text, c.OnChanged = display.Label(text), changed
	c.ExtendBaseWidget(c)
	return c
}

// SetText changes the text.
func (c *Check) SetText(text string) { c.Check.SetText(display.Label(text)) }

// Put sets the tick and tells nobody.
func (c *Check) Put(checked bool) {
	c.Checked = checked
	c.Refresh()
}

// CreateRenderer draws the ring over Fyne's check.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	return ringed{c.Check.CreateRenderer(), c.ring}
}

// FocusGained shows the ring and tells who wants to know.
func (c *Check) FocusGained() {
	c.Check.FocusGained()
	c.ring.show(true)
	c.keys.focused(c)
}

// FocusLost hides the ring.
func (c *Check) FocusLost() {
	c.Check.FocusLost()
	c.ring.show(false)
}

// TypedKey hands the key up; Space comes as a character.
func (c *Check) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name != fyne.KeySpace {
		c.keys.key(ev)
	}
}

// TypedRune turns the tick over on Space and hands other characters up.
func (c *Check) TypedRune(r rune) {
	if r == ' ' {
		c.Check.TypedRune(r)
		return
	}
	c.keys.rune(r)
}

// TypedShortcut hands the shortcut up.
func (c *Check) TypedShortcut(s fyne.Shortcut) { c.keys.shortcut(s) }
