package window

import (
	"testing"

	"fyne.io/fyne/v2"
)

// Sharing at a folder reads it too; sharing at a file does not.
func TestSharing(t *testing.T) {
	for _, c := range []struct {
		file  string
		feeds int
	}{{"", 1}, {"/groceries.xml", 0}} {
		d := withList(t, "Milk")
		d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
		d.types(t.TempDir() + c.file)
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, "published", d.win.now.Lists[0].Location != "", true)
		same(t, "feeds", len(d.win.now.Feeds), c.feeds)
	}
}

// Subscribing makes the list where there is none, and reads the feed.
func TestSubscribing(t *testing.T) {
	d := newDesk(t)
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types("../../assets/sample")
	d.press(fyne.KeyTab)
	d.press(fyne.KeyTab)
	d.types("Groceries")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.win.items.Rows(), 6)
	same(t, "to settle", len(d.win.now.Unsettled), 3)
}

func TestAFormSaysWhatIsMissing(t *testing.T) {
	d := withList(t)
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "still open", d.win.pages.shown == page(d.win.pages.share), true)
	d.press(fyne.KeyEscape)
	same(t, "after Esc", d.win.pages.shown == page(d.win.pages.home), true)
}

// What the list before was for is not what the next one is for.
func TestANewListIsForTodosUnlessAnotherKindIsChosen(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"Family", "Errands"} {
		d.press(fyne.KeyN, fyne.KeyModifierControl, fyne.KeyModifierShift)
		d.types(name)
		if name == "Family" {
			d.press(fyne.KeyTab)
			d.press(fyne.KeyRight)
		}
		d.press(fyne.KeyReturn, fyne.KeyModifierControl)
		d.rest()
	}
	for name, want := range map[string]string{"Family": "contact", "Errands": "todo"} {
		l, _ := d.win.now.List(name)
		same(t, name, l.Kind, want)
	}
}
