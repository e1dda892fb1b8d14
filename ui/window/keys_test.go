package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"

	"crossfeed/engine/lists"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/snapshot"
)

// Changes by others appear without a click, after a reload.
func TestChangesByOthersAppear(t *testing.T) {
	d := newDesk(t)
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Reading"})))
	d.win.Reload()
	d.rest()
	same(t, "shown", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Reading"})
	if d.fyne.Canvas().Focused() != d.win.items.List() {
		t.Errorf("the focus is on %T", d.fyne.Canvas().Focused())
	}
}

// F6 cycles through the panes, Esc goes back one step at a time.
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

// No two commands have the same key, and every key has a text for the page of shortcuts.
func TestShortcutsAreUnique(t *testing.T) {
	d := newDesk(t)
	seen := map[string]string{}
	for _, c := range d.win.commands {
		if c.Text == "" || c.Run == nil {
			t.Errorf("%v says or does nothing", c.Key)
		}
		if c.Key == "" { // only in the menu
			continue
		}
		key := string(c.Key) + string(rune('0'+c.Modifier))
		if other, there := seen[key]; there {
			t.Errorf("%q and %q have the same key", c.Text, other)
		}
		seen[key] = c.Text
	}
}

// Holding a key down resolves one item: the person has to see the next one first.
func TestAKeyThatIsHeldDownResolvesOneItem(t *testing.T) {
	d, _ := parted(t)
	for _, to := range []fyne.KeyModifier{0, 0, fyne.KeyModifierShift} {
		d.press(fyne.KeyF8, to)
		d.rest()
		d.types("1")
	}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 4)
	same(t, "left to choose in the next one", len(d.win.pages.resolve.Shown().Session.Open()), 0)
	for _, after := range []time.Duration{660, 40, 40, 40, 40, 40, 40} {
		d.clock.now = d.clock.now.Add(after * time.Millisecond)
		d.strikes(fyne.KeyReturn, fyne.KeyModifierControl)
		d.rest()
	}
	same(t, "conflicts after it was held down", len(d.win.now.Conflicts), 4)
	same(t, "status", d.win.status.Text(), "Check it first, then press again.")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts after another press", len(d.win.now.Conflicts), 3)
}

// press selects an entry of a menu of the middle pane.
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

// The menu is opened and used with the keyboard, and the value that it asks for can be typed
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
