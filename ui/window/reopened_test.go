package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/history"
	"crossfeed/ui/window/snapshot"
)

// chooseDeletion chooses the deleted version on the page, or one that is not deleted.
func (d *desk) chooseDeletion(deleted bool) {
	d.t.Helper()
	for _, c := range d.win.pages.resolve.Shown().Session.Candidates() {
		if c.Version.Deleted == deleted {
			d.types(string(rune('1' + c.Number)))
			return
		}
	}
	d.t.Fatal("there is no such version")
}

// deletedBy returns a desk that changed an item which a laptop deleted, with the conflict on
// the page.
func deletedBy(t *testing.T) (*desk, *engine.Engine, snapshot.Item) {
	t.Helper()
	d, laptop, it := shared(t)
	must(t, two(laptop.Edit.Delete(t.Context(), it.Set, it.ID)))
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	change(t, d.engine, it.Set, it.ID, "title", "Whole milk")
	d.syncs()
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "on the page", d.win.resolving(), true)
	return d, laptop, it
}

// resolvedAs resolves a conflict elsewhere, by taking a deleted version or one that is not
// deleted.
func resolvedAs(t *testing.T, e *engine.Engine, it snapshot.Item, deleted bool) {
	t.Helper()
	sync(t, e)
	s, err := e.Conflicts.Session(t.Context(), it.Set, it.ID)
	must(t, err)
	for _, c := range s.Candidates() {
		if c.Version.Deleted == deleted {
			must(t, s.Take(c.Number))
			break
		}
	}
	must(t, two(e.Conflicts.Resolve(t.Context(), it.Set, s)))
	must(t, two(e.Sharing.Publish(t.Context(), it.Set)))
}

const choseToDelete = "You chose to delete this item, but laptop changed it in the meantime: “Whole milk”. Delete it, or discard your choice."

// If a person chose a deletion, but the item was kept elsewhere, the editor offers the
// deletion, whether the conflict was on the page or postponed, also after a restart.
func TestAChosenDeletionIsOfferedWhereTheItemWasKeptElsewhere(t *testing.T) {
	for name, after := range map[string]func(*desk, *engine.Engine, snapshot.Item){
		"reopened": func(d *desk, laptop *engine.Engine, it snapshot.Item) {
			resolvedAs(t, laptop, it, false)
			d.syncs()
			d.click("Reopen with your choices")
			d.rest()
		},
		"viewed": func(d *desk, laptop *engine.Engine, it snapshot.Item) {
			resolvedAs(t, laptop, it, false)
			d.syncs()
			d.click("View the result")
			d.press(fyne.KeyEscape)
			d.rest()
			d.click("Reopen with your choices")
			d.rest()
		},
		"put off": func(d *desk, laptop *engine.Engine, it snapshot.Item) {
			d.putOff()
			resolvedAs(t, laptop, it, false)
			d.syncs()
			d.win.history.openDecided(it)
			d.rest()
		},
		"after another start": func(d *desk, laptop *engine.Engine, it snapshot.Item) {
			d.putOff()
			resolvedAs(t, laptop, it, false)
			d.open()
			d.syncs()
			d.win.history.openDecided(it)
			d.rest()
			d.open()
			d.win.history.openDecided(it)
			d.rest()
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, laptop, it := deletedBy(t)
			d.chooseDeletion(true)
			after(d, laptop, it)
			same(t, "conflicts", len(d.item(it).Conflicts), 0)
			same(t, "deleted", d.item(it).Winner.Deleted, false)
			same(t, "notice", d.win.detail.Notice(), choseToDelete)
			d.win.focus(d.win.detail.Focus())
			d.press(fyne.KeyEnd)
			d.types("!")
			d.press(fyne.KeyBackspace)
			same(t, "notice after a letter typed and removed", d.win.detail.Notice(), choseToDelete)
			d.press(fyne.KeyReturn, ctrl)
			d.rest()
			same(t, "said", d.win.status.Text(), "Not saved: you chose to delete this item. Press Delete, or discard your choice.")
			d.win.edits.delete(it)
			d.rest()
			same(t, "deleted", d.item(it).Winner.Deleted, true)
			same(t, "drafts", d.win.Drafts.Has(it), false)
		})
	}
}

