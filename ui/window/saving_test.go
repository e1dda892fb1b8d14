package window

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
)

// typesInto opens the editor of a row, and types at the end of its title.
func (d *desk) typesInto(row int, text string) snapshot.Item {
	d.mark(row)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(text)
	d.rest()
	return d.win.item
}

// title returns the stored title of an item.
func (d *desk) title(it snapshot.Item) string { return d.item(it).Winner.Title() }

// leaves are the ways to leave the first item of a list.
var leaves = map[string]func(*desk){
	"another item":  func(d *desk) { d.mark(1) },
	"another place": func(d *desk) { d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted}) },
	"another page":  func(d *desk) { d.press(fyne.KeyF9) },
	"a form":        func(d *desk) { d.press(fyne.KeyN, ctrl, fyne.KeyModifierShift) },
	"a new item":    func(d *desk) { d.press(fyne.KeyN, ctrl); d.types("Tea"); d.press(fyne.KeyReturn) },
	"closing":       func(d *desk) { d.win.Close() },
}

// Choosing another item, another place or another page saves what was typed, as one edit that
// Ctrl+Z undoes. Moving the focus does not save.
func TestLeavingAnItemSavesWhatWasTyped(t *testing.T) {
	for name, leave := range leaves {
		t.Run(name, func(t *testing.T) {
			d := withList(t, "Milk", "Bread")
			it := d.typesInto(0, "!")
			before := d.item(it).Winner.Updates
			d.press(fyne.KeyEscape)
			d.press(fyne.KeyF6)
			d.rest()
			same(t, "saved when the focus moves", d.title(it), "Milk")
			leave(d)
			d.rest()
			same(t, "title", d.title(it), "Milk!")
			same(t, "updates", d.item(it).Winner.Updates, before+1)
			same(t, "has a draft", d.win.Drafts.Has(it), false)
			if name == "another item" {
				same(t, "status", d.win.status.Text(), "Saved “Milk!”.")
				d.mark(0)
				d.mark(1)
				same(t, "updates of an unchanged item", d.item(it).Winner.Updates, before+1)
				d.press(fyne.KeyZ, ctrl)
				d.rest()
				same(t, "undone", d.title(it), "Milk")
			}
		})
	}
}

// The edit is saved before what the person does next, so that Ctrl+Z undoes that first.
func TestWhatWasTypedIsSavedBeforeTheNextAction(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	it := d.typesInto(0, "!")
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyD, ctrl)
	d.rest()
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "title", d.title(it), "Milk!")
	same(t, "done", d.rows(store.Query{})[1].Done, false)
}

// What is not valid stays a draft when the item is left, and when the window is closed.
func TestLeavingAnItemKeepsWhatIsNotValid(t *testing.T) {
	d := todos(t, "Call the plumber", "Pay the plumber")
	d.mark(d.row("Call the plumber"))
	it := d.win.item
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyTab)
	d.types("31.2.")
	d.press(fyne.KeyEscape)
	d.mark(d.row("Pay the plumber"))
	same(t, "due", record.Read(d.item(it).Winner.Content).Get("due"), "")
	d.win.Close()
	d.rest()
	d.open()
	d.mark(d.row("Call the plumber"))
	same(t, "the draft", d.win.detail.Values()["due"], "31.2.")
}

