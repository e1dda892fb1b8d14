package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"

	"crossfeed/ui/window/items"
)

// press chooses a line of a menu of the middle pane.
func press(t *testing.T, p *items.Pane, menu, line string) {
	t.Helper()
	for _, l := range p.Menu(menu) {
		if found := lineNamed(l, line); found != nil && !found.Disabled {
			found.Action()
			return
		}
	}
	t.Fatalf("the menu %s has no line %q", menu, line)
}

func lineNamed(l *fyne.MenuItem, text string) *fyne.MenuItem {
	if l.Label == text {
		return l
	}
	if l.ChildMenu != nil {
		for _, below := range l.ChildMenu.Items {
			if found := lineNamed(below, text); found != nil {
				return found
			}
		}
	}
	return nil
}

// The menu is opened and gone through by keys, and what it asks for is typed
// at once.
func TestTheMenuOfActionsByKeys(t *testing.T) {
	d := todos(t, "milk", "bread")
	d.mark(0)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.win.focus(d.win.items.Adding())
	d.fyne.Canvas().(software.WindowlessCanvas).FocusPrevious()
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.types("tomorrow")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "due", d.value("milk", "due"), "2026-05-25")
	same(t, "due", d.value("bread", "due"), "2026-05-25")
	same(t, "the focus is back", d.fyne.Canvas().Focused(), d.win.items.List())
}
