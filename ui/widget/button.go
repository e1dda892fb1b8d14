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

// MenuButton opens a menu below itself.
type MenuButton struct {
	Button
	// Items makes the lines of the menu when it is opened.
	Items func() []*fyne.MenuItem
}

// NewMenuButton is a button that opens a menu of such lines.
func NewMenuButton(keys *Keys, text string, items func() []*fyne.MenuItem) *MenuButton {
	b := &MenuButton{Button: Button{keys: keys, ring: newRing(fynetheme.ColorNameForeground)}, Items: items}
	b.Text, b.Icon = display.Label(text), fynetheme.MenuDropDownIcon()
	b.IconPlacement = widget.ButtonIconTrailingText
	b.OnTapped = b.open
	b.ExtendBaseWidget(b)
	return b
}

// TypedShortcut opens the menu on Alt+Down and hands other shortcuts up.
func (b *MenuButton) TypedShortcut(s fyne.Shortcut) {
	if IsAltDown(s) && !b.Disabled() {
		b.open()
		return
	}
	b.Button.TypedShortcut(s)
}

// Menu is a menu of such lines, with texts that fit.
func Menu(lines []*fyne.MenuItem) *fyne.Menu {
	for _, l := range lines {
		if l.Label = display.Label(l.Label); l.ChildMenu != nil {
			l.ChildMenu = Menu(l.ChildMenu.Items)
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
	widget.NewPopUpMenu(Menu(items), c).ShowAtRelativePosition(below, b)
}

// Press does something where what is inside is clicked. Keys reach that elsewhere.
type Press struct {
	widget.BaseWidget
	inside fyne.CanvasObject
	tapped func()
}

// NewPress has what is inside clicked.
func NewPress(inside fyne.CanvasObject, tapped func()) *Press {
	p := &Press{inside: inside, tapped: tapped}
	p.ExtendBaseWidget(p)
	return p
}

// Tapped does it.
func (p *Press) Tapped(*fyne.PointEvent) { p.tapped() }

// CreateRenderer draws what is inside.
func (p *Press) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inside) }

// Check is a tick. Space turns it over.
type Check struct {
	widget.Check
	keys *Keys
	ring ring
}

// NewCheck is a tick with a text.
func NewCheck(keys *Keys, text string, changed func(bool)) *Check {
	c := &Check{keys: keys, ring: newRing(fynetheme.ColorNameForeground)}
	c.Text, c.OnChanged = display.Label(text), changed
	c.ExtendBaseWidget(c)
	return c
}

// SetText changes the text.
func (c *Check) SetText(text string) { c.Check.SetText(display.Label(text)) }

// Put sets the tick and tells nobody.
func (c *Check) Put(checked bool) {
	c.Checked = checked
	c.Refresh()
}

// CreateRenderer draws the ring over Fyne's check.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	return ringed{c.Check.CreateRenderer(), c.ring}
}

// FocusGained shows the ring and tells who wants to know.
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

// TypedKey hands the key up; Space comes as a character.
func (c *Check) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name != fyne.KeySpace {
		c.keys.key(ev)
	}
}

// TypedRune turns the tick over on Space and hands other characters up.
func (c *Check) TypedRune(r rune) {
	if r == ' ' {
		c.Check.TypedRune(r)
		return
	}
	c.keys.rune(r)
}

// TypedShortcut hands the shortcut up.
func (c *Check) TypedShortcut(s fyne.Shortcut) { c.keys.shortcut(s) }
