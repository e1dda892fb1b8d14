package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/widget"
)

// space presses Space as the driver does: as a key and, to whatever has the focus by then, as a
// character.
func (d *desk) space() {
	d.press(fyne.KeySpace)
	d.rest()
	d.hurries(" ")
	d.rest()
}

func TestSpaceOnAButtonIsNotTypedIntoWhatItOpens(t *testing.T) {
	d := todos(t)
	entry := d.win.items.Adding().(*widget.Entry)
	d.press(fyne.KeyN, fyne.KeyModifierControl|fyne.KeyModifierShift)
	d.types("Home")
	for range 20 {
		if b, is := d.fyne.Canvas().Focused().(*widget.Button); is && !b.Disabled() {
			break
		}
		d.press(fyne.KeyTab)
	}
	d.space()
	same(t, "the list", d.win.at.Set, "Home")
	same(t, "focus", d.fyne.Canvas().Focused(), fyne.Focusable(entry))
	same(t, "typed", entry.Text(), "")
	d.hurries(" ")
	same(t, "typed while Space is held", entry.Text(), "")
	d.types("paint the wall")
	same(t, "typed then", entry.Text(), "paint the wall")
}

func TestSpaceOnAChipIsNotTyped(t *testing.T) {
	d := todos(t)
	entry := d.win.items.Adding().(*widget.Entry)
	d.win.focus(entry)
	d.types("milk #dairy")
	d.press(fyne.KeyTab)
	d.space()
	same(t, "focus", d.fyne.Canvas().Focused(), fyne.Focusable(entry))
	same(t, "typed", entry.Text(), "milk #dairy")
	d.types(" b")
	same(t, "typed later", entry.Text(), "milk #dairy b")
}
