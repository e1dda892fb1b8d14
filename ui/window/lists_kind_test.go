package window

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
)

// In the menu of lists, the kind of a list can be changed as long as it is empty.
func TestTheKindOfAnEmptyListIsChangedInTheMenu(t *testing.T) {
	d := newDesk(t)
	d.makeList("Plans")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Plans"})
	d.rest()
	was, _ := d.win.now.List("Plans")
	kinds := func() (offered []string) {
		for _, c := range d.win.commands {
			if c.Submenu == "Type" && c.Applies() {
				offered = append(offered, c.Text)
			}
		}
		return offered
	}
	same(t, "offered", slices.Contains(kinds(), "Contacts"), true)
	i := slices.IndexFunc(d.win.commands, func(c frame.Command) bool { return c.Submenu == "Type" && c.Text == "Contacts" })
	d.win.commands[i].Run()
	d.rest()
	now, _ := d.win.now.List("Plans")
	same(t, "kind before and after", was.Kind != now.Kind && now.Kind == string(record.Contact), true)
	same(t, "said", d.win.status.Text(), "“Plans” is now a list of this type: Contacts.")
	same(t, "a name is typed", d.shows("Add a name…"), true)
	d.win.newItem()
	d.types("Ada")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "offered once it has an item", len(kinds()), 0)
}
