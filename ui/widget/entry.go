package widget

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// Entry is a single-line field. Fyne's own swallows every shortcut and the function keys; this
// one forwards what it does not use. For texts of several lines, there is package textedit.
type Entry struct {
	widget.Entry
	// OnChanged is called with the text after every change of it.
	OnChanged func(text string)
	// OnFocus is called when the entry gets the focus.
	OnFocus func()
	// OnLeft is called when the entry loses the focus.
	OnLeft func()

	// OnOverflow is called with the whole text if a pasted one makes it longer than an entry
	// can be, and reports whether it handled the text.
	OnOverflow func(text string) bool

	Opener
	keys *Keys
	ring ring
	// whole is the text that was set if only a part of it, shown, is displayed.
	whole, shown string
	// touched is set if a person has edited the text or moved in it since it was set.
	touched bool
}

// NewEntry returns an empty field.
func NewEntry(keys *Keys, placeholder string) *Entry {
	e := &Entry{Opener: NewOpener(keys), keys: keys, ring: newRing(theme.Ring)}
	e.Entry.OnChanged = func(text string) {
		if e.OnChanged != nil {
			keys.Handle(func() { e.OnChanged(text) }) // Fyne's context menu changes texts, too
		}
	}
	e.PlaceHolder = display.Line(placeholder)
	// Fyne's default also scrolls vertically, by the fraction of a pixel that it rounds.
	e.Wrapping, e.Scroll = fyne.TextWrapOff, container.ScrollHorizontalOnly
	e.ExtendBaseWidget(e)
	return e
}

// LongestEntry is the maximum length, in bytes, of text in an entry. The time that Fyne's
// entry takes is quadratic in the length.
const LongestEntry = 4 << 10

// Text returns the text: as it was set, as long as nobody changed it, and otherwise as
// displayed.
func (e *Entry) Text() string {
	if e.whole != "" && e.Entry.Text == e.shown {
		return e.whole
	}
	return e.Entry.Text
}

// SetText replaces the text. If it is too long, it is shown cut, and can only be replaced as a
// whole.
func (e *Entry) SetText(text string) {
	e.whole, e.shown = "", ""
	shown := display.Entered(text, LongestEntry)
	if len(text) > LongestEntry {
		shown = display.Line(text)
	}
	if shown != text {
		e.whole, e.shown = text, shown
	}
	e.Entry.SetText(shown)
}

// SetPlaceHolder sets the placeholder.
func (e *Entry) SetPlaceHolder(text string) { e.Entry.SetPlaceHolder(display.Line(text)) }

// Cut reports whether only a part of the text is shown, so that it cannot be edited.
func (e *Entry) Cut() bool {
	return len(e.whole) > LongestEntry && e.Entry.Text == e.shown
}

// locked reports whether typing would change a text of which only a part is shown.
func (e *Entry) locked() bool {
	locked := e.Cut() && e.SelectedText() != e.Entry.Text
	if locked {
		e.keys.notify(TooLongToEdit)
	}
	return locked
}

