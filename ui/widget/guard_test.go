package widget_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/crash"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// A panic in what a widget calls is given to Guard.
func TestWhatWidgetsCallIsGuarded(t *testing.T) {
	test.NewTempApp(t)
	caught := 0
	keys := &widget.Keys{Guard: func(handler func()) {
		if crash.Do(handler) != nil {
			caught++
		}
	}}
	fails := func() { panic("a handler") }
	keys.Key = func(*fyne.KeyEvent) bool { fails(); return true }
	keys.Rune = func(rune) bool { fails(); return true }
	keys.Shortcut = func(fyne.Shortcut) bool { fails(); return true }
	button := widget.NewButton(keys, "Button", fails)
	check := widget.NewCheck(keys, "Check", func(bool) { fails() })
	choice := widget.NewChoice(keys, []string{"one", "two"}, func(int) { fails() })
	list := widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, func(int, fyne.CanvasObject) {})
	list.SetRows(2, 0)
	list.OnMarked = func(int) { fails() }
	list.OnEntered = list.OnMarked
	entry := widget.NewEntry(keys, "")
	entry.OnChanged = func(string) { fails() }
	entry.OnSubmitted = entry.OnChanged
	entry.OnFocus, entry.OnLeft = fails, fails
	undone := widget.NewEntry(keys, "")
	undone.TypedRune('x')
	undone.OnChanged = entry.OnChanged
	focused := widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, func(int, fyne.CanvasObject) { fails() })
	focused.OnFocus = fails
	rich, media, columns := widget.NewRichRow(keys), widget.NewMediaRow(keys), widget.NewLeadColumnsRow(keys, 1)
	rich.OnLead, rich.OnFold, media.OnFold, columns.OnLead = fails, fails, fails, fails
	press := widget.NewPress(keys, widget.NewRow(), fails)
	sign := func(row fyne.CanvasObject, n int) func() { return func() { signs(row)[n].Tapped(&fyne.PointEvent{}) } }
	typed := func(w fyne.Focusable, key fyne.KeyName) func() {
		return func() { w.TypedKey(&fyne.KeyEvent{Name: key}) }
	}
	for name, act := range map[string]func(){
		"a tap of a button":            func() { test.Tap(button) },
		"Enter on a button":            typed(button, fyne.KeyReturn),
		"a key of a button":            typed(button, fyne.KeyF1),
		"a letter on a button":         func() { button.TypedRune('x') },
		"a shortcut on a button":       func() { button.TypedShortcut(&fyne.ShortcutUndo{}) },
		"a tap of a check box":         func() { test.Tap(check) },
		"Space on a check box":         func() { check.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace}); check.TypedRune(' ') },
		"Right on a choice":            typed(choice, fyne.KeyRight),
		"Down in a list":               typed(list, fyne.KeyDown),
		"Enter in a list":              typed(list, fyne.KeyReturn),
		"a letter in an entry":         func() { entry.TypedRune('x') },
		"Enter in an entry":            typed(entry, fyne.KeyReturn),
		"the focus on an entry":        entry.FocusGained,
		"the focus leaving an entry":   entry.FocusLost,
		"Undo in the menu of an entry": undone.Undo,
		"the focus on a list":          focused.FocusGained,
		"a row that is scrolled to":    func() { focused.UpdateItem(0, widget.NewRow()) },
		"the fold sign of a row":       sign(rich, 0),
		"the sign of a row":            sign(rich, 1),
		"the fold sign of a file":      sign(media, 0),
		"the sign of a row of columns": sign(columns, 0),
		"a tap of something clickable": func() { test.Tap(press) },
		"a line of a menu":             widget.Menu(keys, []*fyne.MenuItem{fyne.NewMenuItem("line", fails)}).Items[0].Action,
	} {
		caught = 0
		act()
		if caught != 1 {
			t.Errorf("of %s %d panics were caught", name, caught)
		}
	}
}

// signs returns what can be clicked in a row.
func signs(row fyne.CanvasObject) (all []fyne.Tappable) {
	for _, o := range uitest.Drawn(row) {
		if s, is := o.(fyne.Tappable); is {
			all = append(all, s)
		}
	}
	return all
}
