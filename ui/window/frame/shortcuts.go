package frame

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Command is a command of the window.
type Command struct {
	// Menu is the title of its menu, Submenu the title of the submenu there or "", and Text its
	// own text.
	Menu, Submenu, Text string
	// Icon is drawn before the text; nil for none.
	Icon fyne.Resource
	// Key is its key, used with Modifier; "" if it has none.
	Key      fyne.KeyName
	Modifier fyne.KeyModifier
	// Also are alternative keys, which are not shown.
	Also []desktop.CustomShortcut
	// Begins is set if a separator precedes it, or the submenu that it is the first in.
	Begins bool
	// Run runs the command.
	Run func()
	// Applies reports whether the command can do anything now; nil means always. If not, its
	// line in the menu is disabled. Its key still runs it, because Run says why it does nothing.
	Applies func() bool
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
	if c.Key != "" && c.shortcut().ShortcutName() == name {
		return true
	}
	return slices.ContainsFunc(c.others(), func(s fyne.Shortcut) bool { return s.ShortcutName() == name })
}

// Others returns the shortcuts that Fyne does not find in the menu: those that it calls by names
// of its own, and alternative keys.
func (t Shortcuts) Others() (all []fyne.Shortcut) {
	for _, c := range t {
		all = append(all, c.others()...)
	}
	return all
}

func (c *Command) others() (all []fyne.Shortcut) {
	if c.Modifier == fyne.KeyModifierControl {
		switch c.Key {
		case fyne.KeyZ:
			all = append(all, &fyne.ShortcutUndo{})
		case fyne.KeyX:
			all = append(all, &fyne.ShortcutCut{})
		case fyne.KeyC:
			all = append(all, &fyne.ShortcutCopy{})
		case fyne.KeyV:
			all = append(all, &fyne.ShortcutPaste{})
		case fyne.KeyY:
			all = append(all, &fyne.ShortcutRedo{})
		}
	}
	for i := range c.Also {
		all = append(all, &c.Also[i])
	}
	return all
}

func (c *Command) shortcut() fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: c.Key, Modifier: c.Modifier}
}

// Menu is the menu bar.
type Menu struct {
	Main     *fyne.MainMenu
	lines    []*fyne.MenuItem
	commands Shortcuts
}

// Menu returns a menu bar with all commands.
func (t Shortcuts) Menu() *Menu {
	m := &Menu{Main: &fyne.MainMenu{}, commands: t}
	for i := range t {
		line := t[i].line()
		m.lines = append(m.lines, line)
		add(&m.menuNamed(t[i].Menu).Items, t[i], line)
	}
	for _, each := range m.Main.Items {
		alignKeys(each)
	}
	return m
}

// Update disables the lines of the commands that do not apply now, and the submenus that have no
// others. It enables the rest. A menu draws its lines whenever it opens.
func (m *Menu) Update() {
	for i, c := range m.commands {
		m.lines[i].Disabled = c.Applies != nil && !c.Applies()
	}
	for _, each := range m.Main.Items {
		for _, line := range each.Items {
			if line.ChildMenu != nil {
				line.Disabled = !slices.ContainsFunc(line.ChildMenu.Items, enabled)
			}
		}
	}
}

func enabled(line *fyne.MenuItem) bool { return !line.Disabled && !line.IsSeparator }

func (m *Menu) menuNamed(title string) *fyne.Menu {
	for _, each := range m.Main.Items {
		if each.Label == title {
			return each
		}
	}
	each := fyne.NewMenu(title)
	m.Main.Items = append(m.Main.Items, each)
	return each
}

// add adds the line of a command to a menu, or to its submenu there.
func add(lines *[]*fyne.MenuItem, c Command, line *fyne.MenuItem) {
	for _, each := range *lines {
		if each.ChildMenu != nil && each.Label == c.Submenu {
			each.ChildMenu.Items = append(each.ChildMenu.Items, line)
			return
		}
	}
	if c.Begins {
		*lines = append(*lines, fyne.NewMenuItemSeparator())
	}
	if c.Submenu != "" {
		below := fyne.NewMenuItem(c.Submenu, nil)
		below.ChildMenu = fyne.NewMenu(c.Submenu, line)
		line = below
	}
	*lines = append(*lines, line)
}

func (c *Command) line() *fyne.MenuItem {
	line := fyne.NewMenuItem(c.Text, c.Run)
	line.IsQuit, line.Icon = c.Quits, c.Icon
	if c.Key != "" {
		line.Shortcut = hidden{c.shortcut().ShortcutName(), keyNames(c.Key, c.Modifier)}
	}
	return line
}

// hidden is a shortcut that Fyne handles but does not draw, because it would draw the keys with
// a contrast of less than 2 to 1. They are part of the line's text instead.
type hidden struct{ name, keys string }

// ShortcutName returns the name of the shortcut.
func (h hidden) ShortcutName() string { return h.name }

// gap is the least number of spaces between the text of a line and its keys.
const gap = 6

// alignKeys adds the names of the keys to the lines of a menu and its submenus, all beginning at
// the same distance from the left, give or take half a space.
func alignKeys(m *fyne.Menu) {
	widest := float32(0)
	for _, line := range m.Items {
		if line.ChildMenu != nil {
			alignKeys(line.ChildMenu)
		}
		widest = max(widest, width(line.Label))
	}
	for _, line := range m.Items {
		if key, has := line.Shortcut.(hidden); has {
			spaces := (widest-width(line.Label))/width(" ") + gap
			line.Label += strings.Repeat(" ", int(spaces+0.5)) + key.keys
		}
	}
}

// width returns the width of a text in a menu.
func width(text string) float32 {
	return fyne.MeasureText(text, fynetheme.TextSize(), fyne.TextStyle{}).Width
}
