package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// Every count in the sidebar is the number of rows behind it.
func TestCountsAreTheNumbersOfRows(t *testing.T) {
	d := todos(t, "late yesterday #shop", "now today #shop", "then fri #home", "some day", "milk #shop")
	d.mark(d.row("milk"))
	d.types(" ")
	d.rest()
	s := d.win.now
	for at, count := range map[snapshot.Place]int{
		{Kind: snapshot.KindToday}:                s.Smart[snapshot.KindToday],
		{Kind: snapshot.KindUpcoming}:             s.Smart[snapshot.KindUpcoming],
		{Kind: snapshot.KindOverdue}:              s.Smart[snapshot.KindOverdue],
		{Kind: snapshot.KindAllTodos}:             s.Smart[snapshot.KindAllTodos],
		{Kind: snapshot.KindNoDate}:               s.Smart[snapshot.KindNoDate],
		{Kind: snapshot.KindCompleted}:            s.Smart[snapshot.KindCompleted],
		{Kind: snapshot.KindTag, Tag: "shop"}:     s.Tags[0].Open,
		{Kind: snapshot.KindList, Set: "Errands"}: s.Lists[0].Open,
	} {
		d.win.choose(at)
		d.rest()
		rows := 0
		for _, r := range d.win.now.Rows {
			if r.Heading == nil && (at.Kind != snapshot.KindList || !r.Done) {
				rows++
			}
		}
		same(t, at.Tag+at.Set, rows, count)
		if count == 0 {
			t.Errorf("%v is empty", at)
		}
	}
}

// Contacts are added by name and sorted alphabetically.
func TestContacts(t *testing.T) {
	d := newDesk(t)
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Family", Kind: "contact"})))
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	for _, name := range []string{"Zebra Today", "Äpfel #one", "Bakery"} {
		d.types(name)
		d.press(fyne.KeyReturn)
	}
	d.rest()
	same(t, "names", d.titles(), "A, Äpfel #one, B, Bakery, Z, Zebra Today")
	same(t, "kind", d.itemRows()[0].Kind, record.Contact)
}

// Rows of contacts show how to reach them, and are grouped by the letters of what they are
// sorted by, or by tag.
func TestContactsAreSortedByLastName(t *testing.T) {
	d := withContacts(t, "Family",
		card("1", "Ada Lovelace", "N:Lovelace;Ada;;;", "EMAIL:ada@example.org", "CATEGORIES:science"),
		card("2", "Grace Hopper", "N:Hopper;Grace;;;", "TEL:1", "TEL;TYPE=PREF:2", "EMAIL:grace@example.org"),
		card("3", "42 Bakeries", "N:;;;;"))
	same(t, "by name", d.titles(), "A, Ada Lovelace, G, Grace Hopper, #, 42 Bakeries")
	press(t, d.win.items, "Sort", "Sort by last name")
	d.rest()
	same(t, "by last name", d.titles(), "H, Grace Hopper, L, Ada Lovelace, #, 42 Bakeries")
	for _, text := range []string{"ada@example.org", "2"} {
		same(t, text, d.shows(text), true)
	}
	press(t, d.win.items, "Sort", "No groups")
	d.rest()
	same(t, "numbers come first", d.titles(), "42 Bakeries, Grace Hopper, Ada Lovelace")
	press(t, d.win.items, "Sort", "Group by tag")
	d.rest()
	same(t, "by tag", d.titles(), "SCIENCE, Ada Lovelace, , 42 Bakeries, Grace Hopper")
}

// A tick box can be clicked, whichever row is selected.
func TestACheckBoxIsClicked(t *testing.T) {
	d := todos(t, "milk", "bread")
	d.mark(1)
	list := d.win.items.List().(fyne.CanvasObject)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(list)
	test.TapCanvas(d.fyne.Canvas(), at.Add(fyne.NewPos(14, 14)))
	d.rest()
	same(t, "the first is done", d.win.now.Rows[0].Done, true)
	same(t, "the second is marked", d.win.items.Chosen()[0].Title, "bread")
	test.Drag(d.fyne.Canvas(), at.Add(fyne.NewPos(14, 14)), 1, 1)
	d.rest()
	same(t, "with a hand that trembles", d.win.now.Rows[0].Done, false)
}

