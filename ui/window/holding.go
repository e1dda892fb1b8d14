package window

import (
	"time"

	"fyne.io/fyne/v2/lang"
)

// Times by which a key that is held down is told from one that is pressed again.
const (
	// unseen is how long an item has to be in sight before the key that showed
	// it can settle it: longer than keys wait before they repeat.
	unseen = 700 * time.Millisecond
	// repeating is the longest time between two repeats of a key.
	repeating = 150 * time.Millisecond
)

// holding tells whether the key that saves is still held down from the item
// before. Nobody has seen what it would settle then.
type holding struct {
	// shown is when the key showed another item, pressed when it came last.
	shown, pressed time.Time
}

// still takes down that the key came, and tells whether it was held down.
func (h *holding) still(now time.Time) bool {
	held := now.Sub(h.shown) < unseen || now.Sub(h.pressed) < repeating
	h.pressed = now
	return held
}

// savePage saves what the page shows, on its key.
func (w *Window) savePage() {
	if w.settling() && w.holding.still(w.Speaker.Now()) {
		w.status.Say(lang.L("Look at it first, and press again."))
		return
	}
	w.pages.shown.Save()
}
