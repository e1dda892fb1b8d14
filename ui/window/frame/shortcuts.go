package frame

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Command is something that the window can do.
type Command struct {
	// Menu is the title of the menu that holds it, Text its line there.
	Menu, Text string
	// Key is the key, with Modifier held; "" for a command without one.
	Key      fyne.KeyName
	Modifier fyne.KeyModifier
	// Also are further keys that do the same and are not shown.
	Also []desktop.CustomShortcut
	// Run does it.
	Run func()
}

// Shortcuts is every command, in the order in which menus show them.
type Shortcuts []Command

// Shortcut runs the command that a shortcut belongs to, and tells whether there
// is one.
func (t Shortcuts) Shortcut(s fyne.Shortcut) bool {
	for _, c := range t {
		if c.hasShortcut(s.ShortcutName()) {
			c.Run()
			return true
		}
	}
	return false
}

// Pressed runs the command of a key without Control, Alt or Super, and tells
// whether there is one. Fyne makes no shortcut of such a key.
func (t Shortcuts) Pressed(key fyne.KeyName, held fyne.KeyModifier) bool {
	for _, c := range t {
		if c.Key == key && c.Modifier == held && c.Key != "" {
			c.Run()
			return true
		}
	}
	return false
}

func (c *Command) hasShortcut(name string) bool {
	if c.Key != "" && (c.shortcut().ShortcutName() == name || c.ownName() == name) {
		return true
	}
	for i := range c.Also {
		if c.Also[i].ShortcutName() == name {
			return true
		}
	}
	return false
}

// ownName is how Fyne calls the keys for which it has a name of its own, or "".
func (c *Command) ownName() string {
	if c.Modifier == fyne.KeyModifierControl {
		switch c.Key {
		case fyne.KeyZ:
			return (&fyne.ShortcutUndo{}).ShortcutName()
		case fyne.KeyY:
			return (&fyne.ShortcutRedo{}).ShortcutName()
		}
	}
	return ""
}

func (c *Command) shortcut() fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: c.Key, Modifier: c.Modifier}
}

// MainMenu is the menu of the table's commands.
func (t Shortcuts) MainMenu() *fyne.MainMenu {
	main := &fyne.MainMenu{}
	for _, c := range t {
		menu := menuNamed(main, c.Menu)
		item := fyne.NewMenuItem(c.Text, c.Run)
		if c.Key != "" {
			item.Shortcut = c.shortcut()
		}
		menu.Items = append(menu.Items, item)
	}
	return main
}

func menuNamed(main *fyne.MainMenu, title string) *fyne.Menu {
	for _, m := range main.Items {
		if m.Label == title {
			return m
		}
	}
	m := fyne.NewMenu(title)
	main.Items = append(main.Items, m)
	return m
}
