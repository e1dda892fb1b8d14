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
	title := widget.NewLine(wording.L("all-shortcuts", "All shortcuts"), widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	back := widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), func() { p.OnLeave() })
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

func (p *ShortcutsPage) Object() fyne.CanvasObject { return p.object }

func (p *ShortcutsPage) Focus() fyne.Focusable { return p.list }

func (p *ShortcutsPage) Leave() { p.OnLeave() }

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
		{wording.L("tab-shift-tab", "Tab, Shift+Tab"), wording.L("next-previous-field-or-button", "Next, previous field or button")},
		{wording.L("arrows-page-up-page-down-home", "Arrows, Page Up, Page Down, Home, End"), wording.L("move-in-a-list", "Move in a list")},
		{wording.L("letters", "Letters"), wording.L("go-to-the-row-that-begins", "Go to the row that begins with these letters")},
		{wording.L("enter", "Enter"), wording.L("open-the-row-press-the-button", "Open the row, press the button")},
		{"F10", wording.L("open-the-menu-bar", "Open the menu bar")},
		{wording.L("menu-shift-f10", "Menu key, Shift+F10"), wording.L("open-the-context-menu", "Open the context menu")},
		{"Alt+↓", wording.L("open-a-choice-a-menu-or", "Open a choice, a menu or a calendar")},
		{wording.L("shift-arrows-ctrl-click-ctrl-a", "Shift+arrows, Ctrl+click, Ctrl+A"), wording.L("items-select-several", "Items: select several")},
		{wording.L("ctrl-s", "Ctrl+S"), wording.L("save-the-item-or-the-resolution", "Save the item or the resolution")},
		{wording.L("ctrl-f", "Ctrl+F"), wording.L("texts-find-in-the-text", "Texts: find in the text")},
		{"F3, " + wording.L("shift", "Shift") + "+F3", wording.L("texts-find-the-next-the-previous", "Texts: find the next, the previous match")},
		{wording.L("space", "Space"), wording.L("items-toggle-done", "Items: toggle done")},
		{wording.L("left-right", "Left, Right"), wording.L("items-collapse-expand-subtasks", "Items: collapse, expand subtasks")},
		{wording.L("alt-up-alt-down", "Alt+Up, Alt+Down"), wording.L("sidebar-move-list-up-down", "Sidebar: move the list up, down")},
		{wording.L("left-right", "Left, Right"), wording.L("sidebar-collapse-expand-a-folder", "Sidebar: collapse, expand a folder")},
		{wording.L("alt-up-alt-down", "Alt+Up, Alt+Down"), wording.L("items-move-up-down-if-sorted", "Items: move up, down (if sorted manually)")},
		{wording.L("esc", "Esc"), wording.L("items-cancel-dragging", "Items: cancel dragging")},
		{wording.L("alt-right-alt-left", "Alt+Right, Alt+Left"), wording.L("todos-indent-to-a-subtask-or", "Todos: indent to a subtask, or outdent")},
		{wording.L("left-right", "Left, Right"), wording.L("outlines-collapse-expand-a-branch-or", "Outlines: collapse, expand a branch, or go to its parent, first child")},
		{wording.L("alt-up-alt-down", "Alt+Up, Alt+Down"), wording.L("outlines-move-up-and-down-in", "Outlines: move up and down in the same branch")},
		{wording.L("alt-right-alt-left", "Alt+Right, Alt+Left"), wording.L("outlines-indent-outdent", "Outlines: indent, outdent")},
		{wording.L("left-right", "Left, Right"), wording.L("library-collapse-expand-a-feed-or", "Library: collapse, expand a feed, or go to its parent, first child")},
		{wording.L("enter", "Enter"), wording.L("library-open-the-file-or-download", "Library: open the file, or download it")},
		{wording.L("space", "Space"), wording.L("guide-scroll-down", "Guide: scroll down")},
		{wording.L("space", "Space"), wording.L("import-include-or-skip-the-item", "Import: include or skip the item")},
		{wording.L("left-right", "Left, Right"), wording.L("import-collapse-expand-a-group", "Import: collapse, expand a group")},
		{wording.L("space", "Space"), wording.L("resolve-many-leave-a-row-out", "Resolve many: leave a row out, or include it")},
		{wording.L("enter", "Enter"), wording.L("resolve-many-open-the-item", "Resolve many: open the item")},
		{wording.L("space", "Space"), wording.L("history-compare-with-another-version", "History: compare with another version")},
		{"R", wording.L("history-restore-the-version", "History: restore the version")},
		{"O", wording.L("history-show-older-versions", "History: show older versions")},
		{wording.L("enter", "Enter"), wording.L("resolution-log-show-the-item", "Resolution log: show the item")},
		{wording.L("space", "Space"), wording.L("duplicates-include-or-leave-out-the", "Duplicates: include or leave out the value")},
		{"0", wording.L("duplicates-not-the-same", "Duplicates: not the same")},
		{wording.L("ctrl-left-ctrl-right", "Ctrl+Left, Ctrl+Right"), wording.L("duplicates-previous-next-pair", "Duplicates: previous, next pair")},
	}
}

// resolvingKeys returns the keys of the conflict page.
func resolvingKeys() []ShortcutLine {
	return []ShortcutLine{
		{wording.L("arrows-page-up-page-down-home", "Arrows, Page Up, Page Down, Home, End"), wording.L("conflict-go-from-cell-to-cell", "Conflict: go from cell to cell")},
		{wording.L("alt-up-alt-down", "Alt+Up, Alt+Down"), wording.L("conflict-previous-next-difference", "Conflict: previous, next difference")},
		{"1 – 9", wording.L("conflict-choose-that-version-for-the", "Conflict: choose that version for the marked cell")},
		{"0", wording.L("conflict-choose-the-original-for-the", "Conflict: choose the original for the marked cell")},
		{"M", wording.L("conflict-choose-the-suggested-merge-for", "Conflict: choose the suggested merge for the marked cell")},
		{wording.L("enter", "Enter"), wording.L("conflict-choose-the-marked-cell-edit", "Conflict: choose the marked cell, edit the result, or expand folded lines")},
		{wording.L("shift-enter", "Shift+Enter, +"), wording.L("conflict-add-the-marked-cell-to", "Conflict: add the marked cell to the choice")},
		{wording.L("backspace-del", "Backspace, Del"), wording.L("conflict-drop-the-choice", "Conflict: drop the choice")},
		{"F2", wording.L("conflict-name-the-device-of-the", "Conflict: name the device of the marked version")},
		{"E", wording.L("conflict-edit-the-result", "Conflict: edit the result")},
		{wording.L("space", "Space"), wording.L("conflict-include-the-version-or-leave", "Conflict: include the version, or leave it open")},
	}
}

func keyNames(key fyne.KeyName, held fyne.KeyModifier) string {
	names := ""
	for _, m := range []struct {
		modifier fyne.KeyModifier
		name     string
	}{{fyne.KeyModifierControl, wording.L("ctrl", "Ctrl")}, {fyne.KeyModifierAlt, "Alt"}, {fyne.KeyModifierShift, wording.L("shift", "Shift")}} {
		if held&m.modifier != 0 {
			names += m.name + "+"
		}
	}
	return names + keyName(key)
}

func keyName(key fyne.KeyName) string {
	switch key {
	case fyne.KeyReturn:
		return wording.L("enter", "Enter")
	case fyne.KeyEscape:
		return wording.L("esc", "Esc")
	case fyne.KeyDelete:
		return wording.L("del", "Del")
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
