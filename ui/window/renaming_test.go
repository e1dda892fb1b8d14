package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/store"
	"crossfeed/ui/widget"
)

// F2 opens an entry in the item's row, with the title selected. Enter saves it as one edit.
func TestAnItemIsRenamedInItsRow(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(1)
	it := d.win.item
	d.press(fyne.KeyF2)
	entry, is := d.fyne.Canvas().Focused().(*widget.Entry)
	same(t, "an entry has the focus", is, true)
	same(t, "its text", entry.Text(), "Bread")
	driver := fyne.CurrentApp().Driver()
	list := d.win.items.List().(*widget.List)
	same(t, "its row", list.RowAt(driver.AbsolutePositionForObject(entry).AddXY(5, 5)), 1)
	d.types("Rolls")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "title", d.title(it), "Rolls")
	same(t, "has a draft", d.win.Drafts.Has(it), false)
	same(t, "in the editor", d.win.detail.Values()["title"], "Rolls")
	same(t, "the rows have the focus", d.fyne.Canvas().Focused(), d.win.items.List())
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "undone", d.title(it), "Bread")
}

// Esc changes nothing. Leaving the row saves, as leaving the editor does, together with what
// was typed there.
func TestARenamingIsCancelledOrSavedByLeaving(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	it := d.win.item
	d.press(fyne.KeyF2)
	d.types("Oat")
	d.press(fyne.KeyEscape)
	d.mark(1)
	same(t, "after Esc", d.title(it), "Milk")
	for _, leave := range []func(){func() { d.win.chooseRow(d.win.now.Rows[1]) }, d.win.Close} {
		d.mark(0)
		d.press(fyne.KeyReturn)
		for range 5 {
			d.press(fyne.KeyTab)
		}
		d.types("x")
		d.press(fyne.KeyEscape)
		d.press(fyne.KeyF2)
		d.types("Oat")
		leave()
		d.rest()
		same(t, "title", d.title(it), "Oat")
		same(t, "text", d.item(it).Winner.Content.Text(), "x")
		same(t, "has a draft", d.win.Drafts.Has(it), false)
		d.press(fyne.KeyZ, ctrl)
		d.rest()
		same(t, "undone", d.title(it), "Milk")
	}
}

// A renaming ends where the focus goes elsewhere: what is typed there is newer. It stays open
// while only the window loses the focus.
func TestARenamingIsSavedWhereTheFocusGoesElsewhere(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	it := d.win.item
	d.press(fyne.KeyF2)
	d.types("Oat")
	d.fyne.Canvas().Focused().FocusLost()
	d.rest()
	same(t, "in another window", d.title(it), "Milk")
	d.win.focus(d.win.detail.Focus())
	d.rest()
	same(t, "in the editor", d.title(it), "Oat")
	d.press(fyne.KeyEnd)
	d.types(" milk")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "after Ctrl+Enter", d.title(it), "Oat milk")
	d.mark(1)
	same(t, "later", d.title(it), "Oat milk")
	same(t, "has a draft", d.win.Drafts.Has(it), false)
}

func TestCtrlEnterSavesARenaming(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	it := d.win.item
	d.press(fyne.KeyF2)
	d.types("Oat")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "title", d.title(it), "Oat")
	same(t, "said", d.win.status.Text(), "Saved “Oat”.")
}

// Another program may rename the list while an item is renamed in its row.
func TestARenamingFollowsARenamedList(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	it := d.win.item
	d.press(fyne.KeyF2)
	d.types("Oat")
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Groceries", "Food")))
	d.again()
	before := it
	it.Set = "Food"
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "title", d.title(it), "Oat")
	same(t, "has a draft", d.win.Drafts.Has(it) || d.win.Drafts.Has(before), false)
}

// A title that others changed meanwhile is not overwritten before the person has seen it.
func TestARenamingDoesNotOverwriteWhatChangedMeanwhile(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	it := d.win.item
	d.press(fyne.KeyF2)
	d.types("Oat")
	change(t, d.engine, it.Set, it.ID, "title", "Soy milk")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "title", d.title(it), "Soy milk")
	same(t, "in the editor", d.win.detail.Values()["title"], "Oat")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "after Ctrl+Enter", d.title(it), "Oat")
}

// Ctrl+Q closes the window as its close button does, and Ctrl+A selects all items.
func TestKeysThatOtherProgramsHave(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	d.press(fyne.KeyA, ctrl)
	same(t, "selected", len(d.win.items.Chosen()), 2)
	d.press(fyne.KeyEscape)
	same(t, "selected after Esc", len(d.win.items.Chosen()), 1)
	d.press(fyne.KeyDelete)
	d.rest()
	same(t, "left", len(d.rows(store.Query{})), 1)
	d.press(fyne.KeyQ, ctrl)
	same(t, "closed", d.closed, true)
}
