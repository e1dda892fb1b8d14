// Package widget holds the parts of the window that know nothing of items.
// What they add to Fyne's: every one that takes the focus shows it by a ring
// and hands up the keys that it has no use for, so that shortcuts work
// wherever the focus is.
package widget

import (
	"time"

	"fyne.io/fyne/v2"
)

// Keys takes what a focused widget hands up. Each function tells whether it
// used the event; one that is nil uses none.
type Keys struct {
	// Key gets keys that type nothing.
	Key func(*fyne.KeyEvent) bool
	// Rune gets characters.
	Rune func(rune) bool
	// Shortcut gets keys with Control, Alt or Super held.
	Shortcut func(fyne.Shortcut) bool
	// Focused is told which widget got the focus, so that what scrolls can
	// bring it into sight.
	Focused func(fyne.Focusable)
	// Told gets what a widget has to tell a person.
	Told func(Message)
	// Held tells which modifier keys are held down; nil: none.
	Held func() fyne.KeyModifier
	// Now is the clock.
	Now func() time.Time
}

// Behind are keys that own gets first, and k what own has no use for.
func (k *Keys) Behind(own Keys) *Keys {
	return &Keys{
		Held:     k.Held,
		Now:      k.Now,
		Told:     k.tell,
		Key:      func(ev *fyne.KeyEvent) bool { return own.key(ev) || k.key(ev) },
		Rune:     func(r rune) bool { return own.rune(r) || k.rune(r) },
		Shortcut: func(s fyne.Shortcut) bool { return own.shortcut(s) || k.shortcut(s) },
		Focused: func(f fyne.Focusable) {
			own.focused(f)
			k.focused(f)
		},
	}
}

// now is the time of the clock, or of the computer where there is none.
func (k *Keys) now() time.Time {
	if k.Now == nil {
		return time.Now()
	}
	return k.Now()
}

func (k *Keys) key(ev *fyne.KeyEvent) bool { return k.Key != nil && k.Key(ev) }

func (k *Keys) rune(r rune) bool { return k.Rune != nil && k.Rune(r) }

func (k *Keys) shortcut(s fyne.Shortcut) bool { return k.Shortcut != nil && k.Shortcut(s) }

func (k *Keys) focused(f fyne.Focusable) {
	if k.Focused != nil {
		k.Focused(f)
	}
}

// Message is what a widget has to tell a person.
type Message int

// A text is too long for its entry, or what was pasted is. A button was pressed before what
// it does can have been seen.
const (
	TooLongToEdit Message = iota
	TooLongToPaste
	TooSoon
)

// Seen notes in h that a button was pressed, and reports whether what it does can have been
// seen. It tells a person where not.
func (k *Keys) Seen(h *Haste, button rune) bool {
	held := h.Held(button, k.now(), false)
	if held {
		k.tell(TooSoon)
	}
	return !held
}

func (k *Keys) tell(m Message) {
	if k.Told != nil {
		k.Told(m)
	}
}

func (k *Keys) held() fyne.KeyModifier {
	if k.Held == nil {
		return 0
	}
	return k.Held()
}

// IsEnter tells whether a key is Return or the keypad's Enter.
func IsEnter(name fyne.KeyName) bool { return name == fyne.KeyReturn || name == fyne.KeyEnter }

// isCommand tells whether a key never means anything inside a text: Escape and
// the function keys.
func isCommand(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyEscape, fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6,
		fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10, fyne.KeyF11, fyne.KeyF12:
		return true
	}
	return false
}
