package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// MenuButton opens a menu below itself.
type MenuButton struct {
	Button
	// Items makes the lines of the menu when it is opened.
	Items func() []*fyne.MenuItem
}

// NewMenuButton is a button that opens a menu of such lines.
func NewMenuButton(keys *Keys, text string, items func() []*fyne.MenuItem) *MenuButton {
	b := &MenuButton{Button: Button{keys: keys, ring: newRing(fynetheme.ColorNameForeground)}, Items: items}
	b.Text, b.Icon = text, fynetheme.MenuDropDownIcon()
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

func (b *MenuButton) open() {
	c := fyne.CurrentApp().Driver().CanvasForObject(b)
	items := b.Items()
	if c == nil || len(items) == 0 {
		return
	}
	below := fyne.NewPos(0, b.Size().Height)
	widget.NewPopUpMenu(fyne.NewMenu("", items...), c).ShowAtRelativePosition(below, b)
}