// Fields that others changed meanwhile stay a draft; the others are saved.
func TestLeavingAnItemMergesWithWhatChangedMeanwhile(t *testing.T) {
	for _, asked := range []bool{false, true} {
		d := withList(t, "Milk", "Bread")
		it := d.typesInto(0, "!")
		for range 5 {
			d.press(fyne.KeyTab)
		}
		d.types("two litres")
		change(t, d.engine, it.Set, it.ID, "title", "Oat milk")
		change(t, d.engine, it.Set, it.ID, "tags", "dairy")
		if asked {
			d.press(fyne.KeyReturn, ctrl)
			d.rest()
		} else {
			d.press(fyne.KeyEscape)
			d.mark(1)
		}
		now := record.Read(d.item(it).Winner.Content)
		same(t, "title", now.Get("title"), "Oat milk")
		same(t, "tags", now.Get("tags"), "dairy")
		same(t, "text", now.Get("text"), "two litres")
		same(t, "fields of the draft", len(d.win.draftOf(it).Fields), 1)
		d.mark(0)
		same(t, "the title in the editor", d.win.detail.Values()["title"], "Milk!")
		same(t, "both are shown", d.win.detail.Notice(), "Changed by you in the meantime: “Oat milk”. Saving replaces it with your version; the other stays in the history.")
		d.win.focus(d.win.detail.Focus())
		if !asked {
			d.press(fyne.KeyReturn, ctrl)
			d.rest()
			same(t, "after asking once", d.title(it), "Oat milk")
		}
		d.press(fyne.KeyReturn, ctrl)
		d.rest()
		same(t, "after asking again", d.title(it), "Milk!")
		same(t, "has a draft", d.win.Drafts.Has(it), false)
	}
}

// A field that changed elsewhere before the person typed into it is no conflict with it: the
// person saw the new value.
func TestAFieldThatChangedBeforeItWasTypedIntoIsSaved(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	it := d.win.item
	d.press(fyne.KeyReturn)
	for range 5 {
		d.press(fyne.KeyTab)
	}
	d.types("two litres")
	change(t, d.engine, it.Set, it.ID, "title", "Oat milk")
	d.win.Reload()
	d.rest()
	same(t, "a notice", d.win.detail.Notice(), "")
	d.win.focus(d.win.detail.Focus())
	d.press(fyne.KeyEnd)
	d.types("!")
	d.press(fyne.KeyEscape)
	d.mark(1)
	same(t, "title", d.title(it), "Oat milk!")
	same(t, "text", d.item(it).Winner.Content.Text(), "two litres")
	same(t, "has a draft", d.win.Drafts.Has(it), false)
}

// What is chosen on the page of a conflict stays a draft, and so does what is typed in the editor
// of an item in conflict.
func TestLeavingAConflictSavesNothing(t *testing.T) {
	list := snapshot.Place{Kind: snapshot.KindList, Set: "Errands"}
	for where, at := range map[string]struct {
		show  func(*desk, snapshot.Item)
		edit  func(*desk)
		draft func(*desk) string
	}{
		"its page": {
			func(d *desk, it snapshot.Item) { d.win.openResolve(it) },
			func(d *desk) { d.press(fyne.KeyDown); d.types("2") },
			func(d *desk) string {
				var choices string
				for _, c := range d.win.pages.resolve.Shown().Session.Cells() {
					choices += fmt.Sprintln(c.Field, c.Result, c.Proposed)
				}
				return choices
			},
		},
		"the editor": {
			func(d *desk, _ snapshot.Item) { d.win.choose(list); d.rest(); d.mark(0) },
			func(d *desk) { d.win.focus(d.win.detail.Focus()); d.press(fyne.KeyEnd); d.types(" rolls") },
			func(d *desk) string { return d.win.detail.Values()["title"] },
		},
	} {
		for way, leave := range leaves {
			if where == "its page" && way == "another item" {
				leave = func(d *desk) { d.press(fyne.KeyF8) } // the page hides the items
			}
			t.Run(where+", "+way, func(t *testing.T) {
				d, _ := parted(t)
				it := snapshot.Item{Set: "Errands", ID: d.idOf("Bread")}
				before := d.item(it)
				at.show(d, it)
				d.rest()
				unedited := at.draft(d)
				at.edit(d)
				d.rest()
				edited := at.draft(d)
				same(t, "edited", edited != unedited, true)
				leave(d)
				d.rest()
				same(t, "updates", d.item(it).Winner.Updates, before.Winner.Updates)
				same(t, "conflicts", len(d.item(it).Conflicts), len(before.Conflicts))
				if way == "closing" {
					d.open()
				}
				same(t, "shown", d.win.resolving() && d.win.pages.resolve.Item() == it, false)
				at.show(d, it)
				d.rest()
				same(t, "the draft", at.draft(d), edited)
			})
		}
	}
}

