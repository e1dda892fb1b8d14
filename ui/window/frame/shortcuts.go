package frame

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Command is a command of the window.
type Command struct {
	// Menu is the title of its menu, Text its text there.
	Menu, Text string
	// Key is its key, used with Modifier; "" if it has none.
	Key      fyne.KeyName
	Modifier fyne.KeyModifier
	// Also are alternative keys, which are not shown.
	Also []desktop.CustomShortcut
	// Run runs the command.
	Run func()
	// Quits is set for the command that quits the program. Fyne adds another one to a first
	// menu that does not end with one.
	Quits bool
}

// Shortcuts are all commands, in the order of the menus.
type Shortcuts []Command

// Guarded returns the commands with Run called by handle.
func (t Shortcuts) Guarded(handle func(run func())) Shortcuts {
	all := slices.Clone(t)
	for i, c := range t {
		all[i].Run = func() { handle(c.Run) }
	}
	return all
}

// Shortcut runs the command with a shortcut, and reports whether there is one.
func (t Shortcuts) Shortcut(s fyne.Shortcut) bool {
	for _, c := range t {
		if c.hasShortcut(s.ShortcutName()) {
			c.Run()
			return true
		}
	}
	return false
}

// Pressed runs the command with a key without Control, Alt or Super, and reports whether there
// is one. Fyne does not turn such keys into shortcuts.
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
	return slices.ContainsFunc(c.Also, func(s desktop.CustomShortcut) bool { return s.ShortcutName() == name })
}

// ownName returns Fyne's own name for the shortcut, if it has one, or "".
func (c *Command) ownName() string {
	if c.Modifier == fyne.KeyModifierControl {
		switch c.Key {
		case fyne.KeyZ:
			return (&fyne.ShortcutUndo{}).ShortcutName()
		case fyne.KeyX:
			return (&fyne.ShortcutCut{}).ShortcutName()
		case fyne.KeyC:
			return (&fyne.ShortcutCopy{}).ShortcutName()
		case fyne.KeyV:
			return (&fyne.ShortcutPaste{}).ShortcutName()
		case fyne.KeyY:
			return (&fyne.ShortcutRedo{}).ShortcutName()
		}
	}
	return ""
}

func (c *Command) shortcut() fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: c.Key, Modifier: c.Modifier}
}

// MainMenu returns a menu of all commands.
func (t Shortcuts) MainMenu() *fyne.MainMenu {
	main := &fyne.MainMenu{}
	for _, c := range t {
		menu := menuNamed(main, c.Menu)
		item := fyne.NewMenuItem(c.Text, c.Run)
		item.IsQuit = c.Quits
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
