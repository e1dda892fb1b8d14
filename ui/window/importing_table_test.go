package window

import (
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// A table is previewed, imported and undone as any other file.
func TestImportingATableByKeys(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "home.csv", "\ufeffTitle;Colour;Due\r\nMilk;red;2026-11-27\r\nEggs;;27.11.2026\r\n"))
	shown := d.win.pages.importing().Shown()
	same(t, "new", shown.Plan.Count(transfer.New), 1)
	same(t, "unreadable", shown.Plan.Count(transfer.Unreadable), 1)
	same(t, "kind", shown.Kind, record.Todo)
	if got := d.win.pages.importing().Problem(); !strings.Contains(got, "Line 1: unknown columns are skipped: Colour") {
		t.Errorf("the page says %q", got)
	}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "titles", d.titlesIn("home"), "Milk")
	same(t, "status", d.win.status.Text(), "Imported: 1 new, 1 unreadable. Ctrl+Z undoes it.")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "after undo", d.titlesIn("home"), "")
}

// The problems of a file are in the window's language.
func TestTheProblemsOfAnImportAreInTheLanguageOfTheWindow(t *testing.T) {
	inGerman(t)
	d := newDesk(t)
	d.importByKeys(file(t, "home.csv", "Title;Colour;Due\r\nMilk;red;2026-11-27\r\nEggs;;27.11.2026\r\n"))
	got := d.win.pages.importing().Problem()
	same(t, "the page", got, "Zeile 1: unbekannte Spalten werden übersprungen: Colour; bekannte Felder sind title, done, due, start, priority, tags, section, text, repeat, alarms, location, url, parent, order")
	same(t, "the row", d.pageShows("due „27.11.2026“: kein Tag: schreibe ihn wie 2026-11-27, 2026-11-27T18:00 oder morgen"), true)
}

// A table whose columns several kinds have fits all of their lists.
func TestATableIsOfferedToEveryListThatItFits(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"))
	d.importByKeys(file(t, "names.csv", "title\nMilk\n"))
	shown := d.win.pages.importing().Shown()
	same(t, "into", shown.Into, "Family")
	same(t, "kind", shown.Kind, record.Contact)
	d.win.pages.importing().Choose(1)
	d.rest()
	shown = d.win.pages.importing().Shown()
	same(t, "a new list", shown.New, true)
	same(t, "its kind", shown.Kind, record.Todo)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "titles", d.titlesIn("names"), "Milk")
}

func TestATableWithoutFieldsIsExplained(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "numbers.csv", "a,b\n1,2\n"))
	same(t, "problem", d.win.pages.importing().Problem(), "The first line of numbers.csv contains no field names. Write them there, or choose a field for each column below.")
}

// A dropped table is imported; a dropped feed is one to subscribe to.
func TestADroppedTableIsImportedAndAFeedIsNot(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"))
	feed := filepath.Join(t.TempDir(), "family.xml")
	d.exportAs(feed, 3)
	for path, imports := range map[string]bool{file(t, "a.csv", "title\nMilk\n"): true, feed: false} {
		d.win.drop(dropped(path))
		d.rest()
		same(t, path, d.win.pages.shown == page(d.win.pages.importing()), imports)
		d.press(fyne.KeyEscape)
		d.rest()
	}
}

// exportAs exports the list in a format, given its position among the formats.
func (d *desk) exportAs(path string, format int) {
	d.press(fyne.KeyE, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(path)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyTab)
	for range format {
		d.press(fyne.KeyRight)
	}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
}

// What the window exports as a table or as a feed is imported again without a change.
func TestTablesAndFeedsGoOutAndComeBack(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"), card("2", "Second"))
	for ending, format := range map[string]int{".csv": 2, ".xml": 3} {
		folder := t.TempDir()
		d.exportAs(folder, format)
		path := filepath.Join(folder, "Family"+ending)
		same(t, "status", d.win.status.Text(), "Exported 2 items to "+path)
		d.importByKeys(path)
		shown := d.win.pages.importing().Shown()
		same(t, "into", shown.Into, "Family")
		same(t, "the same", shown.Plan.Count(transfer.Same), 2)
		d.press(fyne.KeyEscape)
		d.rest()
	}
}

