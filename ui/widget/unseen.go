package widget

import (
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
)

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

// Opener is the key that gave a text the focus. While it is held down, it types nothing there.
type Opener struct {
	keys *Keys
	key  rune
	last time.Time
}

// NewOpener is for a text that nothing has opened yet.
func NewOpener(keys *Keys) Opener { return Opener{keys: keys} }

// OpenedBy notes that a key gave the text the focus: the letter, or '\n' for Enter.
func (o *Opener) OpenedBy(key rune) { o.key, o.last = key, o.keys.now() }

// Repeats reports whether a letter comes from the key that opened the text, and that is still
// held down: systems wait up to 700 ms before the first repeat.
func (o *Opener) Repeats(letter rune) bool {
	if o.key == 0 || unicode.ToLower(letter) != o.key || o.keys.now().Sub(o.last) > Unseen {
		o.key = 0
		return false
	}
	o.last = o.keys.now()
	return true
}

// RepeatsKey is Repeats for a key that types no letter.
func (o *Opener) RepeatsKey(name fyne.KeyName) bool { return IsEnter(name) && o.Repeats('\n') }

// Released notes that a key is no longer held down.
func (o *Opener) Released(name fyne.KeyName) {
	if IsEnter(name) && o.key == '\n' || strings.ToLower(string(name)) == string(o.key) {
		o.key = 0
	}
}