// Only the person discards a deletion that they chose.
func TestAChosenDeletionIsDiscarded(t *testing.T) {
	d, laptop, it := deletedBy(t)
	d.chooseDeletion(true)
	resolvedAs(t, laptop, it, false)
	d.syncs()
	d.click("Reopen with your choices")
	d.rest()
	d.click("Discard")
	d.rest()
	same(t, "notice", d.win.detail.Notice(), "")
	same(t, "drafts", d.win.Drafts.Has(it), false)
	same(t, "deleted", d.item(it).Winner.Deleted, false)
}

// A person who chose to keep an item is told that it was deleted elsewhere, and can restore
// it.
func TestAnItemThatWasToStayCanBeRestored(t *testing.T) {
	for name, choose := range map[string]func(*desk){
		"keep it":       func(d *desk) { d.click("Keep it") },
		"whole version": func(d *desk) { d.chooseDeletion(false) },
	} {
		t.Run(name, func(t *testing.T) {
			d, laptop, it := deletedBy(t)
			choose(d)
			resolvedAs(t, laptop, it, true)
			d.syncs()
			same(t, "deleted", d.item(it).Winner.Deleted, true)
			d.click("Reopen with your choices")
			d.rest()
			same(t, "notice", d.win.detail.Notice(), "Deleted by laptop. Restore it to keep your changes, or discard them.")
			d.click("Restore")
			d.rest()
			same(t, "deleted", d.item(it).Winner.Deleted, false)
			same(t, "title", d.item(it).Winner.Title(), "Whole milk")
		})
	}
}

// A choice that has become true leaves no draft.
func TestADeletionThatAllChoseIsNoDraft(t *testing.T) {
	d, laptop, it := deletedBy(t)
	d.chooseDeletion(true)
	resolvedAs(t, laptop, it, true)
	d.syncs()
	d.click("Reopen with your choices")
	d.rest()
	same(t, "drafts", d.win.Drafts.Has(it), false)
}

// “View the result” shows the history of the item, where no key changes anything. Esc returns
// to the page that can reopen the choices. Otherwise they become a draft, which the editor
// shows until it is discarded.
func TestViewLeavesWhatWasDecided(t *testing.T) {
	d, laptop, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("e")
	d.press(fyne.KeyEnd)
	d.types(" or none")
	typed := d.win.pages.resolve.Shown().Session.Cells()[0].Result
	resolvedBy(t, laptop, it)
	d.syncs()
	saved := d.item(it).Winner
	d.click("View the result")
	same(t, "the history", shows[*history.Page](d.win.shell), true)
	same(t, "a draft of the editor", d.win.draftOf(it) != nil, false)
	d.types("12me+0 ")
	d.press(fyne.KeyBackspace)
	d.press(fyne.KeyDelete)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "it is as it was resolved", d.item(it).Winner.Same(saved), true)
	same(t, "the history is still shown", shows[*history.Page](d.win.shell), true)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "back", d.win.resolving() && d.shows("Reopen with your choices"), true)
	d.press(fyne.KeyEscape)
	d.rest()
	d.win.history.openDecided(it)
	d.rest()
	same(t, "draft in the editor", d.win.detail.Values()["title"], typed)
	d.click("Discard")
	d.rest()
	same(t, "after discarding", d.win.detail.Values()["title"], d.item(it).Winner.Title())
	same(t, "drafts", d.win.Drafts.Has(it), false)
}

