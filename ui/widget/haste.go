package widget

import (
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
)

const (
	// Unseen is how long something must be visible before a key or a click can act on it:
	// longer than the delay of key repeat, and than a double click.
	Unseen = 700 * time.Millisecond
	// repeating is the longest time between two repeats of a key.
	repeating = 150 * time.Millisecond
)

const (
	// SaveKey stands for a button or key that saves, in calls of Haste.
	SaveKey = 's'
	// ChoiceKey stands for a button that chooses or answers, in calls of Haste.
	ChoiceKey = 'c'
)

// Haste detects presses that cannot be deliberate, because the person cannot have seen yet
// what the press would do: it comes too soon, or the key has been held down since before.
type Haste struct {
	// shown is when the visible content changed.
	shown time.Time
	// key is the last key that came too soon, and pressed is when. A key that saves is
	// recorded whenever it comes.
	key     rune
	pressed time.Time
}

// Shows records that the visible content changed.
func (h *Haste) Shows(now time.Time) { h.shown = now }

// Soon reports whether nobody can have seen the visible content yet.
func (h *Haste) Soon(now time.Time) bool { return now.Sub(h.shown) < Unseen }

// Held records a key press, and reports whether it came too soon, or the key is held down.
// stale means that the current content is not even drawn yet.
func (h *Haste) Held(key rune, now time.Time, stale bool) bool {
	held := stale || h.Soon(now) || key == h.key && now.Sub(h.pressed) < repeating
	if held || key == SaveKey {
		h.key, h.pressed = key, now
	}
	return held
}

// Opener remembers the key that gave a text the focus. While it is held down, it types nothing
// there.
type Opener struct {
	keys *Keys
	key  rune
	last time.Time
}

// NewOpener returns an Opener for a text that has not been opened by a key.
func NewOpener(keys *Keys) Opener { return Opener{keys: keys} }

// OpenedBy records the key that gave the text the focus: the letter, or '\n' for Enter.
func (o *Opener) OpenedBy(key rune) { o.key, o.last = key, o.keys.now() }

// Repeats reports whether a letter comes from the key that opened the text and is still held
// down: systems wait up to 700 ms before the first repeat.
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

// Released records that a key was released.
func (o *Opener) Released(name fyne.KeyName) {
	if IsEnter(name) && o.key == '\n' || strings.ToLower(string(name)) == string(o.key) {
		o.key = 0
	}
}
