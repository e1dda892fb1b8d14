package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// Entry is a field to type a line in. Fyne's own swallows every shortcut and the
// function keys; this one hands up what it does not use. Texts of several lines
// have package textedit.
type Entry struct {
	widget.Entry
	// OnFocus is called when the entry gets the focus.
	OnFocus func()
	// OnLeft is called when the entry loses the focus.
	OnLeft func()

	keys *Keys
	ring ring
	// touched tells that a person was at the text since it was put there.
	touched bool
}

// NewEntry is a field of one line.
func NewEntry(keys *Keys, placeholder string) *Entry {
	e := &Entry{keys: keys, ring: newRing(theme.Ring)}
	e.PlaceHolder = placeholder
	e.ExtendBaseWidget(e)
	return e
}

// Put replaces the text where it differs, and tells nobody: OnChanged is for
// what a person types. A line that was chosen is chosen whole again.
func (e *Entry) Put(text string) {
	if e.Text == text {
		return
	}
	tell, chosen := e.OnChanged, e.SelectedText() != ""
	e.OnChanged, e.touched = nil, false
	if chosen { // Fyne would go on choosing in the new text: letters typed there would be lost
		e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	}
	e.SetText(text)
	if chosen {
		e.chooseWhole()
	}
	e.OnChanged = tell
}

// CreateRenderer draws the ring over Fyne's entry.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer {
	return ringed{e.Entry.CreateRenderer(), e.ring}
}

// FocusGained shows the cursor and the ring.
func (e *Entry) FocusGained() {
	e.Entry.FocusGained()
	e.ring.show(true)
	e.chooseWhole()
	e.keys.focused(e)
	if e.OnFocus != nil {
		e.OnFocus()
	}
}

// chooseWhole chooses a line that was put here, so that what a person types
// takes its place. What the person typed stays as it was left: a window that
// comes to the front again gives the focus once more.
func (e *Entry) chooseWhole() {
	if !e.touched && !e.Disabled() {
		e.Entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// GoToEnd puts the cursor behind the text, and chooses nothing of it.
func (e *Entry) GoToEnd() {
	e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd}) // it ends the choice where there is one
	e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
}

// FocusLost hides the ring.
func (e *Entry) FocusLost() {
	e.Entry.FocusLost()
	e.ring.show(false)
	if e.OnLeft != nil {
		e.OnLeft()
	}
}

// AcceptsTab is never: Tab goes to the next field.
func (e *Entry) AcceptsTab() bool { return false }

// TypedRune puts a letter into the text.
func (e *Entry) TypedRune(r rune) {
	e.touched = true
	e.Entry.TypedRune(r)
}

// TypedKey edits the text, or hands the key up.
func (e *Entry) TypedKey(ev *fyne.KeyEvent) {
	if e.handsUp(ev.Name) && e.keys.key(ev) {
		return
	}
	e.touched = true
	e.Entry.TypedKey(ev)
}

// TypedShortcut hands the shortcut up, and edits the text if nobody there wants
// it. Undo and redo are never handed up: they end at the text, so that no key in a
// field changes anything else.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	own := textUndo(s)
	if own == nil && e.keys.shortcut(s) {
		return
	}
	if own != nil {
		s = own
	}
	e.touched = true
	e.Entry.TypedShortcut(s)
}

// textUndo is the undo or redo of a text that a shortcut means, or nil.
func textUndo(s fyne.Shortcut) fyne.Shortcut {
	switch s := s.(type) {
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo:
		return s
	case *desktop.CustomShortcut:
		if s.KeyName == fyne.KeyZ && s.Modifier == fyne.KeyModifierControl|fyne.KeyModifierShift {
			return &fyne.ShortcutRedo{}
		}
	}
	return nil
}

func (e *Entry) handsUp(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		return true
	}
	return isCommand(name)
}
