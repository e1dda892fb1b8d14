package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// Button is pressed by a click, Space or Enter. It keeps the focus when it is pressed by a
// key.
type Button struct {
	widget.Button
	keys *Keys
	ring ring
}

// NewButton returns a button with a text.
func NewButton(keys *Keys, text string, pressed func()) *Button {
	b := &Button{keys: keys, ring: newRing(fynetheme.ColorNameForeground)}
	b.Text, b.OnTapped = display.Label(text), pressed
	b.ExtendBaseWidget(b)
	return b
}

// NewIconButton returns a button with an icon before its text.
func NewIconButton(keys *Keys, icon fyne.Resource, text string, pressed func()) *Button {
	b := NewButton(keys, text, pressed)
	b.Icon = icon
	return b
}

// NewMainButton returns the button for the main action of a form or page.
func NewMainButton(keys *Keys, text string, pressed func()) *Button {
	b := NewButton(keys, text, pressed)
	b.Importance = widget.HighImportance
	return b
}

// NewQuietButton returns a button with low emphasis.
func NewQuietButton(keys *Keys, icon fyne.Resource, text string, pressed func()) *Button {
	b := NewIconButton(keys, icon, text, pressed)
	b.Importance = widget.LowImportance
	return b
}

// SetText changes the text.
func (b *Button) SetText(text string) { b.Button.SetText(display.Label(text)) }

// CreateRenderer draws the ring over Fyne's button.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	return ringed{newFramed(b, b.Button.CreateRenderer(), theme.Outline), b.ring}
}

// FocusGained shows the ring and reports the focus.
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

// TypedKey presses the button or forwards the key.
func (b *Button) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name != fyne.KeySpace && !IsEnter(ev.Name) {
		b.keys.key(ev)
		return
	}
	if ev.Name == fyne.KeySpace {
		b.keys.useSpace()
	}
	if !b.Disabled() && b.OnTapped != nil {
		b.keys.Handle(b.OnTapped)
	}
}

// Tapped presses the button.
func (b *Button) Tapped(ev *fyne.PointEvent) { b.keys.Handle(func() { b.Button.Tapped(ev) }) }

// TypedRune forwards characters, except for Space, which has already pressed the button.
func (b *Button) TypedRune(r rune) { b.keys.afterKey(r) }

// TypedShortcut forwards the shortcut.
func (b *Button) TypedShortcut(s fyne.Shortcut) { b.keys.shortcut(s) }

// MenuButton opens a menu below itself.
type MenuButton struct {
	Button
	// Items returns the menu items when the menu is opened.
	Items func() []*fyne.MenuItem
}

// NewMenuButton returns a button that opens a menu with those items.
func NewMenuButton(keys *Keys, text string, items func() []*fyne.MenuItem) *MenuButton {
	b := &MenuButton{Button: Button{keys: keys, ring: newRing(fynetheme.ColorNameForeground)}, Items: items}
	b.Text, b.Icon = display.Label(text), fynetheme.MenuDropDownIcon()
	b.IconPlacement = widget.ButtonIconTrailingText
	b.OnTapped = b.open
	b.ExtendBaseWidget(b)
	return b
}

// TypedShortcut opens the menu on Alt+Down and forwards other shortcuts.
func (b *MenuButton) TypedShortcut(s fyne.Shortcut) {
	if IsAltDown(s) && !b.Disabled() {
		b.open()
		return
	}
	b.Button.TypedShortcut(s)
}

// Menu returns a menu with those items, with their texts made safe for display and their
// actions guarded. A disabled item does nothing: Fyne would run it on Enter. It may have been
// chosen by Space.
func Menu(keys *Keys, lines []*fyne.MenuItem) *fyne.Menu {
	for _, l := range lines {
		if do := l.Action; do != nil {
			l.Action = func() {
				if keys.useSpace(); !l.Disabled {
					keys.Handle(do)
				}
			}
		}
		if l.Label = display.Label(l.Label); l.ChildMenu != nil {
			l.ChildMenu = Menu(keys, l.ChildMenu.Items)
		}
	}
	return fyne.NewMenu("", lines...)
}

func (b *MenuButton) open() {
	c := fyne.CurrentApp().Driver().CanvasForObject(b)
	items := b.Items()
	if c == nil || len(items) == 0 {
		return
	}
	below := fyne.NewPos(0, b.Size().Height)
	widget.NewPopUpMenu(Menu(b.keys, items), c).ShowAtRelativePosition(below, b)
}

// Press makes an object clickable. It is not reachable by keys.
type Press struct {
	widget.BaseWidget
	inside fyne.CanvasObject
	tapped func()
}

// NewPress makes an object clickable.
func NewPress(keys *Keys, inside fyne.CanvasObject, tapped func()) *Press {
	p := &Press{inside: inside, tapped: func() { keys.Handle(tapped) }}
	p.ExtendBaseWidget(p)
	return p
}

func (p *Press) Tapped(*fyne.PointEvent) { p.tapped() }

// clickedAt handles a click on a row of a list that was dragged a little.
func (p *Press) clickedAt(fyne.Position) bool {
	p.tapped()
	return true
}

func (p *Press) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inside) }

// Check is a check box. Space toggles it.
type Check struct {
	widget.Check
	keys *Keys
	ring ring
}

// NewCheck returns a check box with a text.
func NewCheck(keys *Keys, text string, changed func(bool)) *Check {
	c := &Check{keys: keys, ring: newRing(fynetheme.ColorNameForeground)}
	c.Text, c.OnChanged = display.Label(text), guarded(keys, changed)
	c.ExtendBaseWidget(c)
	return c
}

// SetText changes the text.
func (c *Check) SetText(text string) { c.Check.SetText(display.Label(text)) }

// Put sets the state without calling back.
func (c *Check) Put(checked bool) {
	c.Checked = checked
	c.Refresh()
}

// CreateRenderer draws the ring over Fyne's check.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	return ringed{c.Check.CreateRenderer(), c.ring}
}

// FocusGained shows the ring and reports the focus.
func (c *Check) FocusGained() {
	c.Check.FocusGained()
	c.ring.show(true)
	c.keys.focused(c)
}

// FocusLost hides the ring.
func (c *Check) FocusLost() {
	c.Check.FocusLost()
	c.ring.show(false)
}

// TypedKey forwards keys; Space arrives as a character.
func (c *Check) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeySpace {
		c.keys.ownSpace()
		return
	}
	c.keys.key(ev)
}

// TypedRune toggles the check box on Space and forwards other characters.
func (c *Check) TypedRune(r rune) {
	switch {
	case c.keys.spent(r):
	case r == ' ':
		c.Check.TypedRune(r)
	default:
		c.keys.rune(r)
	}
}

// TypedShortcut forwards the shortcut.
func (c *Check) TypedShortcut(s fyne.Shortcut) { c.keys.shortcut(s) }
