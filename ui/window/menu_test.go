package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// lineOf returns the line of a command in the menu bar, and its path there.
func (d *desk) lineOf(text string) (line *fyne.MenuItem, path string) {
	d.t.Helper()
	var find func(lines []*fyne.MenuItem, above string)
	find = func(lines []*fyne.MenuItem, above string) {
		for _, l := range lines {
			if l.Label == text || strings.HasPrefix(l.Label, text+"    ") {
				line, path = l, above
			}
			if l.ChildMenu != nil {
				find(l.ChildMenu.Items, above+" › "+l.Label)
			}
		}
	}
	for _, m := range d.fyne.MainMenu().Items {
		find(m.Items, m.Label)
	}
	if line == nil {
		d.t.Fatalf("the menu bar has no %q", text)
	}
	return line, path
}

func TestTheMenuBar(t *testing.T) {
	d := newDesk(t)
	var titles []string
	for _, m := range d.fyne.MainMenu().Items {
		titles = append(titles, m.Label)
		same(t, m.Label+" begins or ends with a separator", m.Items[0].IsSeparator || m.Items[len(m.Items)-1].IsSeparator, false)
	}
	same(t, "menus", strings.Join(titles, ", "), "File, Edit, List, Item, View, Help")
	for text, want := range map[string]string{
		"New list…": "File", "Quit": "File", "Back up…": "File › Data", "Undo": "Edit", "Next conflict": "Edit › Conflicts",
		"Rename list…": "List", "Add to library…": "List › Library", "High priority": "Item › Priority", "Larger": "View › Text size", "All shortcuts": "Help",
	} {
		_, path := d.lineOf(text)
		same(t, text, path, want)
	}
	for _, m := range []string{"File", "Edit", "List", "Item", "View"} {
		menu := d.fyne.MainMenu().Items[slices.Index(titles, m)]
		same(t, m+" has separators", slices.ContainsFunc(menu.Items, func(l *fyne.MenuItem) bool { return l.IsSeparator }), true)
	}
}

// Commands that can do nothing are disabled, from the moment that this is true.
func TestCommandsThatDoNotApplyAreDisabled(t *testing.T) {
	d := newDesk(t)
	check := func(when string, enabled, disabled []string) {
		t.Helper()
		d.rest()
		for _, text := range enabled {
			if line, _ := d.lineOf(text); line.Disabled {
				t.Errorf("%s: %q is disabled", when, text)
			}
		}
		for _, text := range disabled {
			if line, _ := d.lineOf(text); !line.Disabled {
				t.Errorf("%s: %q is enabled", when, text)
			}
		}
	}
	check("without a list", []string{"New list…", "Quit", "Add to library…"},
		[]string{"Export…", "Share this list…", "Rename list…", "Delete", "Toggle done", "High priority", "History", "Search", "Next conflict", "Priority", "Paste items", "Expand all branches", "Download", "Cancel running task"})
	d.press(fyne.KeyN, ctrl)
	d.types("Groceries")
	d.press(fyne.KeyReturn)
	d.types("Milk")
	d.press(fyne.KeyReturn)
	check("in a list", []string{"Export…", "Share this list…", "Rename list…", "Search", "Paste items"}, []string{"Next conflict", "Find duplicates", "Expand all branches"})
	d.mark(0)
	check("on an item", []string{"Delete", "Copy items", "History", "Rename item", "Attach a file…"}, []string{"Move to list…", "Download"})
	d.press(fyne.KeyF1)
	check("on the page of shortcuts", []string{"Rename list…"}, []string{"Delete", "Toggle done", "Save", "Copy items", "Attach a file…"})
	d.press(fyne.KeyEscape)
	d.mark(0)
	d.press(fyne.KeyDelete)
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
	d.rest()
	d.mark(0)
	check("in the trash", []string{"Copy items"}, []string{"Delete", "Cut items", "Rename list…", "Paste items", "Rename item"})
}

func TestTheMenusCanBeRead(t *testing.T) {
	d := newDesk(t)
	uitest.EachTheme(func(name string, least float64) {
		for _, m := range d.fyne.MainMenu().Items {
			drawn := fynewidget.NewMenu(m)
			drawn.Resize(drawn.MinSize())
			for range m.Items {
				uitest.AssertTextLegible(t, name+": "+m.Label, drawn, least)
				drawn.ActivateNext() // which marks the line
			}
		}
	})
}

// The context menu disables what the selected items cannot do, also for Enter.
func TestLinesOfTheContextMenuThatDoNotApplyAreDisabled(t *testing.T) {
	d := todos(t, "milk", "bread")
	for row, want := range []map[string]bool{
		{"Make a subtask  Alt+Right": false, "Outdent  Alt+Left": false, "Move to list": false, "Delete  Del": true},
		{"Make a subtask  Alt+Right": true, "Outdent  Alt+Left": false, "Move to list": false, "Delete  Del": true},
	} {
		d.mark(row)
		for _, line := range d.win.items.Menu("Actions") {
			if enabled, named := want[line.Label]; named {
				same(t, line.Label, !line.Disabled, enabled)
				delete(want, line.Label)
			}
		}
		same(t, "lines that are missing", len(want), 0)
	}
	ran := false
	line := fyne.NewMenuItem("line", func() { ran = true })
	line.Disabled = true
	widget.Menu(d.win.keys, []*fyne.MenuItem{line}).Items[0].Action()
	same(t, "a disabled line runs", ran, false)
}

// bar is a canvas with a menu bar, as the driver's is.
type bar struct {
	fyne.Canvas
	toggled *int
}

func (b bar) ToggleMenu() { *b.toggled++ }

// barred is a window on such a canvas.
type barred struct {
	fyne.Window
	toggled *int
}

func (w barred) Canvas() fyne.Canvas { return bar{w.Window.Canvas(), w.toggled} }

// F10 opens the menu bar, from the items and from a field.
func TestF10OpensTheMenuBar(t *testing.T) {
	d := withList(t, "Milk")
	toggled := 0
	d.win.window = barred{d.win.window, &toggled}
	d.mark(0)
	d.press(fyne.KeyF10)
	same(t, "opened from the items", toggled, 1)
	d.win.focus(d.win.items.Searching())
	d.press(fyne.KeyF10)
	same(t, "opened from a field", toggled, 2)
	d.press(fyne.KeyF10, fyne.KeyModifierShift)
	same(t, "opened by Shift+F10", toggled, 2)
}

// The Menu key and Shift+F10 open the context menu wherever the focus is.
func TestTheKeysOfTheContextMenu(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	for where, focus := range map[string]fyne.Focusable{
		"the items": d.win.items.List(), "the sidebar": d.win.sidebar.Focus(), "a field": d.win.items.Searching(), "an item": d.win.detail.Focus(), "nothing": nil,
	} {
		for _, held := range []fyne.KeyModifier{0, fyne.KeyModifierShift} {
			key := desktop.KeyMenu
			if held != 0 {
				key = fyne.KeyF10
			}
			d.win.focus(focus)
			d.press(key, held)
			menu := d.fyne.Canvas().Overlays().Top()
			if menu == nil {
				t.Errorf("%s opens no menu at %s", key, where)
				continue
			}
			d.press(fyne.KeyEscape)
			d.fyne.Canvas().Overlays().Remove(menu)
		}
	}
}
