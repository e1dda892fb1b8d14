package conflict

import (
	"time"

	"fyne.io/fyne/v2/lang"
)

// Times that distinguish a key that is held down from a key pressed again.
const (
	// unseen is how long an item has to be in sight before the key that showed
	// it can save it: longer than keys wait before they repeat.
	unseen = 700 * time.Millisecond
	// repeating is the longest time between two repeats of a key.
	repeating = 150 * time.Millisecond
)

// repeat finds out whether the key that saves is still held down from the item
// before. Nobody has seen what it would save then.
type repeat struct {
	// shown is when the key showed another item, pressed when it came last.
	shown, pressed time.Time
}

// held notes that the key came, and reports whether it was held down.
func (r *repeat) held(now time.Time) bool {
	held := now.Sub(r.shown) < unseen || now.Sub(r.pressed) < repeating
	r.pressed = now
	return held
}

func heldText() string { return lang.L("Check it first, then press again.") }
