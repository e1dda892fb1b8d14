package window

import (
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/window/snapshot"
)

// decided returns a desk on which an item was resolved by taking the laptop's version.
func decided(t *testing.T) (*desk, snapshot.Item) {
	t.Helper()
	d, _, it := conflicting(t)
	d.resolveAs(it, 1)
	return d, it
}

// resolveAs resolves an item by taking a whole version.
func (d *desk) resolveAs(it snapshot.Item, version int) {
	d.t.Helper()
	s, err := d.engine.Conflicts.Session(d.t.Context(), it.Set, it.ID)
	must(d.t, err)
	must(d.t, s.Take(version))
	must(d.t, two(d.engine.Conflicts.Resolve(d.t.Context(), it.Set, s)))
	d.win.Reload()
	d.rest()
}

// showsDecisions opens the page by its keys.
func (d *desk) showsDecisions() {
	d.press(fyne.KeyL, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
}

// Ctrl+Shift+L shows the resolutions, the newest first; Enter goes to the item.
func TestTheResolutionLogByKeys(t *testing.T) {
	d, it := decided(t)
	d.showsDecisions()
	e, there := d.win.pages.decisions().Marked()
	same(t, "there", there, true)
	same(t, "title", e.Title, d.item(it).Winner.Title())
	told := d.win.pages.decisions().Details()
	for _, part := range []string{"used B (", "Title (from B): " + e.Title, "A · ", "was the current version", "B · ", "resolved"} {
		same(t, part, strings.Contains(told, part), true)
	}
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "home", d.win.pages.shown == page(d.win.pages.home), true)
	same(t, "the item", d.win.item, it)
	same(t, "the list", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: it.Set})
}

func TestALogWithoutResolutionsSaysSo(t *testing.T) {
	d := newDesk(t)
	d.showsDecisions()
	same(t, "told", d.win.pages.decisions().Details(), "")
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "first page again", d.win.pages.shown == page(d.win.pages.first()), true)
}

// A resolution that was undone stays in the log, and is marked as undone.
func TestAResolutionThatWasUndoneSaysSo(t *testing.T) {
	d, _ := decided(t)
	d.win.focus(d.win.items.List()) // undo in a field reverts only the field
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	d.showsDecisions()
	same(t, "says so", strings.Contains(d.win.pages.decisions().Details(), "This was undone."), true)
	d.press(fyne.KeyY, fyne.KeyModifierControl)
	d.rest()
	same(t, "done again", strings.Contains(d.win.pages.decisions().Details(), "This was undone."), false)
}

// The details of a resolution can be copied but not changed.
func TestWhatIsSaidOfAResolutionIsNotChanged(t *testing.T) {
	d, _ := decided(t)
	d.showsDecisions()
	told := d.win.pages.decisions().Details()
	d.press(fyne.KeyTab)
	d.types("x")
	same(t, "told", d.win.pages.decisions().Details(), told)
}

// The log is exported to a path; in a folder, the file is called decisions.
func TestExportingTheLogByKeys(t *testing.T) {
	d, it := decided(t)
	folder := t.TempDir()
	d.showsDecisions()
	d.press(fyne.KeyTab) // the details
	d.press(fyne.KeyTab) // Show the item
	d.press(fyne.KeyTab) // Export…
	d.press(fyne.KeyReturn)
	d.types(folder)
	d.press(fyne.KeyReturn)
	d.rest()
	path := filepath.Join(folder, "resolutions.md")
	same(t, "status", d.win.status.Text(), "Exported 1 resolution to "+path)
	same(t, "markdown", strings.Contains(read(t, path), "\n## "+d.item(it).Winner.Title()+"\n"), true)
	same(t, "back at the log", d.win.pages.shown == page(d.win.pages.decisions()), true)
}

func TestExportingTheLogAsJSON(t *testing.T) {
	d, it := decided(t)
	folder := t.TempDir()
	d.showsDecisions()
	d.win.history.showExportLog()
	d.types(folder)
	d.press(fyne.KeyTab) // Choose…
	d.press(fyne.KeyTab) // the format
	d.press(fyne.KeyRight)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "the item is in it", strings.Contains(read(t, filepath.Join(folder, "resolutions.json")), `"id": "`+it.ID+`"`), true)
}

func TestAnExportOfTheLogAsksBeforeItReplacesAFile(t *testing.T) {
	d, _ := decided(t)
	path := file(t, "mine.md", "precious")
	d.win.history.showExportLog()
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "still there", read(t, path), "precious")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "replaced", strings.HasPrefix(read(t, path), "# Resolutions\n"), true)
}
