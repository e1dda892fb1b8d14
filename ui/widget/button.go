package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// Button is pressed by click, Space or Enter, and keeps the focus when it is
// pressed by key.
type Button struct {
	widget.Button
	keys *Keys
	ring ring
}

// NewButton is a button with a text.
func NewButton(keys *Keys, text string, pressed func()) *Button {
	b := &Button{keys: keys, ring: newRing(fynetheme.ColorNameForeground)}
	b.Text, b.OnTapped = display.Label(text), pressed
	b.ExtendBaseWidget(b)
	return b
}

// NewIconButton is a button with an icon before its text.
func NewIconButton(keys *Keys, icon fyne.Resource, text string, pressed func()) *Button {
	b := NewButton(keys, text, pressed)
	b.Icon = icon
	return b
}

// NewMainButton is the button that does what the form or page is for.
func NewMainButton(keys *Keys, text string, pressed func()) *Button {
	b := NewButton(keys, text, pressed)
	b.Importance = widget.HighImportance
	return b
}

// NewQuietButton is a button that stands back behind what it belongs to.
func NewQuietButton(keys *Keys, icon fyne.Resource, text string, pressed func()) *Button {
	b := NewIconButton(keys, icon, text, pressed)
	b.Importance = widget.LowImportance
	return b
}

// SetText changes the text.
func (b *Button) SetText(text string) { b.Button.SetText(display.Label(text)) }

// CreateRenderer draws the ring over Fyne's button.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	return ringed{newFramed(b.Button.CreateRenderer(), theme.Outline), b.ring}
}

// FocusGained shows the ring and tells who wants to know.
func (b *Button) FocusGained() {
	b.Button.FocusGained()
	b.ring.show(true)
	b.keys.focused(b)
}

// FocusLost hides the ring.
func (b *Button) FocusLost() {
	b.Button.FocusLost()
	b.ring.show(false)
}

// TypedKey presses the button or hands the key up.
func (b *Button) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name != fyne.KeySpace && !IsEnter(ev.Name) {
		b.keys.key(ev)
		return
	}
	if !b.Disabled() && b.OnTapped != nil {
		b.OnTapped()
	}
}

// TypedRune hands characters up; the one that Space types has pressed the
// button already.
func (b *Button) TypedRune(r rune) {
	if r != ' ' {
		b.keys.rune(r)
	}
}

// TypedShortcut hands the shortcut up.
func (b *Button) TypedShortcut(s fyne.Shortcut) { b.keys.shortcut(s) }
