package window

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
)

// Esc, a sync, and a program that ends without closing its window do not lose a draft. Its row
// is marked.
func TestADraftIsNeverLost(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	milk := d.win.item
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" 3.5 %")
	d.press(fyne.KeyEscape)
	same(t, "after Esc", d.win.detail.Values()["title"], "Milk 3.5 %")

	change(t, d.engine, "Groceries", milk.ID, "text", "from the farm")
	d.win.Reload()
	d.rest()
	same(t, "after a change elsewhere", d.win.detail.Values()["title"], "Milk 3.5 %")

	d.open()
	same(t, "row is marked", d.win.Drafts.Has(milk), true)
	d.mark(0)
	same(t, "after another start", d.win.detail.Values()["title"], "Milk 3.5 %")
}

// If the item changed since the draft began, the person is warned before saving overwrites the
// change.
func TestSavingOverANewerStateTakesASecondControlEnter(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types("!")
	change(t, d.engine, "Groceries", d.win.item.ID, "title", "Oat milk")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "after the first", d.rows(store.Query{})[0].Title, "Oat milk")
	same(t, "kept", d.win.detail.Values()["title"], "Milk!")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "after the second", d.rows(store.Query{})[0].Title, "Milk!")
}

// Text typed while the engine saves becomes a draft over the saved version.
func TestTypingWhileSavingIsKept(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" A")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.types(" B")
	d.rest()
	same(t, "saved", d.rows(store.Query{})[0].Title, "Milk A")
	same(t, "typed on", d.win.detail.Values()["title"], "Milk A B")
	draft, there := d.win.Drafts.Get(drafts.Edit, d.win.item)
	same(t, "has a draft", there, true)
	same(t, "draft", draft.Fields["title"], "Milk A B")
}

// Choices in a conflict and drafts in an editor follow a renamed list, and return when the
// renaming is undone.
func TestDraftsGoWithTheirListWhenItIsRenamed(t *testing.T) {
	d, _ := parted(t)
	it := d.begins()
	other := snapshot.Item{Set: "Errands", ID: d.idOf("Tea")}
	d.win.Drafts.Put(drafts.Edit, other, drafts.Draft{})
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Errands"})
	d.rest()
	d.inSidebar()
	d.press(fyne.KeyF2)
	d.press(fyne.KeyA, ctrl)
	d.types("Chores")
	d.press(fyne.KeyReturn)
	d.rest()
	for _, name := range []string{"Chores", "Errands"} {
		it.Set, other.Set = name, name
		same(t, name+": lists", d.listNames()[0], name)
		same(t, name+": the editor has its draft", d.win.draftOf(other) != nil, true)
		d.win.openResolve(it)
		d.rest()
		same(t, name+": chosen", d.win.pages.resolve.Shown().Session.Changed(), true)
		d.press(fyne.KeyEscape)
		d.rest()
		d.press(fyne.KeyZ, ctrl)
		d.rest()
	}
}

// Another program may rename the list of the conflict on the page: it can still be saved.
func TestAConflictIsSavedWhoseListIsRenamedMeanwhile(t *testing.T) {
	d, _ := parted(t)
	it := d.begins()
	d.press(fyne.KeyF8)
	d.rest()
	d.win.openResolve(it)
	d.rest()
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Errands", "Chores")))
	d.win.Reload()
	d.rest()
	it.Set = "Chores"
	same(t, "the item", d.win.pages.resolve.Item(), it)
	same(t, "chosen", d.win.pages.resolve.Shown().Session.Changed(), true)
	same(t, "the head says it", d.shows("‹ Chores"), true)
	d.press(fyne.KeyHome)
	d.types("1")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "conflicts of it", len(d.item(it).Conflicts), 0)
}

// If another program renames the shown list, the window follows it, and keeps the item.
func TestTheListThatIsShownIsFollowedToAnotherName(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Aims", Kind: string(record.Todo)})))
	d.again()
	d.mark(1)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" rolls")
	it := d.win.item
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Groceries", "Food")))
	d.again()
	it.Set = "Food"
	same(t, "shown", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Food"})
	same(t, "rows", len(d.win.now.Rows), 2)
	same(t, "the item", d.win.item, it)
	same(t, "typed", d.win.detail.Values()["title"], "Bread rolls")
	same(t, "an error is said", d.shows("There is no such list."), false)
	d.types("!")
	same(t, "typed on", d.win.draftOf(it).Fields["title"], "Bread rolls!")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "saved", d.item(it).Winner.Title(), "Bread rolls!")
}

// begins makes a choice in the first conflict, and skips it.
func (d *desk) begins() snapshot.Item {
	d.t.Helper()
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyDown)
	d.types("2")
	d.rest()
	same(d.t, "chosen", d.win.pages.resolve.Shown().Session.Changed(), true)
	it := d.win.pages.resolve.Item()
	d.press(fyne.KeyEscape)
	d.rest()
	return it
}

// Drafts follow a list that a command renames while the window is closed, even if another list
// has its old name by then.
func TestDraftsFollowAListThatIsRenamedWhileTheWindowIsClosed(t *testing.T) {
	d, _ := parted(t)
	it := d.begins()
	other := snapshot.Item{Set: "Errands", ID: d.idOf("Tea")}
	d.win.Drafts.Put(drafts.Edit, other, drafts.Draft{})
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Errands", "Chores")))
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Errands", Kind: string(record.Todo)})))
	d.open()
	it.Set, other.Set = "Chores", "Chores"
	same(t, "the editor has its draft", d.win.draftOf(other) != nil, true)
	d.win.openResolve(it)
	d.rest()
	same(t, "chosen", d.win.pages.resolve.Shown().Session.Changed(), true)
	d.press(fyne.KeyEscape)
	d.rest()
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Chores", "Household")))
	d.open()
	it.Set, other.Set = "Household", "Household"
	same(t, "renamed again", d.win.Drafts.Has(it) && d.win.Drafts.Has(other), true)
}

// A file of drafts from an older version has no keys of lists: its drafts are found by name,
// and follow their lists from then on.
func TestDraftsOfAnOlderVersionFollowTheirLists(t *testing.T) {
	d := withList(t, "Milk")
	milk := snapshot.Item{Set: "Groceries", ID: d.idOf("Milk")}
	d.saved = fmt.Appendf(nil, `[{"kind": "edit", "set": "Groceries", "id": %q, "fields": {"title": "Oat milk"}, "base": "b"}]`, milk.ID)
	d.open()
	same(t, "read", d.win.draftOf(milk).Fields["title"], "Oat milk")
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Groceries", "Food")))
	d.open()
	milk.Set = "Food"
	same(t, "renamed", d.win.Drafts.Has(milk), true)
}
