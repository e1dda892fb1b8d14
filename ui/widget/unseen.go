package widget

import "time"

const (
	// Unseen is how long something has to be in sight before a key or a click can act on
	// it: longer than keys wait before they repeat, and than a double click takes.
	Unseen = 700 * time.Millisecond
	// repeating is the longest time between two repeats of a key.
	repeating = 150 * time.Millisecond
)

// Haste finds out whether who presses can have seen what that would do: the key may still
// be held down from what was there before.
type Haste struct {
	// shown is when something else came into sight, pressed when the press came last.
	shown, pressed time.Time
}

// Shows notes that something else came into sight.
func (h *Haste) Shows(now time.Time) { h.shown = now }

// Soon reports whether nobody can have seen yet what is in sight.
func (h *Haste) Soon(now time.Time) bool { return now.Sub(h.shown) < Unseen }

// Held notes a press, and reports whether it came too soon, or by a key that is held down.
func (h *Haste) Held(now time.Time) bool {
	held := h.Soon(now) || now.Sub(h.pressed) < repeating
	h.pressed = now
	return held
}
