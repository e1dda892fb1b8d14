package window

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestAFormSaysWhatIsMissing(t *testing.T) {
	d := withList(t)
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "still open", d.win.pages.shown == page(d.win.pages.share()), true)
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