// Put replaces the text if it differs, without calling OnChanged. If all of the text was
// selected, the new text is, too.
func (e *Entry) Put(text string) {
	if e.Text() == text {
		return
	}
	tell, chosen := e.OnChanged, e.SelectedText() != ""
	e.OnChanged, e.touched = nil, false
	if chosen { // Fyne would keep selecting in the new text, and letters typed there would be lost
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
	return &entryRenderer{ringed{e.Entry.CreateRenderer(), e.ring}, e, cursorColor()}
}

type entryRenderer struct {
	ringed
	entry  *Entry
	cursor color.Color
}

func cursorColor() color.Color { return fynetheme.Color(fynetheme.ColorNamePrimary) }

// Refresh applies the theme. A blinking cursor keeps its color, so that it is restarted if the
// color changed.
func (r *entryRenderer) Refresh() {
	if now := cursorColor(); r.cursor != now {
		r.cursor = now
		if !r.ring.line.Hidden {
			r.entry.Entry.FocusLost()
			r.entry.Entry.FocusGained()
		}
	}
	r.ringed.Refresh()
}

// FocusGained shows the cursor and the ring.
func (e *Entry) FocusGained() {
	e.Entry.FocusGained()
	e.ring.show(true)
	e.chooseWhole()
	e.keys.focused(e)
	if e.OnFocus != nil {
		e.keys.Handle(e.OnFocus)
	}
}

// chooseWhole selects a text that was set by the program, so that typing replaces it. Text
// that the person typed is left as it is: the focus also returns when a window comes to the
// front.
func (e *Entry) chooseWhole() {
	if !e.touched && !e.Disabled() {
		e.Entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// GoToEnd moves the cursor to the end of the text, and selects nothing.
func (e *Entry) GoToEnd() {
	e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd}) // it clears the selection if there is one
	e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
}

// FocusLost hides the ring.
func (e *Entry) FocusLost() {
	e.Entry.FocusLost()
	e.ring.show(false)
	if e.OnLeft != nil {
		e.keys.Handle(e.OnLeft)
	}
}

// AcceptsTab returns false: Tab goes to the next field.
func (e *Entry) AcceptsTab() bool { return false }

// TypedRune types a letter.
func (e *Entry) TypedRune(r rune) { e.keys.Handle(func() { e.typedRune(r) }) }

func (e *Entry) typedRune(r rune) {
	if e.Repeats(r) || e.locked() {
		return
	}
	e.touched = true
	e.Entry.TypedRune(r)
}

// TypedKey edits the text, or forwards the key.
func (e *Entry) TypedKey(ev *fyne.KeyEvent) { e.keys.Handle(func() { e.typedKey(ev) }) }

func (e *Entry) typedKey(ev *fyne.KeyEvent) {
	if e.RepeatsKey(ev.Name) {
		return
	}
	if _, menu := MenuKey(ev.Name, e.keys.held()); menu {
		e.openMenu()
		return
	}
	if e.handsUp(ev.Name) && e.keys.key(ev) {
		return
	}
	if changes(ev.Name) && e.locked() {
		return
	}
	e.touched = true
	e.Entry.TypedKey(ev)
}

// openMenu opens the context menu below the entry.
func (e *Entry) openMenu() {
	below := fyne.CurrentApp().Driver().AbsolutePositionForObject(e).AddXY(0, e.Size().Height)
	e.Entry.TappedSecondary(&fyne.PointEvent{AbsolutePosition: below})
}

// KeyUp records that a key was released.
func (e *Entry) KeyUp(ev *fyne.KeyEvent) {
	e.Released(ev.Name)
	e.Entry.KeyUp(ev)
}

// TypedShortcut forwards the shortcut, and edits the text if nobody uses it. Undo, redo, cut,
// copy and paste are never forwarded: they only affect the text, so that no key in a field
// changes anything else.
func (e *Entry) TypedShortcut(s fyne.Shortcut) { e.keys.Handle(func() { e.typedShortcut(s) }) }

func (e *Entry) typedShortcut(s fyne.Shortcut) {
	own := textUndo(s)
	switch s.(type) {
	case *fyne.ShortcutCut, *fyne.ShortcutCopy, *fyne.ShortcutPaste:
	default:
		if own == nil && e.keys.shortcut(s) {
			return
		}
	}
	if own != nil {
		s = own
	}
	e.touched = true
	switch s := s.(type) {
	case *fyne.ShortcutPaste:
		e.paste(s)
	case *fyne.ShortcutCopy:
		if e.Cut() && e.SelectedText() == e.Entry.Text {
			s.Clipboard.SetContent(e.whole)
			return
		}
		e.Entry.TypedShortcut(s)
	case *fyne.ShortcutCut:
		if !e.Cut() {
			e.Entry.TypedShortcut(s)
		}
	default:
		e.Entry.TypedShortcut(s)
	}
}

// changes reports whether a key changes a text.
func changes(name fyne.KeyName) bool { return name == fyne.KeyBackspace || name == fyne.KeyDelete }

// paste inserts the text of the clipboard, as far as there is room, without what an entry
// cannot show.
func (e *Entry) paste(s *fyne.ShortcutPaste) {
	if e.Disabled() || e.locked() {
		return
	}
	content := s.Clipboard.Content()
	room := max(LongestEntry-len(e.Entry.Text)+len(e.SelectedText()), 0)
	if len(content) > room && e.OnOverflow != nil && e.OnOverflow(e.with(content)) {
		return
	}
	begun := strings.ToValidUTF8(content[:min(len(content), room)], "")
	begun = display.Entered(begun, len(begun)) // it becomes longer if control characters are made visible
	if len(content) > room || len(begun) > room {
		e.keys.notify(TooLongToPaste)
	}
	begun = strings.ToValidUTF8(begun[:min(len(begun), room)], "")
	e.Entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip(begun)})
}

// with returns the text with another one inserted in place of the selection.
func (e *Entry) with(text string) string {
	runes := []rune(e.Entry.Text)
	at := min(e.CursorColumn, len(runes))
	before, after := string(runes[:at]), string(runes[at:])
	if selected := e.SelectedText(); strings.HasPrefix(after, selected) {
		after = strings.TrimPrefix(after, selected)
	} else {
		before = strings.TrimSuffix(before, selected)
	}
	return before + text + after
}

// clip is a clipboard with a fixed text.
type clip string

// Content returns the text.
func (c clip) Content() string { return string(c) }

// SetContent does nothing: pasting does not change the clipboard.
func (clip) SetContent(string) {}

// textUndo returns the undo or redo of a text that a shortcut means, or nil.
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