// The columns of a table that names no field are mapped by keys. The list changes at once, and the
// next such table is imported in the same way.
func TestColumnsAreMappedAndRemembered(t *testing.T) {
	d := newDesk(t)
	const table = "Task;When;Secret\nSweep;30.11.2026;x\nDust;1.12.2026;y\n"
	d.importByKeys(file(t, "chores.csv", table))
	page := d.win.pages.importing()
	same(t, "the page says", page.Problem(), "The first line of chores.csv contains no field names. Write them there, or choose a field for each column below.")
	same(t, "columns", d.pageShows("Sweep · Dust"), true)
	d.press(fyne.KeyReturn) // Task, which has the focus
	d.maps("Title")
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.maps("Due")
	same(t, "the fields of the first row", d.pageShows("Title: Sweep · Done: not done · Due: Mon, Nov 30"), true)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "titles", d.titlesIn("chores"), "Sweep, Dust")
	same(t, "due", d.fieldsIn("chores", "Dust")["due"], "2026-12-01")

	d.importByKeys(file(t, "more.csv", strings.ReplaceAll(table, "Dust", "Mop")))
	same(t, "new the next time", page.Shown().Plan.Count(transfer.New), 1)
	d.press(fyne.KeyDown)
	same(t, "the fields without the columns", d.pageShows("Title: Mop · Done: not done · Due: Tue, Dec 1"), true)
	d.open()
	d.importByKeys(file(t, "even-more.csv", strings.ReplaceAll(table, "Dust", "Wipe")))
	same(t, "new after a restart", d.win.pages.importing().Shown().Plan.Count(transfer.New), 1)
}

// A value that does not fit its field goes into the notes, and the preview says so.
func TestAValueThatIsNoDateIsRemarkedOn(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "chores.csv", "Task;When;Rank\nSweep;tomorrow;4\nDust;1.12.2026;high up\n"))
	for _, field := range []string{"Title", "Due", "Priority"} {
		d.press(fyne.KeyReturn)
		d.maps(field)
		d.press(fyne.KeyDown)
	}
	same(t, "a date", d.pageShows("When: \"tomorrow\" is not a date, and was added to the notes"), true)
	same(t, "another value", d.pageShows("Rank: \"high up\" does not fit the field, and was added to the notes"), true)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "the notes", d.fieldsIn("chores", "Sweep")["text"], "When: tomorrow")
}

// maps chooses a field for the column, as a person does by typing its first letters, and returns to
// the columns.
func (d *desk) maps(field string) {
	d.t.Helper()
	choice, is := d.win.window.Canvas().Focused().(*widget.Choice)
	if !is {
		d.t.Fatalf("the focus is on %T", d.win.window.Canvas().Focused())
	}
	choice.SetSelected(field)
	d.rest()
	d.win.focus(d.win.pages.importing().Focus())
}

// A column is left out, or means what its name says again.
func TestAColumnOfATableIsLeftOut(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "home.csv", "title,due\nMilk,2026-11-27\n"))
	page := d.win.pages.importing()
	d.tap("Columns")
	d.press(fyne.KeyDown)
	for _, c := range []struct{ field, want string }{{"Not imported", ""}, {"As its name says: Due", "2026-11-27"}} {
		d.press(fyne.KeyReturn)
		d.maps(c.field)
		same(t, c.field, record.Read(page.Shown().Plan.Entries[0].Content).Get("due"), c.want)
	}
}

// A new list gets the kind that the person chooses.
func TestATableOfUnknownColumnsBecomesAListOfAnyKind(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "people.csv", "Who;Number\nAnn;112\n"))
	page := d.win.pages.importing()
	page.Choose(1)
	d.rest()
	d.press(fyne.KeyReturn)
	d.maps("Name")
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.maps("Phones")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "titles", d.titlesIn("people"), "Ann")
	same(t, "phones", d.fieldsIn("people", "Ann")["phones"], "112")
}

// fieldsIn returns the fields of the item with a title in a list.
func (d *desk) fieldsIn(list, title string) record.Values {
	d.t.Helper()
	rows, err := d.engine.Lists.Items(d.t.Context(), list, store.Query{})
	must(d.t, err)
	for _, r := range rows {
		if r.Title == title {
			return record.Read(d.item(snapshot.Item{Set: list, ID: r.ID}).Winner.Content).Values()
		}
	}
	d.t.Fatalf("%q has no %q", list, title)
	return nil
}
