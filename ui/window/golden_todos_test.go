//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// party is a list of todos with a bit of everything: groups, subtasks, what is
// overdue, what is done, and three rows that are chosen.
func party(t *testing.T) *desk {
	t.Helper()
	d := todos(t,
		"Return the library books yesterday #town", "Call the plumber today 18:00 p1 #house",
		"Bake the cake tomorrow p2 #party", "Buy flour and eggs #shop", "Borrow the big tin",
		"Water the plants every 3 days #house", "Invite everybody fri #party p3", "Sort the photos")
	d.sub("Buy flour and eggs", "Bake the cake")
	d.sub("Borrow the big tin", "Bake the cake")
	d.mark(d.row("Borrow the big tin"))
	d.types(" ")
	d.rest()
	press(t, d.win.items, "Sort", "Group by due date")
	d.rest()
	return d
}

func (d *desk) chooseThree() {
	d.mark(d.row("Call the plumber") - 2)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
}

func TestPictureOfTodos(t *testing.T) {
	d := party(t)
	d.chooseThree()
	d.matchesPicture("todos")
}

func TestPictureOfTodosInTheDark(t *testing.T) {
	d := party(t)
	fyne.CurrentApp().Settings().SetTheme(inVariant{theme.New(1), fynetheme.VariantDark})
	d.chooseThree()
	d.matchesPicture("todos-dark")
}

func TestPictureOfQuickEntryInASmallWindow(t *testing.T) {
	d := party(t)
	d.fyne.Resize(fyne.NewSize(900, 600))
	d.win.focus(d.win.items.Adding())
	d.types("milk next fri 18:00 #dairy #shop p1")
	d.matchesPicture("quick-entry")
}
