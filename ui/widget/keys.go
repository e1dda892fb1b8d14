// Package widget contains the widgets of the window that do not depend on items. They extend
// those of Fyne: every widget that takes the focus shows it by a ring and forwards the keys
// that it does not use to Keys, so that shortcuts work wherever the focus is.
package widget

import (
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Keys receives the events that a focused widget does not use. Each function reports whether
// it used the event; a nil function uses none.
type Keys struct {
	// Key receives keys that type nothing.
	Key func(*fyne.KeyEvent) bool
	// Rune receives characters.
	Rune func(rune) bool
	// Shortcut receives keys with Control, Alt or Super held.
	Shortcut func(fyne.Shortcut) bool
	// Focused is called with the widget that received the focus, so that it can be scrolled
	// into view.
	Focused func(fyne.Focusable)
	// Notify receives messages for the person.
	Notify func(Message)
	// Held returns the modifier keys that are held down; nil means none.
	Held func() fyne.KeyModifier
	// Now is the clock; nil means the system's.
	Now func() time.Time
	// Guard calls the handler of an event, and reports a panic to the person. If it is nil, a
	// panic ends the program.
	Guard func(handler func())
	// spaced is when a widget used Space as a key, for all keys in front of each other.
	spaced *time.Time
}

// Behind returns keys that are first offered to own, and then to k.
func (k *Keys) Behind(own Keys) *Keys {
	return &Keys{
		spaced:   k.space(),
		Held:     k.Held,
		Now:      k.Now,
		Guard:    k.Guard,
		Notify:   k.notify,
		Key:      func(ev *fyne.KeyEvent) bool { return own.key(ev) || k.key(ev) },
		Rune:     func(r rune) bool { return own.rune(r) || k.rune(r) },
		Shortcut: func(s fyne.Shortcut) bool { return own.shortcut(s) || k.shortcut(s) },
		Focused: func(f fyne.Focusable) {
			own.focused(f)
			k.focused(f)
		},
	}
}

func (k *Keys) now() time.Time {
	if k.Now == nil {
		return time.Now()
	}
	return k.Now()
}

func (k *Keys) key(ev *fyne.KeyEvent) bool {
	return k.Key != nil && k.used(func() bool { return k.Key(ev) })
}

func (k *Keys) rune(r rune) bool {
	return k.spent(r) || k.Rune != nil && k.used(func() bool { return k.Rune(r) })
}

func (k *Keys) shortcut(s fyne.Shortcut) bool {
	return k.Shortcut != nil && k.used(func() bool { return k.Shortcut(s) })
}

func (k *Keys) focused(f fyne.Focusable) {
	if k.Focused != nil {
		k.Handle(func() { k.Focused(f) })
	}
}

// useSpace records that a widget used Space as a key. Fyne sends it again as a character, to
// whatever has the focus by then.
func (k *Keys) useSpace() { *k.space() = k.now() }

// spent reports whether a character is the Space that a widget used as a key and that moved the
// focus. While it is held down, all that follow are, too.
func (k *Keys) spent(r rune) bool {
	if r != ' ' || k.now().Sub(*k.space()) > Unseen {
		k.ownSpace()
		return false
	}
	k.useSpace()
	return true
}

// afterKey forwards a character to a widget's keys, except for the Space that the widget itself
// used as a key.
func (k *Keys) afterKey(r rune) {
	if r == ' ' {
		k.ownSpace()
		return
	}
	k.rune(r)
}

// ownSpace records that the next Space belongs to the widget that has the focus.
func (k *Keys) ownSpace() { *k.space() = time.Time{} }

func (k *Keys) space() *time.Time {
	if k.spaced == nil {
		k.spaced = new(time.Time)
	}
	return k.spaced
}

// Handle calls the handler of an event with Guard.
func (k *Keys) Handle(handler func()) {
	if k.Guard == nil {
		handler()
		return
	}
	k.Guard(handler)
}

// used reports whether a handler used an event. One that panics did.
func (k *Keys) used(handler func() bool) bool {
	used := true
	k.Handle(func() { used = handler() })
	return used
}

// guarded returns a handler that calls another one with Guard.
func guarded[T any](k *Keys, handler func(T)) func(T) {
	if handler == nil {
		return nil
	}
	return func(v T) { k.Handle(func() { handler(v) }) }
}

// Message is a message from a widget to the person.
type Message int

// The messages: a text, typed or pasted, is too long for its entry; a button was pressed
// before its effect can have been seen.
const (
	TooLongToEdit Message = iota
	TooLongToPaste
	TooSoon
)

// Seen records in h that a button was pressed, and reports whether its effect can have been
// seen. If not, it tells the person.
func (k *Keys) Seen(h *Haste, button rune) bool {
	held := h.Held(button, k.now(), false)
	if held {
		k.notify(TooSoon)
	}
	return !held
}

func (k *Keys) notify(m Message) {
	if k.Notify != nil {
		k.Notify(m)
	}
}

func (k *Keys) held() fyne.KeyModifier {
	if k.Held == nil {
		return 0
	}
	return k.Held()
}

// IsEnter reports whether a key is Return or the keypad's Enter.
func IsEnter(name fyne.KeyName) bool { return name == fyne.KeyReturn || name == fyne.KeyEnter }

// MenuKey reports whether a key, with the modifiers held, opens the menu bar (F10) or the context
// menu (the Menu key or Shift+F10).
func MenuKey(name fyne.KeyName, held fyne.KeyModifier) (bar, context bool) {
	context = name == desktop.KeyMenu || name == fyne.KeyF10 && held == fyne.KeyModifierShift
	return name == fyne.KeyF10 && held == 0, context
}

// isCommand reports whether a key never has a meaning within a text: Escape and the function
// keys.
func isCommand(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyEscape, fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6,
		fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10, fyne.KeyF11, fyne.KeyF12:
		return true
	}
	return false
}

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

// Repeats reports whether a letter comes from the key that opened the text, as Space on a button
// does, or that is still held down: systems wait up to 700 ms before the first repeat.
func (o *Opener) Repeats(letter rune) bool {
	if o.keys.spent(letter) {
		return true
	}
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
