package widget_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// A line that is replaced while it is chosen whole is chosen whole again. What a person
// types is there, every letter of it.
func TestWhatIsTypedAfterTheTextWasReplacedIsThere(t *testing.T) {
	themed(t)
	for _, c := range [][2]string{{"milk", ""}, {"whole milk", "oat"}, {"milk", "oat milk, of which there is never enough"}, {"", "oat milk"}} {
		before, now := c[0], c[1]
		entry := widget.NewEntry(&widget.Keys{}, "")
		w := test.NewTempWindow(t, entry)
		entry.Put(before)
		w.Canvas().Focus(entry)
		entry.TypedShortcut(&fyne.ShortcutSelectAll{})
		entry.Put(now)
		test.Type(entry, "soy")
		if entry.Text() != "soy" {
			t.Errorf("%q replaced by %q: the text is %q", before, now, entry.Text())
		}
	}
}

// Undo and redo in a field end at its text: however often they are pressed, nothing
// is handed up.
func TestUndoEndsAtTheField(t *testing.T) {
	themed(t)
	again := &desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: fyne.KeyModifierControl | fyne.KeyModifierShift}
	for _, redo := range []fyne.Shortcut{&fyne.ShortcutRedo{}, again} {
		var up []string
		keys := &widget.Keys{Shortcut: func(s fyne.Shortcut) bool { up = append(up, s.ShortcutName()); return true }}
		entry := widget.NewEntry(keys, "")
		test.NewTempWindow(t, entry).Canvas().Focus(entry)
		test.Type(entry, "hello")
		for range 3 {
			entry.TypedShortcut(&fyne.ShortcutUndo{})
		}
		if entry.Text() != "" {
			t.Errorf("after undo: %q", entry.Text())
		}
		for range 3 {
			entry.TypedShortcut(redo)
		}
		if entry.Text() != "hello" || len(up) > 0 {
			t.Errorf("after redo: %q, handed up %v", entry.Text(), up)
		}
	}
}
