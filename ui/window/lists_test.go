package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
)

// inSidebar moves the focus to the sidebar, where the shown list is selected.
func (d *desk) inSidebar() { d.win.focus(d.win.sidebar.Focus()) }

func (d *desk) listNames() (names []string) {
	for _, l := range d.win.now.Lists {
		names = append(names, l.Name)
	}
	return names
}

func TestAListIsRenamedByKeys(t *testing.T) {
	d := withList(t, "Milk")
	d.inSidebar()
	d.press(fyne.KeyF2)
	d.press(fyne.KeyA, ctrl)
	d.types("Food")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "lists", d.listNames()[0], "Food")
	same(t, "shown", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Food"})
	same(t, "rows", d.titles(), "Milk")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "lists after undo", d.listNames()[0], "Groceries")
	same(t, "shown after undo", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Groceries"})
}

// The arrangement of a list and its folded todos and branches follow its name when it is
// renamed: in the window, by another process, and while the window is closed.
func TestTheArrangementOfAListGoesWithItsName(t *testing.T) {
	d := withList(t, "Milk", "Bread", "Apples")
	d.win.arrange(snapshot.Arrangement{Sort: snapshot.ByTitle})
	d.rest()
	id := d.win.now.Rows[0].ID
	d.win.fold(snapshot.Item{Set: "Groceries", ID: id}, true)
	d.rest()
	d.win.outlines.branches = map[string]snapshot.Branches{"Groceries": {Closed: true}}
	follows := func(name string) {
		t.Helper()
		d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: name})
		d.win.Reload()
		d.rest()
		same(t, "sorted in "+name, d.win.now.Arrangement.Sort, snapshot.ByTitle)
		same(t, "rows in "+name, d.titles(), "Apples, Bread, Milk")
		same(t, "folded in "+name, d.win.folded[snapshot.Item{Set: name, ID: id}], true)
		same(t, "open in "+name, d.win.outlines.branches[name].Closed, true)
		same(t, "kept", parseArranged(d.settings.String(arrangedKey))[d.win.at].Sort, snapshot.ByTitle)
		same(t, "lists that are arranged", len(d.win.arrangements), 1)
	}
	d.inSidebar()
	d.press(fyne.KeyF2)
	d.press(fyne.KeyA, ctrl)
	d.types("Food")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "shown at once", d.win.now.Arrangement.Sort, snapshot.ByTitle)
	follows("Food")
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Food", "Shopping")))
	d.win.Reload()
	d.rest()
	follows("Shopping")
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Shopping", "Errands")))
	d.open()
	follows("Errands")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	follows("Shopping")
}

// Renaming a list that is shared in a folder says what others see, before and afterwards.
func TestRenamingASharedListSaysWhatOthersSee(t *testing.T) {
	d := withList(t, "Milk")
	folder := t.TempDir()
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Groceries", folder)))
	d.win.Reload()
	d.rest()
	d.inSidebar()
	d.press(fyne.KeyF2)
	same(t, "said before", d.shows("In a shared folder the list keeps the name that it has there."), true)
	d.press(fyne.KeyA, ctrl)
	d.types("Food")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.win.status.Text(), "Renamed “Groceries” to “Food” on this device. Others still see “Groceries” in the shared folder. Ctrl+Z undoes it.")
	must(t, two(d.engine.Sharing.Publish(t.Context(), "Food")))
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	must(t, err)
	same(t, "feeds", len(names) == 1 && strings.HasPrefix(filepath.Base(names[0]), "Groceries."), true)
}

// After a click on a list, the focus is in the sidebar: Del may be meant for an item.
func TestAListIsDeletedAndBroughtBackByKeys(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.inSidebar()
	d.press(fyne.KeyDelete)
	d.rest()
	same(t, "asks", d.shows("Delete the list “Groceries” with 2 items?"), true)
	same(t, "lists before the answer", len(d.win.now.Lists), 1)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "lists after Esc", len(d.win.now.Lists), 1)
	d.inSidebar()
	d.press(fyne.KeyDelete)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "lists", len(d.win.now.Lists), 0)
	same(t, "said", d.win.status.Text(), "Deleted the list “Groceries” with 2 items. Ctrl+Z brings it back.")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "shown", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Groceries"})
	same(t, "rows", d.titles(), "Milk, Bread")
}

// Lists are in natural alphabetical order, also after a list was renamed.
func TestListsAreInTheOrderOfTheirNames(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"List 10", "work", "List 2", "Äpfel", "Zoo", "list 3", "Books"} {
		must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: name})))
	}
	d.again()
	same(t, "lists", strings.Join(d.listNames(), ", "), "Äpfel, Books, List 2, list 3, List 10, work, Zoo")
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Books", "List 4")))
	d.again()
	same(t, "after renaming", strings.Join(d.listNames(), ", "), "Äpfel, List 2, list 3, List 4, List 10, work, Zoo")
	d.open()
	same(t, "the next time", strings.Join(d.listNames(), ", "), "Äpfel, List 2, list 3, List 4, List 10, work, Zoo")
}

// Deleting the shown list shows the first of the others or, if it was the last one, the
// welcome page.
func TestDeletingTheFirstListLeadsToAnother(t *testing.T) {
	d := twoLists(t, "")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "A"})
	d.rest()
	d.mark(0)
	d.inSidebar()
	d.press(fyne.KeyDelete)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "shown", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "B"})
	same(t, "rows", d.titles(), "Milk")
	same(t, "the item", d.win.item, snapshot.Item{})
	d.inSidebar()
	d.press(fyne.KeyDelete)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "shown without any", d.win.at, snapshot.Place{})
	same(t, "on the first page", shows[*frame.Welcome](d.win.shell), true)
}

