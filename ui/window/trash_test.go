package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
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
