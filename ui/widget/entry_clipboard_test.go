package widget_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// Cut, copy and paste in a field are about its text, although the window has commands for items
// on the same keys.
func TestAFieldKeepsTheKeysOfTheClipboard(t *testing.T) {
	test.NewTempApp(t)
	keys := &widget.Keys{Shortcut: func(s fyne.Shortcut) bool {
		t.Errorf("the window got %s", s.ShortcutName())
		return true
	}}
	e := widget.NewEntry(keys, "")
	test.NewTempWindow(t, e).Canvas().Focus(e)
	c := test.NewClipboard()
	c.SetContent("milk")
	e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: c})
	if e.Text() != "milk" {
		t.Errorf("pasted %q", e.Text())
	}
	e.TypedShortcut(&fyne.ShortcutCopy{Clipboard: c})
	e.TypedShortcut(&fyne.ShortcutCut{Clipboard: c})
}
