package shortcuts

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/widget"
)

// Page lists every shortcut.
type Page struct {
	object fyne.CanvasObject
	list   *widget.List
	table  Table
	lines  []Line
	// OnLeave is called when the page has been read.
	OnLeave func()
}

// Line is one shortcut of the list: keys by their names, and what they do.
type Line struct{ Keys, Text string }

// NewPage is the page of a table's shortcuts and of the keys that belong to
// single parts of the window.
func NewPage(keys *widget.Keys, t Table) *Page {
	p := &Page{table: t}
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, p.draw)
	title := widget.NewLine(lang.L("All shortcuts"), widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	back := widget.NewButton(keys, lang.L("Back  Esc"), func() { p.OnLeave() })
	p.object = container.NewPadded(widget.Border(title, container.NewHBox(back), nil, nil, p.list))
	p.Begin(false)
	return p
}

// Begin begins the list with the keys of the page that settles where a person comes
// from there; otherwise they end it.
func (p *Page) Begin(settling bool) {
	if p.lines = append(append(p.table.lines(), partKeys()...), settlingKeys()...); settling {
		p.lines = append(append(settlingKeys(), p.table.lines()...), partKeys()...)
	}
	p.list.SetRows(len(p.lines), widget.Nothing)
	p.list.ScrollToTop()
}

func (p *Page) draw(i int, into fyne.CanvasObject) {
	bold := widget.Look{Style: fyne.TextStyle{Bold: true}, Trailing: true}
	into.(*widget.Row).Set(widget.Cells{Text: p.lines[i].Text, Note: p.lines[i].Keys, NoteLook: bold, Flush: true})
}

// Lines is everything that is listed.
func (p *Page) Lines() []Line { return p.lines }

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is where the focus begins.
func (p *Page) Focus() fyne.Focusable { return p.list }

// Save has nothing to save.
func (p *Page) Save() {}

// Leave closes the page.
func (p *Page) Leave() { p.OnLeave() }

// Rune uses no characters.
func (p *Page) Rune(rune) bool { return false }

func (t Table) lines() []Line {
	var lines []Line
	for _, c := range t {
		if c.Key != "" {
			lines = append(lines, Line{keyNames(c.Key, c.Modifier), strings.TrimSuffix(c.Text, "…")})
		}
	}
	return lines
}

// partKeys are the keys that lists and single pages understand.
func partKeys() []Line {
	return []Line{
		{lang.L("Tab, Shift+Tab"), lang.L("Next, previous field or button")},
		{lang.L("Arrows, Page Up, Page Down, Home, End"), lang.L("Move in a list")},
		{lang.L("Letters"), lang.L("Go to the row that begins so")},
		{lang.L("Enter"), lang.L("Open the row, press the button")},
		{"Alt+↓", lang.L("Open a choice, a menu or a calendar")},
		{lang.L("Shift+arrows, Ctrl+click, Ctrl+A"), lang.L("Items: choose several")},
		{lang.L("Ctrl+S"), lang.L("Save the item or the resolution")},
		{lang.L("Ctrl+F"), lang.L("Texts: find in the text")},
		{"F3, " + lang.L("Shift") + "+F3", lang.L("Texts: find the next, the previous match")},
		{lang.L("Space"), lang.L("Items: done, or not done")},
		{lang.L("Left, Right"), lang.L("Items: fold and unfold subtasks")},
		{lang.L("Alt+Up, Alt+Down"), lang.L("Items: move in the order by hand")},
		{lang.L("Esc"), lang.L("Items: leave a dragged row where it was")},
		{lang.L("Alt+Right, Alt+Left"), lang.L("Todos: make a subtask of the one above, or no subtask any more")},
		{lang.L("Left, Right"), lang.L("Outlines: close and open a branch, go out of it and into it")},
		{lang.L("Alt+Up, Alt+Down"), lang.L("Outlines: move up and down in the same branch")},
		{lang.L("Alt+Right, Alt+Left"), lang.L("Outlines: into the one above, out of what it is in")},
		{lang.L("Left, Right"), lang.L("Library: close and open a feed, go out of it and into it")},
		{lang.L("Enter"), lang.L("Library: open the file, or download it")},
		{lang.L("Space"), lang.L("Import: take it in, or leave it out")},
		{lang.L("Left, Right"), lang.L("Import: fold and unfold a group")},
		{lang.L("Space"), lang.L("Resolve many: leave a row out, or include it")},
		{lang.L("Enter"), lang.L("Resolve many: open the item")},
		{lang.L("Space"), lang.L("History: compare with another version")},
		{"R", lang.L("History: restore the version")},
		{"O", lang.L("History: show older versions")},
		{lang.L("Enter"), lang.L("Decisions: show the item")},
		{lang.L("Space"), lang.L("Duplicates: take the value, or not")},
		{"0", lang.L("Duplicates: not the same")},
		{lang.L("Ctrl+Left, Ctrl+Right"), lang.L("Duplicates: previous, next pair")},
	}
}

// settlingKeys are the keys of the page of a conflict.
func settlingKeys() []Line {
	return []Line{
		{lang.L("Arrows, Page Up, Page Down, Home, End"), lang.L("Conflict: go from cell to cell")},
		{lang.L("Alt+Up, Alt+Down"), lang.L("Conflict: previous, next difference")},
		{"1 – 9", lang.L("Conflict: choose that version for what is marked")},
		{"0", lang.L("Conflict: choose the original for what is marked")},
		{lang.L("Enter"), lang.L("Conflict: choose the marked cell, edit the result, unfold")},
		{lang.L("Shift+Enter, +"), lang.L("Conflict: add the marked cell to what is chosen")},
		{lang.L("Backspace, Del"), lang.L("Conflict: drop the choice")},
		{"F2", lang.L("Conflict: name the device of the marked version")},
		{"E", lang.L("Conflict: edit the result")},
		{lang.L("Space"), lang.L("Conflict: include the version, or leave it open")},
	}
}

func keyNames(key fyne.KeyName, held fyne.KeyModifier) string {
	names := ""
	for _, m := range []struct {
		modifier fyne.KeyModifier
		name     string
	}{{fyne.KeyModifierControl, lang.L("Ctrl")}, {fyne.KeyModifierAlt, "Alt"}, {fyne.KeyModifierShift, lang.L("Shift")}} {
		if held&m.modifier != 0 {
			names += m.name + "+"
		}
	}
	return names + keyName(key)
}

func keyName(key fyne.KeyName) string {
	switch key {
	case fyne.KeyReturn:
		return lang.L("Enter")
	case fyne.KeyEscape:
		return lang.L("Esc")
	case fyne.KeyDelete:
		return lang.L("Del")
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
