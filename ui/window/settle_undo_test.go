package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// Ctrl+Z on the settling page shows the item that is open again; Ctrl+Y settles
// it again and goes on.
func TestASettlingUndoneOnThePageIsShownThere(t *testing.T) {
	d, _ := parted(t)
	d.press(fyne.KeyF8)
	d.rest()
	it := d.win.pages.settle.Shown().Item
	d.types("1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "goes on to another", d.win.pages.settle.Shown().Item == it, false)
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "back at the first", d.win.pages.settle.Shown().Item, it)
	same(t, "to settle", len(d.win.now.Unsettled), 5)
	if said := "Undone: the settling of “" + d.item(it).Winner.Title() + "”. Ctrl+Y does it again."; !strings.HasPrefix(d.win.status.Text(), said) {
		t.Errorf("the status says %q, want %q", d.win.status.Text(), said)
	}
	d.press(fyne.KeyY, fyne.KeyModifierControl)
	d.rest()
	same(t, "to settle, settled again", len(d.win.now.Unsettled), 4)
	same(t, "and on to the other", d.win.pages.settle.Shown().Item == it, false)
}
