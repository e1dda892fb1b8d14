package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
)

// trashed returns a desk that shows the trash with three items of the list Errands. There is
// another list, Home.
func trashed(t *testing.T) *desk {
	t.Helper()
	d := todos(t, "milk", "bread", "eggs")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Home", Kind: "todo"})))
	d.mark(0)
	d.press(fyne.KeyA, ctrl)
	d.press(fyne.KeyDelete)
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
	d.rest()
	return d
}

// rowsOf returns the number of rows of a list.
func (d *desk) rowsOf(list string) int {
	l, _ := d.win.now.List(list)
	return l.Items
}

func TestControlEnterRestoresWhatIsChosenInTheTrash(t *testing.T) {
	d := trashed(t)
	d.mark(0)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "still deleted", d.win.items.Rows(), 1)
	same(t, "restored", d.rowsOf("Errands"), 2)
	same(t, "said", d.win.status.Text(), "Restored: 2 items. Ctrl+Z undoes it.")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "deleted again", d.win.items.Rows(), 3)
	same(t, "left", d.rowsOf("Errands"), 0)
}

func TestDeletedItemsAreDraggedBackToTheirList(t *testing.T) {
	d := trashed(t)
	title := d.win.now.Rows[0].Title
	d.mark(0)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.dragsTo(title, "Home")
	same(t, "dragged to another list", d.win.items.Rows(), 3)
	same(t, "of the other list", d.rowsOf("Home"), 0)
	d.dragsTo(title, "Errands")
	same(t, "still deleted", d.win.items.Rows(), 1)
	same(t, "restored", d.rowsOf("Errands"), 2)
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "undone", d.win.items.Rows(), 3)
}

// Items of several lists cannot be dropped together: not all of them belong there.
func TestDeletedItemsOfSeveralListsAreNotDraggedTogether(t *testing.T) {
	d := trashed(t)
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Home"})
	d.rest()
	d.press(fyne.KeyN, ctrl)
	d.types("paint")
	d.press(fyne.KeyReturn)
	d.rest()
	d.win.focus(d.win.items.List())
	d.mark(0)
	d.press(fyne.KeyDelete)
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
	d.rest()
	d.mark(0)
	d.press(fyne.KeyA, ctrl)
	d.dragsTo("paint", "Home")
	d.dragsTo("paint", "Errands")
	same(t, "still deleted", d.win.items.Rows(), 4)
}

// inTrash returns the titles in the trash, after comparing their number with the sidebar's.
func (d *desk) inTrash() string {
	d.t.Helper()
	d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
	d.rest()
	same(d.t, "count", d.win.now.Deleted, len(d.win.now.Rows))
	return d.titles()
}

// The trash is emptied after a question that says how many items it has. They stay tombstones,
// and an item that is deleted again is in the trash again.
func TestTheTrashIsEmptied(t *testing.T) {
	d := trashed(t)
	it := d.win.now.Rows[0].Item()
	d.runs("Empty Trash…")
	same(t, "asks", d.shows("Empty the Trash with 3 items?"), true)
	d.press(fyne.KeyEscape)
	same(t, "after Esc", len(strings.Split(d.inTrash(), ", ")), 3)
	d.tap("Empty Trash…")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "said", d.win.status.Text(), "Removed 3 items from the Trash.")
	same(t, "trash", d.inTrash(), "")
	line, _ := d.lineOf("Empty Trash…")
	same(t, "empties an empty trash", line.Disabled, true)
	same(t, "is deleted for others", d.item(it).Winner.Deleted, true)
	must(t, two(d.engine.Edit.Restore(t.Context(), it.Set, it.ID)))
	must(t, two(d.engine.Edit.Delete(t.Context(), it.Set, it.ID)))
	d.win.Reload()
	d.rest()
	same(t, "deleted again", d.inTrash(), d.item(it).Winner.Title())
}

func TestMovedAndUndoneItemsAreNotInTheTrash(t *testing.T) {
	d := todos(t, "milk", "bread")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Home", Kind: "todo"})))
	milk := edit.Ref{Set: "Errands", ID: d.win.now.Rows[d.row("milk")].ID}
	must(t, two(d.engine.Edit.Move(t.Context(), []edit.Ref{milk}, "Home")))
	d.win.Reload()
	d.rest()
	same(t, "after moving", d.inTrash(), "")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "after undoing that", d.inTrash(), "")
	same(t, "back", d.rowsOf("Errands"), 2)
	d.press(fyne.KeyY, ctrl)
	d.rest()
	same(t, "after redoing it", d.inTrash(), "")
	same(t, "moved again", d.rowsOf("Home"), 1)
	must(t, two(d.engine.Edit.Add(t.Context(), "Home", record.Values{"title": "paint"}, edit.AddOptions{})))
	for range 2 {
		d.press(fyne.KeyZ, ctrl)
		d.rest()
		same(t, "after undoing the creation", d.inTrash(), "")
		d.press(fyne.KeyY, ctrl)
		d.rest()
		same(t, "created again", d.rowsOf("Home"), 2)
	}
	rows, err := d.engine.Lists.Items(t.Context(), "Errands", store.Query{})
	must(t, err)
	must(t, two(d.engine.Edit.Delete(t.Context(), "Errands", rows[0].ID)))
	d.win.Reload()
	d.rest()
	same(t, "after deleting", d.inTrash(), "bread")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	d.press(fyne.KeyY, ctrl)
	d.rest()
	same(t, "after redoing that", d.inTrash(), "bread")
}
