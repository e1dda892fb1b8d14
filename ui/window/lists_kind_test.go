package window

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
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

func TestOnlyTodosAreAskedForTheirDueDate(t *testing.T) {
	d := todos(t, "milk")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Notes", Kind: string(record.Note)})))
	must(t, two(d.engine.Edit.Add(t.Context(), "Notes", record.Values{"title": "Idea"}, edit.AddOptions{})))
	d.win.Reload()
	d.rest()
	d.goes("Notes")
	d.mark(0)
	d.press(fyne.KeyE, ctrl)
	same(t, "says", d.win.status.Text(), "Only todos have due dates.")
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.items.List())
	d.press(fyne.KeyT, ctrl)
	same(t, "says of tags", d.win.status.Text(), "Only todos and contacts have tags.")
	d.goes("Errands")
	d.mark(0)
	d.press(fyne.KeyE, ctrl)
	d.types("tomorrow")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "due", d.value("milk", "due"), "2026-05-25")
}