// An item that is in conflict, or deleted, by the time it is left stays as it is.
func TestLeavingAnItemInConflictKeepsADraft(t *testing.T) {
	d, _, it := conflicting(t)
	before := d.item(it)
	d.win.chooseRow(d.win.now.Rows[0])
	d.rest()
	d.win.focus(d.win.detail.Focus())
	d.press(fyne.KeyEnd)
	d.types(" today")
	d.press(fyne.KeyF9)
	d.rest()
	same(t, "updates", d.item(it).Winner.Updates, before.Winner.Updates)
	same(t, "conflicts", len(d.item(it).Conflicts), len(before.Conflicts))
	_, there := d.win.Drafts.Get(drafts.Edit, it)
	same(t, "has a draft", there, true)
	same(t, "on the page of messages", shows[*frame.Messages](d.win.shell), true)

	d = withList(t, "Milk", "Bread")
	it = d.typesInto(0, "!")
	must(t, two(d.engine.Edit.Delete(t.Context(), it.Set, it.ID)))
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyDown)
	d.rest()
	same(t, "deleted", d.item(it).Winner.Deleted, true)
	same(t, "the draft", d.win.draftOf(it).Fields["title"], "Milk!")
}

// If the item was deleted elsewhere, the window says so, and pressing Ctrl+Enter again restores
// it with what was typed, as one edit.
func TestSavingADeletedItemRestoresItWithWhatWasTyped(t *testing.T) {
	for name, meanwhile := range map[string]func(*desk){
		"not seen yet": func(d *desk) {
			d.press(fyne.KeyReturn, ctrl)
			d.rest()
			same(t, "status", d.win.status.Text(), "Not saved: “Milk” was deleted in the meantime. Press Ctrl+Enter again to restore it with your text.")
		},
		"seen": func(d *desk) { d.again() },
	} {
		t.Run(name, func(t *testing.T) {
			d := withList(t, "Milk", "Bread")
			it := d.typesInto(0, "!")
			must(t, two(d.engine.Edit.Delete(t.Context(), it.Set, it.ID)))
			meanwhile(d)
			same(t, "is deleted", d.item(it).Winner.Deleted, true)
			same(t, "the draft", d.win.draftOf(it).Fields["title"], "Milk!")
			same(t, "notice", d.win.detail.Notice(), "Deleted by you. Restore it to keep your changes, or discard them.")
			d.press(fyne.KeyReturn, ctrl)
			d.rest()
			same(t, "is deleted afterwards", d.item(it).Winner.Deleted, false)
			same(t, "title", d.title(it), "Milk!")
			same(t, "has a draft", d.win.Drafts.Has(it), false)
			same(t, "status afterwards", d.win.status.Text(), "Restored “Milk!” with your changes.")
			d.win.items.FocusList()
			d.press(fyne.KeyZ, ctrl)
			d.rest()
			same(t, "is deleted after Ctrl+Z", d.item(it).Winner.Deleted, true)
		})
	}
}

// Outside the trash, Ctrl+Enter on a deleted item with nothing typed changes nothing.
func TestSavingADeletedItemWithoutADraftChangesNothing(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	it := d.win.item
	must(t, two(d.engine.Edit.Delete(t.Context(), it.Set, it.ID)))
	d.win.Reload()
	d.rest()
	same(t, "shown", d.win.detail.Version().Deleted && d.win.item == it, true)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "is deleted", d.item(it).Winner.Deleted, true)
}

