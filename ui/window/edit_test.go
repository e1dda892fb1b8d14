package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
)

// withList returns a desk with a list and items, all typed faster than the engine answers.
func withList(t testing.TB, items ...string) *desk {
	t.Helper()
	d := newDesk(t)
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("Groceries")
	d.press(fyne.KeyReturn)
	for _, title := range items {
		d.types(title)
		d.press(fyne.KeyReturn)
	}
	d.rest()
	return d
}

// mark selects a row of the middle pane by its index.
func (d *desk) mark(row int) {
	d.win.focus(d.win.items.List())
	d.press(fyne.KeyHome)
	for range row {
		d.press(fyne.KeyDown)
	}
	d.rest()
}

func (d *desk) rows(q store.Query) []store.Row {
	d.t.Helper()
	rows, err := d.engine.Lists.Items(d.t.Context(), "Groceries", q)
	must(d.t, err)
	return rows
}

// Starting without a list: a list and two items, typed without a pause.
func TestKeysThatComeFastGoWhereTheyBelong(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	rows := d.rows(store.Query{})
	if len(rows) != 2 {
		t.Fatalf("got %d items, want 2", len(rows))
	}
	same(t, "first", rows[0].Title, "Milk")
	same(t, "second", rows[1].Title, "Bread")
	same(t, "rows shown", d.win.items.Rows(), 2)
	same(t, "the last one is shown", d.win.detail.Values()["title"], "Bread")
	same(t, "count shown", d.win.now.Lists[0].Items, 2)
}

// If the name of a new list is taken, the form returns with the name and the reason.
func TestANameThatIsTakenBringsTheFormBack(t *testing.T) {
	d := withList(t)
	d.press(fyne.KeyN, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("Groceries")
	d.press(fyne.KeyReturn)
	d.rest()
	if d.win.pages.shown != page(d.win.pages.newList()) {
		t.Errorf("shown is %T, want the form", d.win.pages.shown)
	}
	same(t, "lists", len(d.win.now.Lists), 1)
}

func TestControlEnterSavesWhatWasTyped(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" and cream")
	same(t, "has a draft", d.win.Drafts.Has(d.win.item), true)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "title", d.rows(store.Query{})[0].Title, "Milk and cream")
	same(t, "has a draft", d.win.Drafts.Has(d.win.item), false)
	same(t, "status", d.win.status.Text(), "Saved “Milk and cream”.")
}

// Tab goes from the title over due date, calendar, priority and tags to the text.
func TestTabGoesInTheOrderInWhichPeopleRead(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	d.press(fyne.KeyReturn)
	for range 5 {
		d.press(fyne.KeyTab)
	}
	d.types("two litres")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	it, err := d.engine.Lists.Item(t.Context(), "Groceries", d.win.item.ID)
	must(t, err)
	same(t, "text", it.Winner.Content.Text(), "two litres")
	same(t, "title", it.Winner.Title(), "Milk")
}

// A deleted item is in the trash, and can be restored from there.
func TestDeletingAndRestoring(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	d.win.edits.delete(d.win.item)
	d.rest()
	same(t, "rows left", d.win.items.Rows(), 1)
	same(t, "count of deleted", d.win.now.Deleted, 1)
	d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
	d.rest()
	same(t, "rows of deleted", d.win.items.Rows(), 1)
	d.mark(0)
	d.win.edits.restore(d.win.item)
	d.rest()
	same(t, "count of deleted", d.win.now.Deleted, 0)
	same(t, "rows of the list", d.win.now.Lists[0].Items, 2)
}

// Ctrl+F searches, Esc ends the search.
func TestSearching(t *testing.T) {
	d := withList(t, "Milk", "Bread", "Buttermilk")
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("milk")
	d.rest()
	same(t, "found", d.win.items.Rows(), 2)
	same(t, "count of the list", d.win.now.Lists[0].Items, 3)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "after Esc", d.win.items.Rows(), 3)
}

// A todo is edited and saved with the keyboard alone.
func TestATodoIsEditedByKeys(t *testing.T) {
	d := todos(t, "Call the plumber")
	d.mark(d.row("Call the plumber"))
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyTab)
	d.types("tomorrow 18:00")
	draft, _ := d.win.Drafts.Get(drafts.Edit, d.win.item)
	same(t, "the draft is what was typed", draft.Fields["due"], "tomorrow 18:00")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	it, err := d.engine.Lists.Item(t.Context(), d.win.item.Set, d.win.item.ID)
	must(t, err)
	same(t, "due", record.Read(it.Winner.Content).Get("due"), "2026-05-25T18:00")
	same(t, "has a draft", d.win.Drafts.Has(d.win.item), false)
}

// An invalid value stays as a draft, and the window says so.
func TestWhatIsNotValidStaysADraft(t *testing.T) {
	d := todos(t, "Call the plumber")
	d.mark(d.row("Call the plumber"))
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyTab)
	d.types("31.2.")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "status", d.win.status.Text(), "Not saved yet: correct the marked field first.")
	d.press(fyne.KeyEscape)
	d.open()
	d.mark(d.row("Call the plumber"))
	same(t, "after another start", d.win.detail.Values()["due"], "31.2.")
}

// The message about an invalid value goes when the value is corrected, or discarded.
func TestACorrectedFieldIsNoLongerMarked(t *testing.T) {
	d := todos(t, "Call the plumber")
	d.mark(d.row("Call the plumber"))
	due := func(text string) {
		d.win.focus(d.win.detail.Focus())
		d.press(fyne.KeyTab)
		d.press(fyne.KeyA, fyne.KeyModifierControl)
		d.types(text)
	}
	for name, correct := range map[string]func(){
		"corrected": func() { due("27.11.") },
		"discarded": func() { d.click("Discard") },
	} {
		due("31.2.")
		d.press(fyne.KeyReturn, fyne.KeyModifierControl)
		same(t, "refused", d.win.status.Text(), "Not saved yet: correct the marked field first.")
		correct()
		d.rest()
		same(t, name, d.win.status.Text(), "")
	}
}

func TestHighContrastIsTurnedOnAndOff(t *testing.T) {
	d := newDesk(t)
	var told []bool
	d.win.Contrasted = func(high bool) { told = append(told, high) }
	d.press(fyne.KeyH, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyH, fyne.KeyModifierControl, fyne.KeyModifierShift)
	if len(told) != 2 || !told[0] || told[1] {
		t.Errorf("told %v", told)
	}
}