// A row is dragged to another position in the manual order.
func TestDraggingOrdersByHand(t *testing.T) {
	d := todos(t, "one", "two", "three")
	list := d.win.items.List().(fyne.CanvasObject)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(list)
	test.Drag(d.fyne.Canvas(), at.Add(fyne.NewPos(100, 14)), 0, 60)
	d.rest()
	same(t, "rows", d.titles(), "two, three, one")
	press(t, d.win.items, "Sort", "Sort by title")
	d.rest()
	test.Drag(d.fyne.Canvas(), at.Add(fyne.NewPos(100, 14)), 0, 60)
	d.rest()
	same(t, "sorted by title", d.titles(), "one, three, two")
}

// The status bar says why an item could not be changed, and the others are changed.
func TestWhatIsRefusedSaysWhy(t *testing.T) {
	d, _, it := conflicting(t)
	d.mark(0)
	same(t, "marked", d.win.item, it)
	d.press(fyne.KeyDelete)
	d.rest()
	same(t, "rows", d.win.items.Rows(), 1)
	same(t, "said", d.win.status.Text(), "1 could not be changed: Your own version is in conflict there. Resolve that conflict first.")
}

// A search shows a limited number of rows, and says how many there are.
func TestASearchSaysHowManyItFound(t *testing.T) {
	d := todos(t, "milk")
	for range 10 {
		d.double()
	}
	must(t, two(d.engine.Edit.Add(t.Context(), "Errands", record.Values{"title": "milk of a goat"}, edit.AddOptions{})))
	d.win.Reload()
	d.rest()
	same(t, "without a search", d.win.items.Rows(), 1025)
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("milk")
	d.rest()
	same(t, "rows", d.win.items.Rows(), 500)
	same(t, "found", d.win.now.Found, 1025)
	same(t, "said", d.win.items.Remark(), "500 of 1,025 matches: keep typing to narrow the search")
	d.types(" of")
	d.rest()
	same(t, "fewer", d.titles(), "milk of a goat")
	same(t, "said", d.win.items.Remark(), "1 of 1,025")
}

// double copies every item of the list into the same list.
func (d *desk) double() {
	d.t.Helper()
	rows, err := d.engine.Lists.Items(d.t.Context(), "Errands", store.Query{})
	must(d.t, err)
	var refs []edit.Ref
	for _, r := range rows {
		refs = append(refs, edit.Ref{Set: "Errands", ID: r.ID})
	}
	must(d.t, two(d.engine.Edit.Copy(d.t.Context(), refs, "Errands")))
}

// A search begins at its first hit, wherever the list was scrolled to, and Enter selects it.
func TestASearchShowsItsFirstHit(t *testing.T) {
	d := todos(t, "milk")
	for range 7 {
		d.double()
	}
	must(t, two(d.engine.Edit.Add(t.Context(), "Errands", record.Values{"title": "bread"}, edit.AddOptions{})))
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyEnd)
	d.rest()
	same(t, "the last one", d.win.items.Chosen()[0].Title, "bread")
	list := d.win.items.List().(*widget.List)
	d.press(fyne.KeyF, ctrl)
	d.types("milk")
	d.rest()
	same(t, "scrolled to", list.GetScrollOffset(), float32(0))
	same(t, "said", d.win.items.Remark(), "128 of 129")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "selected", list.Marked(), 0)
	same(t, "shown", d.win.detail.Item(), d.win.now.Rows[0].Item())
}

// While a person types a search, outdated queries are not run.
func TestTypingOnOvertakesASearch(t *testing.T) {
	d := todos(t, "milk", "bread")
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("mil")
	d.seam.Step()
	same(t, "nothing is read for m", d.win.items.Rows(), 2)
	d.rest()
	same(t, "rows for mil", d.titles(), "milk")
}