// If only a part of what was typed can be saved, the window says which fields are left.
func TestASaveOfAPartSaysWhatIsLeft(t *testing.T) {
	for asked, want := range map[bool]string{
		true:  "Saved, except for what changed in the meantime: Title. Press Ctrl+Enter again to save your version over it.",
		false: "Saved, except for what changed in the meantime: Title. Your text stays a draft.",
	} {
		d := withList(t, "Milk", "Bread")
		it := d.typesInto(0, "!")
		for range 5 {
			d.press(fyne.KeyTab)
		}
		d.types("two litres")
		change(t, d.engine, it.Set, it.ID, "title", "Oat milk")
		if asked {
			d.press(fyne.KeyReturn, ctrl)
		} else {
			d.win.chooseRow(d.win.now.Rows[1])
		}
		d.rest()
		same(t, "text", d.item(it).Winner.Content.Text(), "two litres")
		same(t, "status", d.win.status.Text(), want)
	}
}

// When the window closes, drafts are dropped on the UI goroutine, to which they belong.
func TestClosingTouchesDraftsOnTheUIGoroutine(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	onUI, closing, changed := false, false, 0
	d.seam.OnUI = func(f func()) {
		onUI = true
		defer func() { onUI = false }()
		f()
	}
	d.win.Drafts = drafts.New(func(func() []byte) {
		if closing {
			changed++
			same(t, "on the UI goroutine", onUI, true)
		}
	})
	it := d.typesInto(0, "!")
	d.win.Close()
	closing = true
	d.rest()
	same(t, "changes", changed, 1)
	same(t, "title", d.title(it), "Milk!")
	same(t, "has a draft", d.win.Drafts.Has(it), false)
}

// A draft that was not touched is not saved by passing it.
func TestPassingADraftDoesNotSaveIt(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	it := d.typesInto(0, "!")
	d.open()
	d.mark(0)
	d.mark(1)
	same(t, "title", d.title(it), "Milk")
	same(t, "has a draft", d.win.Drafts.Has(it), true)
}

// What was typed into an item goes where the item goes, and comes back with its list.
func TestMovingAnItemOrDeletingItsListSavesWhatWasTyped(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Errands", Kind: string(record.Todo)})))
	d.win.Reload()
	d.rest()
	it := d.typesInto(0, "!")
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyM, ctrl)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "moved", d.titlesIn("Errands"), "Milk!")
	same(t, "has a draft", d.win.Drafts.Has(it), false)

	it = d.typesInto(0, "?")
	d.press(fyne.KeyEscape)
	d.win.lists.deleteList("Groceries")
	d.rest()
	same(t, "said", d.win.status.Text(), "Deleted the list “Groceries” with 1 item. Ctrl+Z brings it back.")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "restored", d.title(it), "Bread?")
	same(t, "has a draft", d.win.Drafts.Has(it), false)
}

// A save that fails keeps the draft, also when the window is closed.
func TestASaveThatFailsKeepsTheDraft(t *testing.T) {
	for name, leave := range map[string]func(*desk){
		"another item": func(d *desk) { d.press(fyne.KeyEscape); d.mark(1) },
		"closing":      func(d *desk) { d.win.Close(); d.rest() },
	} {
		d := withList(t, "Milk", "Bread")
		it := d.typesInto(0, "!")
		d.win.Edit = failing{d.win.Edit}
		leave(d)
		same(t, name+": title", d.title(it), "Milk")
		same(t, name+": the draft", d.win.draftOf(it).Fields["title"], "Milk!")
	}
}

// failing is an Editor that cannot change anything.
type failing struct{ Editor }

func (failing) Change(context.Context, string, string, record.Values, *item.Version) (*item.Item, error) {
	return nil, errors.New("no space left")
}

// If another program renames the list meanwhile, leaving the item saves it there, and items
// that were cut are still moved.
func TestLeavingAnItemOfARenamedListSavesIt(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Errands", Kind: string(record.Todo)})))
	d.mark(1)
	d.press(fyne.KeyX, ctrl)
	d.rest()
	it := d.typesInto(0, "!")
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Groceries", "Food")))
	d.again()
	it.Set = "Food"
	d.press(fyne.KeyEscape)
	d.mark(1)
	same(t, "title", d.title(it), "Milk!")
	same(t, "has a draft", d.win.Drafts.Has(it), false)
	d.goes("Errands")
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "moved", d.titlesIn("Errands"), "Bread")
}
