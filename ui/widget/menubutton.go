package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
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
