package widget

import "time"

const (
	// Unseen is how long something has to be in sight before a key or a click can act on
	// it: longer than keys wait before they repeat, and than a double click takes.
	Unseen = 700 * time.Millisecond
	// repeating is the longest time between two repeats of a key.
	repeating = 150 * time.Millisecond
)

const (
	// SaveKey is what a button or a key that saves is to Haste.
	SaveKey = 's'
	// ChoiceKey is what a button that chooses or answers is to Haste.
	ChoiceKey = 'c'
)

// Haste finds out whether who presses can have seen what that would do: a press comes too
// soon, or the key is still held down from what was there before.
type Haste struct {
	// shown is when something else came into sight.
	shown time.Time
	// key is the key that came too soon last, and pressed when it did. What saves is one
	// whenever it came.
	key     rune
	pressed time.Time
}

// Shows notes that something else came into sight.
func (h *Haste) Shows(now time.Time) { h.shown = now }

// Soon reports whether nobody can have seen yet what is in sight.
func (h *Haste) Soon(now time.Time) bool { return now.Sub(h.shown) < Unseen }

// Held notes that a key came, and reports whether it came too soon, or is held down. What is
// stale is not even drawn.
func (h *Haste) Held(key rune, now time.Time, stale bool) bool {
	held := stale || h.Soon(now) || key == h.key && now.Sub(h.pressed) < repeating
	if held || key == SaveKey {
		h.key, h.pressed = key, now
	}
	return held
}
