package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/sharing"
)

// exportByKeys opens the form and types a path.
func (d *desk) exportByKeys(path string) {
	d.press(fyne.KeyE, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return string(text)
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Ctrl+Shift+E, a path, Enter: the whole list is exported, and the status bar says where.
func TestExportingByKeys(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"), card("2", "Second"))
	path := filepath.Join(t.TempDir(), "all.vcf")
	d.exportByKeys(path)
	same(t, "status", d.win.status.Text(), "Exported 2 items to "+path)
	same(t, "cards of version 3", strings.Count(read(t, path), "VERSION:3.0"), 2)
	same(t, "back at the list", d.win.pages.shown == page(d.win.pages.home), true)
}

// In a folder the file is named after the list. The format is chosen with the keyboard.
func TestExportingIntoAFolder(t *testing.T) {
	d := withContacts(t, "Family: all/old", card("1", "First"))
	folder := t.TempDir()
	d.press(fyne.KeyE, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folder)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyRight)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "version 4", strings.Count(read(t, filepath.Join(folder, "Family- all-old.vcf")), "VERSION:4.0"), 1)
}

// An existing file is replaced only after a warning.
func TestAnExportAsksBeforeItReplacesAFile(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"))
	path := file(t, "mine.vcf", "precious")
	d.exportByKeys(path)
	same(t, "still there", read(t, path), "precious")
	same(t, "the form is open", d.win.pages.shown == page(d.win.pages.export()), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "replaced", strings.Contains(read(t, path), "FN:First"), true)
}

// Nothing is exported into a folder that others can read before the person knows that they
// can.
func TestAnExportSaysWhoCanReadIt(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	shared := t.TempDir()
	must(t, two(d.engine.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: shared})))
	d.win.Reload()
	d.rest()
	path := filepath.Join(shared, "all.ics")
	d.exportByKeys(path)
	same(t, "written", isThere(path), false)
	same(t, "said", d.sees("Your 2 items will be readable by everyone who can open "+shared+". Choose “Export” again to continue, or choose another folder."), true)
	d.press(fyne.KeyEscape)
	d.rest()
	d.exportByKeys(path)
	same(t, "written without being asked again", isThere(path), false)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "written", isThere(path), true)
	other := filepath.Join(t.TempDir(), "all.ics")
	d.exportByKeys(other)
	same(t, "written where nobody else reads", isThere(other), true)
}

// If several rows are chosen, only those are exported.
func TestExportingWhatIsChosen(t *testing.T) {
	d := withList(t, "Milk", "Bread", "Eggs")
	d.mark(0)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	path := filepath.Join(t.TempDir(), "two")
	d.exportByKeys(path)
	same(t, "status", d.win.status.Text(), "Exported 2 items to "+path+".ics")
	text := read(t, path+".ics")
	same(t, "todos", strings.Count(text, "BEGIN:VTODO"), 2)
	left := d.win.now.Rows[2].Title
	same(t, left, strings.Contains(text, "SUMMARY:"+left), false)
}

// The menu of actions exports, too, even a single row.
func TestExportingOneRow(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(1)
	press(t, d.win.items, "Actions", "Export…")
	path := filepath.Join(t.TempDir(), "one.ics")
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "status", d.win.status.Text(), "Exported 1 item to "+path)
}

func TestAnExportThatFailsLeavesTheForm(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"))
	d.exportByKeys("/nowhere/at/all.vcf")
	same(t, "the form is open", d.win.pages.shown == page(d.win.pages.export()), true)
	d.press(fyne.KeyEscape)
	same(t, "after Esc", d.win.pages.shown == page(d.win.pages.home), true)
}

// Exporting and importing again changes nothing.
func TestWhatIsExportedIsTheSameWhenImported(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First", "TEL:1234", "X-SHOE-SIZE:43"), card("2", "Second"))
	path := filepath.Join(t.TempDir(), "all.vcf")
	d.exportByKeys(path)
	d.importByKeys(path)
	plan := d.win.pages.importing().Shown().Plan
	for _, e := range plan.Entries {
		same(t, e.Title(), string(e.State), "same")
	}
	same(t, "entries", len(plan.Entries), 2)
}
