package frame

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// ShortcutsPage lists every shortcut.
type ShortcutsPage struct {
	object fyne.CanvasObject
	list   *widget.List
	table  Shortcuts
	lines  []ShortcutLine
	// OnLeave is called when the page is closed.
	OnLeave func()
}

// ShortcutLine is a shortcut in the list: the names of its keys, and what they do.
type ShortcutLine struct{ Keys, Text string }

// NewShortcutsPage returns a page of the commands' shortcuts and of the keys for single parts
// of the window.
func NewShortcutsPage(keys *widget.Keys, t Shortcuts) *ShortcutsPage {
	p := &ShortcutsPage{table: t}
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, p.draw)
	title := widget.NewLine(wording.L("All shortcuts"), widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	back := widget.NewButton(keys, wording.L("Back  Esc"), func() { p.OnLeave() })
	p.object = container.NewPadded(widget.Border(title, container.NewHBox(back), nil, nil, p.list))
	p.Begin(false)
	return p
}

// Begin puts the keys of the conflict page at the beginning of the list if resolving is set,
// otherwise at its end.
func (p *ShortcutsPage) Begin(resolving bool) {
	if p.lines = append(append(p.table.lines(), partKeys()...), resolvingKeys()...); resolving {
		p.lines = append(append(resolvingKeys(), p.table.lines()...), partKeys()...)
	}
	p.list.SetRows(len(p.lines), widget.Nothing)
	p.list.ScrollToTop()
}

func (p *ShortcutsPage) draw(i int, into fyne.CanvasObject) {
	bold := widget.TextStyle{Style: fyne.TextStyle{Bold: true}, Trailing: true}
	into.(*widget.Row).Set(widget.Cells{Text: p.lines[i].Text, Note: p.lines[i].Keys, NoteStyle: bold, Flush: true})
}

// Lines returns all lines.
func (p *ShortcutsPage) Lines() []ShortcutLine { return p.lines }

// Object returns the page's root object.
func (p *ShortcutsPage) Object() fyne.CanvasObject { return p.object }

// Focus returns the list.
func (p *ShortcutsPage) Focus() fyne.Focusable { return p.list }

// Save does nothing.
func (p *ShortcutsPage) Save() {}

// Leave closes the page.
func (p *ShortcutsPage) Leave() { p.OnLeave() }

// Rune ignores all characters.
func (p *ShortcutsPage) Rune(rune) bool { return false }

func (t Shortcuts) lines() []ShortcutLine {
	var lines []ShortcutLine
	for _, c := range t {
		if c.Key != "" {
			lines = append(lines, ShortcutLine{keyNames(c.Key, c.Modifier), strings.TrimSuffix(c.Text, "…")})
		}
	}
	return lines
}

// partKeys returns the keys of lists and of single pages.
func partKeys() []ShortcutLine {
	return []ShortcutLine{
		{wording.L("Tab, Shift+Tab"), wording.L("Next, previous field or button")},
		{wording.L("Arrows, Page Up, Page Down, Home, End"), wording.L("Move in a list")},
		{wording.L("Letters"), wording.L("Go to the row that begins so")},
		{wording.L("Enter"), wording.L("Open the row, press the button")},
		{"Alt+↓", wording.L("Open a choice, a menu or a calendar")},
		{wording.L("Shift+arrows, Ctrl+click, Ctrl+A"), wording.L("Items: choose several")},
		{wording.L("Ctrl+S"), wording.L("Save the item or the resolution")},
		{wording.L("Ctrl+F"), wording.L("Texts: find in the text")},
		{"F3, " + wording.L("Shift") + "+F3", wording.L("Texts: find the next, the previous match")},
		{wording.L("Space"), wording.L("Items: done, or not done")},
		{wording.L("Left, Right"), wording.L("Items: fold and unfold subtasks")},
		{wording.L("Alt+Up, Alt+Down"), wording.L("Items: move in the order by hand")},
		{wording.L("Esc"), wording.L("Items: leave a dragged row where it was")},
		{wording.L("Alt+Right, Alt+Left"), wording.L("Todos: indent to a subtask, or outdent")},
		{wording.L("Left, Right"), wording.L("Outlines: close and open a branch, go out of it and into it")},
		{wording.L("Alt+Up, Alt+Down"), wording.L("Outlines: move up and down in the same branch")},
		{wording.L("Alt+Right, Alt+Left"), wording.L("Outlines: into the one above, out of what it is in")},
		{wording.L("Left, Right"), wording.L("Library: close and open a feed, go out of it and into it")},
		{wording.L("Enter"), wording.L("Library: open the file, or download it")},
		{wording.L("Space"), wording.L("Import: take it in, or leave it out")},
		{wording.L("Left, Right"), wording.L("Import: fold and unfold a group")},
		{wording.L("Space"), wording.L("Resolve many: leave a row out, or include it")},
		{wording.L("Enter"), wording.L("Resolve many: open the item")},
		{wording.L("Space"), wording.L("History: compare with another version")},
		{"R", wording.L("History: restore the version")},
		{"O", wording.L("History: show older versions")},
		{wording.L("Enter"), wording.L("Resolution log: show the item")},
		{wording.L("Space"), wording.L("Duplicates: take the value, or not")},
		{"0", wording.L("Duplicates: not the same")},
		{wording.L("Ctrl+Left, Ctrl+Right"), wording.L("Duplicates: previous, next pair")},
	}
}

// resolvingKeys returns the keys of the conflict page.
func resolvingKeys() []ShortcutLine {
	return []ShortcutLine{
		{wording.L("Arrows, Page Up, Page Down, Home, End"), wording.L("Conflict: go from cell to cell")},
		{wording.L("Alt+Up, Alt+Down"), wording.L("Conflict: previous, next difference")},
		{"1 – 9", wording.L("Conflict: choose that version for what is marked")},
		{"0", wording.L("Conflict: choose the original for what is marked")},
		{"M", wording.L("Conflict: choose the merge that is offered for what is marked")},
		{wording.L("Enter"), wording.L("Conflict: choose the marked cell, edit the result, unfold")},
		{wording.L("Shift+Enter, +"), wording.L("Conflict: add the marked cell to what is chosen")},
		{wording.L("Backspace, Del"), wording.L("Conflict: drop the choice")},
		{"F2", wording.L("Conflict: name the device of the marked version")},
		{"E", wording.L("Conflict: edit the result")},
		{wording.L("Space"), wording.L("Conflict: include the version, or leave it open")},
	}
}

func keyNames(key fyne.KeyName, held fyne.KeyModifier) string {
	names := ""
	for _, m := range []struct {
		modifier fyne.KeyModifier
		name     string
	}{{fyne.KeyModifierControl, wording.L("Ctrl")}, {fyne.KeyModifierAlt, "Alt"}, {fyne.KeyModifierShift, wording.L("Shift")}} {
		if held&m.modifier != 0 {
			names += m.name + "+"
		}
	}
	return names + keyName(key)
}

func keyName(key fyne.KeyName) string {
	switch key {
	case fyne.KeyReturn:
		return wording.L("Enter")
	case fyne.KeyEscape:
		return wording.L("Esc")
	case fyne.KeyDelete:
		return wording.L("Del")
	case fyne.KeyUp:
		return "↑"
	case fyne.KeyDown:
		return "↓"
	case fyne.KeyEqual:
		return "+"
	case fyne.KeyMinus:
		return "-"
	}
	return string(key)
}
