package widget_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

var altDown = &desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt}

// Left and Right go to the word beside; putting one tells nobody.
func TestAChoiceIsMadeByTheArrows(t *testing.T) {
	themed(t)
	var chosen []int
	c := widget.NewChoice(&widget.Keys{}, []string{"none", "high", "low"}, func(i int) { chosen = append(chosen, i) })
	c.Put(1)
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if len(chosen) != 2 || chosen[0] != 2 || chosen[1] != 1 {
		t.Errorf("chosen %v, want [2 1]", chosen)
	}
	c.Disable()
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if c.SelectedIndex() != 1 {
		t.Error("a choice that is for reading only was changed")
	}
}

// Every key that opens what can be chosen from does so, and the keys go there.
func TestAChoiceIsOpenedByKeys(t *testing.T) {
	themed(t)
	for name, open := range map[string]func(*widget.Choice){
		"Space":    func(c *widget.Choice) { c.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace}) },
		"Enter":    func(c *widget.Choice) { c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) },
		"Alt+Down": func(c *widget.Choice) { c.TypedShortcut(altDown) },
	} {
		chosen := -1
		c := widget.NewChoice(&widget.Keys{}, []string{"none", "high", "low"}, func(i int) { chosen = i })
		w := test.NewTempWindow(t, c)
		w.Canvas().Focus(c)
		open(c)
		for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn} {
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: key})
		}
		if chosen != 1 {
			t.Errorf("%s: chosen %d, want 1", name, chosen)
		}
		if w.Canvas().Focused() != fyne.Focusable(c) {
			t.Errorf("%s: the focus is on %T", name, w.Canvas().Focused())
		}
	}
}

// A menu is made when it is opened, and does what its line says.
func TestAMenuButtonOpensItsMenu(t *testing.T) {
	themed(t)
	for name, open := range map[string]func(*widget.MenuButton){
		"Enter":    func(b *widget.MenuButton) { b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) },
		"Alt+Down": func(b *widget.MenuButton) { b.TypedShortcut(altDown) },
		"click":    func(b *widget.MenuButton) { test.Tap(b) },
	} {
		done := ""
		b := widget.NewMenuButton(&widget.Keys{}, "Add", func() []*fyne.MenuItem {
			return []*fyne.MenuItem{fyne.NewMenuItem("one", func() { done = "one" }), fyne.NewMenuItem("two", func() { done = "two" })}
		})
		w := test.NewTempWindow(t, b)
		w.Canvas().Focus(b)
		open(b)
		for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn} {
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: key})
		}
		if done != "two" {
			t.Errorf("%s: done %q, want two", name, done)
		}
	}
}
