package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/ui/window/place"
)

// Changes by others appear without a click: the window reads again.
func TestChangesByOthersAppear(t *testing.T) {
	d := newDesk(t)
	must(t, two(d.engine.NewSet(t.Context(), engine.NewSet{Name: "Reading"})))
	d.win.Reload()
	d.rest()
	same(t, "shown", d.win.at, place.Place{Kind: place.List, Set: "Reading"})
	if d.fyne.Canvas().Focused() != d.win.items.List() {
		t.Errorf("the focus is on %T", d.fyne.Canvas().Focused())
	}
}

// F6 goes round the panes, Esc goes back one step at a time.
func TestF6GoesRoundThePanes(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	for _, want := range []fyne.Focusable{d.win.detail.Focus(), d.win.sidebar.Focus(), d.win.items.List()} {
		d.press(fyne.KeyF6)
		if d.fyne.Canvas().Focused() != want {
			t.Fatalf("the focus is on %T, want %T", d.fyne.Canvas().Focused(), want)
		}
	}
	d.press(fyne.KeyF6, fyne.KeyModifierShift)
	if d.fyne.Canvas().Focused() != d.win.sidebar.Focus() {
		t.Errorf("Shift+F6 went to %T", d.fyne.Canvas().Focused())
	}
}

func TestTheSizeOfTheText(t *testing.T) {
	d := newDesk(t)
	var told float32
	d.win.Scaled = func(s float32) { told = s }
	d.press(fyne.KeyEqual, fyne.KeyModifierControl, fyne.KeyModifierShift)
	same(t, "larger", told, float32(1.1))
	d.press(fyne.KeyMinus, fyne.KeyModifierControl)
	same(t, "smaller again", told, float32(1))
}

// No two commands have the same key, and every key has a text for the page of
// shortcuts.
func TestShortcutsAreUnique(t *testing.T) {
	d := newDesk(t)
	seen := map[string]string{}
	for _, c := range d.win.commands {
		if c.Text == "" || c.Run == nil {
			t.Errorf("%v says or does nothing", c.Key)
		}
		if c.Key == "" { // it is in the menu alone
			continue
		}
		key := string(c.Key) + string(rune('0'+c.Modifier))
		if other, there := seen[key]; there {
			t.Errorf("%q and %q have the same key", c.Text, other)
		}
		seen[key] = c.Text
	}
}