// An older draft of the editor is kept when choices are reopened, and the choices follow it.
func TestReopenedChoicesLeaveTheDraftOfTheEditor(t *testing.T) {
	for _, end := range []string{"Discard", "Save"} {
		t.Run(end, func(t *testing.T) {
			d, laptop, it := conflicting(t)
			d.win.history.openDecided(it)
			d.rest()
			d.win.focus(d.win.detail.Focus())
			d.press(fyne.KeyEnd)
			d.types(" today")
			typed := d.win.detail.Values()["title"]
			d.press(fyne.KeyF8)
			d.rest()
			d.types("e")
			d.press(fyne.KeyEnd)
			d.types(" or none")
			chosen := d.win.pages.resolve.Shown().Session.Cells()[0].Result
			resolvedBy(t, laptop, it)
			d.syncs()
			d.click("Reopen with your choices")
			d.rest()
			same(t, "draft in the editor", d.win.detail.Values()["title"], typed)
			same(t, "said", d.win.status.Text(), "The editor has what you typed earlier. Your choices are shown once you save or discard it.")
			if end == "Discard" {
				d.click(end)
			} else {
				d.win.focus(d.win.detail.Focus())
				d.press(fyne.KeyReturn, ctrl)
				d.rest()
				d.press(fyne.KeyReturn, ctrl)
			}
			d.rest()
			same(t, "saved", d.item(it).Winner.Title() == typed, end == "Save")
			same(t, "the choices follow", d.win.detail.Values()["title"], chosen)
		})
	}
}

// The editor has no field for a chosen position: the window says that it was not carried over,
// and the fields can be saved.
func TestAChosenPositionIsNotCarriedOverSilently(t *testing.T) {
	d, laptop, phone := grove(t)
	must(t, laptop.Edit.Place(t.Context(), "Feeds", []string{"heise"}, "work", "mail"))
	change(t, laptop, "Feeds", "heise", "title", "Heise online")
	must(t, phone.Edit.Place(t.Context(), "Feeds", []string{"heise"}, "home", ""))
	change(t, phone, "Feeds", "heise", "title", "heise.de")
	for _, e := range []*engine.Engine{laptop, phone} {
		must(t, two(e.Sharing.Publish(t.Context(), "Feeds")))
	}
	d.syncs()
	d.press(fyne.KeyF8)
	d.rest()
	d.types("2")
	s := d.win.pages.resolve.Shown().Session
	it, title := snapshot.Item{Set: "Feeds", ID: "heise"}, s.Candidates()[1].Version.Title()
	position := s.SavedDraft().Fields[conflicts.Place]
	sync(t, laptop)
	elsewhere, err := laptop.Conflicts.Session(t.Context(), it.Set, it.ID)
	must(t, err)
	for _, c := range elsewhere.Candidates() {
		if c.Version.Title() != title {
			must(t, elsewhere.Take(c.Number))
		}
	}
	must(t, two(laptop.Conflicts.Resolve(t.Context(), it.Set, elsewhere)))
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	d.syncs()
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	same(t, "at the position that was chosen", conflicts.PlaceText(d.item(it).Winner.Place) == position, false)
	d.click("Reopen with your choices")
	d.rest()
	if said := d.win.status.Text(); !strings.HasPrefix(said, "Not included: the position you chose, “") {
		t.Errorf("the status bar says %q", said)
	}
	same(t, "draft in the editor", d.win.detail.Values()["title"], title)
	draft, _ := d.win.Drafts.Get(drafts.Edit, it)
	same(t, "a position in the draft", draft.Fields[conflicts.Place], "")
	d.win.focus(d.win.detail.Focus())
	for range 2 {
		d.press(fyne.KeyReturn, ctrl)
		d.rest()
	}
	same(t, "saved", d.item(it).Winner.Title(), title)
}

// If only a position was chosen, the window says so, and nothing is left to save.
func TestAChosenPositionAloneIsSaid(t *testing.T) {
	d := movedApart(t)
	it := snapshot.Item{Set: "Feeds", ID: "heise"}
	d.press(fyne.KeyDown)
	d.types("2")
	chosen := d.win.pages.resolve.Shown().Session.SavedDraft().Fields[conflicts.Place]
	same(t, "something", chosen != "", true)
	s, err := d.engine.Conflicts.Session(t.Context(), it.Set, it.ID)
	must(t, err)
	must(t, s.Take(0))
	must(t, two(d.engine.Conflicts.Resolve(t.Context(), it.Set, s)))
	d.win.Reload()
	d.rest()
	d.click("Reopen with your choices")
	d.rest()
	if said := d.win.status.Text(); !strings.HasPrefix(said, "Not included: the position you chose, “") {
		t.Errorf("the status bar says %q", said)
	}
	same(t, "drafts", d.win.Drafts.Has(it), false)
}