// Delete in the rows deletes items, not lists.
func TestDeleteInTheRowsDeletesNoList(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	d.press(fyne.KeyDelete)
	d.rest()
	same(t, "lists", len(d.win.now.Lists), 1)
	same(t, "rows", d.titles(), "Bread")
}

// Before a shared list is deleted, the window asks what to do with its feed.
func TestDeletingASharedListAsksAboutItsFeed(t *testing.T) {
	d := withList(t, "Milk")
	folder := t.TempDir()
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Groceries", folder)))
	d.win.Reload()
	d.rest()
	feeds := func() int {
		names, err := filepath.Glob(filepath.Join(folder, "*.xml"))
		must(t, err)
		return len(names)
	}
	same(t, "feeds", feeds(), 1)
	d.inSidebar()
	d.press(fyne.KeyDelete)
	d.rest()
	same(t, "asked", d.shows("Delete the shared list “Groceries”?") && d.shows("Remove its feed there, too"), true)
	same(t, "copies", d.shows("Crossfeed knows of 1 copy: its feed at "+folder), true)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "lists after Esc", len(d.win.now.Lists), 1)
	weekly := t.TempDir()
	must(t, d.engine.Device.Change(t.Context(), func(here *store.Device) {
		here.Backups.Folder = weekly
		must(t, os.WriteFile(filepath.Join(weekly, "crossfeed-2026-05-24-"+here.ID+".zip"), nil, 0o600))
	}))
	d.inSidebar()
	d.press(fyne.KeyDelete)
	d.rest()
	same(t, "copies with a backup", d.shows("Crossfeed knows of 2 copies: its feed at "+folder), true)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "lists", len(d.win.now.Lists), 0)
	same(t, "feeds afterwards", feeds(), 0)
	left := "Crossfeed knows of 1 copy: 1 backup in " + weekly + " that may contain it."
	same(t, "copies afterwards", strings.Contains(d.win.status.Text(), left), true)
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "rows", d.titles(), "Milk")
	if _, err := os.Stat(folder); err != nil {
		t.Error(err)
	}
}

// The secondary mouse button opens a context menu for lists, and for nothing else.
func TestTheMenuOfAList(t *testing.T) {
	d := withList(t, "Milk")
	var entries []fyne.SecondaryTappable
	for _, o := range uitest.Drawn(d.win.sidebar.Object()) {
		if _, seat := o.(fyne.Draggable); seat {
			continue
		}
		if e, is := o.(fyne.SecondaryTappable); is {
			entries = append(entries, e)
		}
	}
	list := d.win.sidebar.Focus().(*widget.List)
	other := func(text string) {
		for i, e := range entries {
			if list.Text(i) == text {
				test.TapSecondary(e)
			}
		}
	}
	other("Trash")
	same(t, "menus of the trash", d.fyne.Canvas().Overlays().Top() == nil, true)
	other("Groceries")
	same(t, "menus", d.fyne.Canvas().Overlays().Top() != nil, true)
	var lines []string
	for _, l := range d.win.lists.listMenu("Groceries").Items {
		lines = append(lines, l.Label)
	}
	same(t, "lines", strings.Join(lines, ", "), "Rename…  F2, Delete list  Del, Move up  Alt+Up, Move down  Alt+Down, Move to folder…, Share this list…, Color, Icon")
	d.press(fyne.KeyEscape)
	d.win.lists.listMenu("Groceries").Items[0].Action()
	d.press(fyne.KeyA, ctrl)
	d.types("Food")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "lists after Rename", strings.Join(d.listNames(), ", "), "Food")
	d.win.lists.listMenu("Food").Items[1].Action()
	d.rest()
	same(t, "lists after Delete", strings.Join(d.listNames(), ", "), "")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "lists after undo", strings.Join(d.listNames(), ", "), "Food")
}

// The sample is an ordinary list: Delete removes it with its feed.
func TestTheSampleIsDeleted(t *testing.T) {
	d := sampled(t)
	name := d.listNames()[0]
	d.win.lists.listMenu(name).Items[1].Action()
	d.rest()
	same(t, "lists", len(d.win.now.Lists), 0)
	same(t, "feeds", len(d.win.now.Feeds), 0)
	same(t, "conflicts", len(d.win.now.Conflicts), 0)
	d.again()
	same(t, "lists the next time", len(d.win.now.Lists), 0)
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "lists after undo", len(d.win.now.Lists), 1)
	same(t, "feeds after undo", len(d.win.now.Feeds), 1)
}

// A deleted list is restored with the keyboard, whatever was done since; under another name if
// its own is taken.
func TestADeletedListIsRestoredByKeys(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.runs("Restore a deleted list…")
	d.press(fyne.KeyReturn)
	same(t, "nothing is deleted", d.shows("No list is deleted."), true)
	d.press(fyne.KeyEscape)
	d.win.lists.deleteList("Groceries")
	d.rest()
	d.makeList("Groceries")
	d.win.Reload()
	d.rest()
	d.runs("Restore a deleted list…")
	d.matches("restore-list")
	d.press(fyne.KeyTab)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the name is taken", d.shows("A list with this name already exists."), true)
	d.press(fyne.KeyA, fyne.KeyModifierControl)
	d.types("Food")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "status", d.win.status.Text(), "Restored the list “Food”. Ctrl+Z deletes it again.")
	same(t, "the window shows", d.win.at.Set, "Food")
	same(t, "with its items", d.shows("Milk") && d.shows("Bread"), true)
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	_, there := d.win.now.List("Food")
	same(t, "after undo", there, false)
}
