package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// A key that is held down settles one item: what it goes on to has to be seen
// first.
func TestAKeyThatIsHeldDownSettlesOneItem(t *testing.T) {
	d, _ := parted(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "to settle", len(d.win.now.Unsettled), 4)
	d.types("1")
	for _, after := range []time.Duration{660, 40, 40, 40, 40, 40, 40} {
		d.clock.now = d.clock.now.Add(after * time.Millisecond)
		d.strikes(fyne.KeyReturn, fyne.KeyModifierControl)
		d.rest()
	}
	same(t, "to settle after it was held down", len(d.win.now.Unsettled), 4)
	same(t, "status", d.win.status.Text(), "Check it first, then press again.")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "to settle after another press", len(d.win.now.Unsettled), 3)
}
