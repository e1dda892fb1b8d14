package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
)

// news is a change by another endpoint of an item in the list "Groceries".
func (d *desk) news(id, title string) {
	d.Helper()
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		it, err := w.Item(s.Key, id)
		if err != nil {
			return err
		}
		next, err := feedsync.Resolve(it, rules.Change{Content: item.Plain(title, "")}, nil, rules.Stamp{By: "phone", When: d.clock.Now()})
		if err != nil {
			return err
		}
		return w.PutItem(s.Key, next, store.Seen{At: d.clock.Now(), From: "phone.xml"})
	}))
}

func (d *desk) expectChanged(what string, _ edit.Undone, err error) {
	d.Helper()
	if !errors.Is(err, edit.ErrChanged) {
		d.Errorf("%s: %v, want ErrChanged", what, err)
	}
}

func TestAnEditThatIsPastUndoingKeepsNoOlderOneFromIt(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("bread", "Bread")
	d.edit("bread", "Rye bread")
	d.add("milk", "Milk")
	d.news("milk", "Soy milk")
	u, err := d.Edit.Undo(t.Context(), edit.UndoOptions{Published: true})
	d.expectChanged("undo", u, err)
	d.expectTitles("Rye bread", "Soy milk")
	d.undo()
	d.expectTitles("Bread", "Soy milk")
	d.redo()
	d.expectTitles("Rye bread", "Soy milk")
}

func TestWhatOthersSaidAfterAnUndoIsNotDoneAway(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	d.edit("milk", "Oat milk")
	d.undo()
	d.news("milk", "Milk") // the same content, by another endpoint
	u, err := d.Edit.Redo(t.Context())
	d.expectChanged("redo", u, err)
	d.expectTitles("Milk")
	if d.item("milk").Winner.Top().By != "phone" {
		t.Error("the version of the other endpoint does not win any more")
	}
}

func TestAMoveIntoAListThatWasDeletedIsUndone(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Party"})
	d.check(err)
	d.add("milk", "Milk")
	_, err = d.Edit.Move(t.Context(), []edit.Ref{{Set: "Groceries", ID: "milk"}}, "Party")
	d.check(err)
	d.check(d.Lists.Discard(t.Context(), "Party"))
	u := d.undo()
	if !slices.Equal(u.Sets, []string{"Groceries"}) || !slices.Equal(u.Titles, []string{"Milk"}) {
		t.Errorf("undone: %+v", u)
	}
	d.expectTitles("Milk")
}

func TestEditsOfAListThatWasDeletedArePassedOver(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Party"})
	d.check(err)
	d.add("milk", "Milk")
	_, err = d.Edit.Add(t.Context(), "Party", record.Values{"title": "Cake"}, edit.AddOptions{})
	d.check(err)
	d.check(d.Lists.Discard(t.Context(), "Party"))
	d.undo()
	d.expectTitles()
	d.redo()
	d.expectTitles("Milk")
}

// stray is a change by an endpoint that has only seen the first version of an item in the list
// "Groceries".
func (d *desk) stray(id, by, title string) {
	d.Helper()
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		all, err := w.Versions(s.Key, id)
		if err != nil {
			return err
		}
		it, err := w.Item(s.Key, id)
		if err != nil {
			return err
		}
		stamp, change := rules.Stamp{By: by, When: d.clock.Now()}, rules.Change{Content: item.Plain(title, "")}
		rules := feed.RulesOf(s.Dialect)
		theirs, err := rules.Resolve(&item.Item{Winner: all[0].Version}, change, nil, stamp)
		if err != nil {
			return err
		}
		return w.PutItem(s.Key, rules.Merge(it, theirs).Item, store.Seen{At: d.clock.Now(), From: by})
	}))
}

func (d *desk) lists() string {
	d.Helper()
	all, err := d.Lists.All(d.t.Context())
	d.check(err)
	var names []string
	for _, l := range all {
		names = append(names, l.Name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

func (d *desk) expectLists(want string) {
	d.Helper()
	if got := d.lists(); got != want {
		d.t.Errorf("the lists are %s, want %s", got, want)
	}
}

// Undo restores a deleted list with its items and its undo history, and does not change
// another list instead.
func TestDeletingAListIsUndone(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Party"})
	d.check(err)
	d.add("milk", "Milk")
	d.edit("milk", "Oat milk")
	d.deleteShared("Groceries")
	d.expectLists("Party")
	u := d.undo()
	if u.What != "delete list" || !slices.Equal(u.Titles, []string{"Groceries"}) || !slices.Equal(u.Sets, []string{"Groceries"}) {
		t.Errorf("undone: %+v", u)
	}
	d.expectLists("Groceries, Party")
	d.expectTitles("Oat milk")
	d.redo()
	d.expectLists("Party")
	d.undo()
	d.undo()
	d.expectTitles("Milk")
}

// A list that took the name in the meantime keeps it.
func TestADeletedListComesBackUnderANameThatIsFree(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	d.deleteShared("Groceries")
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "groceries"})
	d.check(err)
	d.undo()
	d.expectLists("Groceries (2), groceries")
}

func TestRenamingAListIsUndone(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	_, err := d.Edit.RenameList(t.Context(), "Groceries", "Food")
	d.check(err)
	u := d.undo()
	if u.What != "rename list" || !slices.Equal(u.Sets, []string{"Groceries"}) {
		t.Errorf("undone: %+v", u)
	}
	d.expectLists("Groceries")
	d.redo()
	d.expectLists("Food")
}

// When deleting a published list, a person must choose what happens to its feed.
func TestAPublishedListIsNotDeletedUnasked(t *testing.T) {
	files := &transporttest.Memory{}
	d := newMemoryDesk(t, "desk", files)
	d.add("milk", "Milk")
	d.sync()
	const feed = "/shared/Groceries.desk.xml"
	err := d.Sharing.DeleteSet(t.Context(), "Groceries")
	if shared := (*sharing.SharedError)(nil); !errors.As(err, &shared) || shared.Address != feed {
		t.Fatalf("error %v, want that it is published at %s", err, feed)
	}
	address, err := d.Sharing.DeleteShared(t.Context(), "Groceries", true)
	d.check(err)
	if _, there := files.All()[feed]; there || address != feed {
		t.Errorf("the feed at %s is still there: %v", address, there)
	}
	d.undo()
	d.expectTitles("Milk")
	d.sync()
	if _, there := files.All()[feed]; there {
		t.Error("the list that came back is published without being shared again")
	}
}

// deleteShared deletes a list and leaves its feed.
func (d *desk) deleteShared(list string) {
	d.Helper()
	_, err := d.Sharing.DeleteShared(d.t.Context(), list, false)
	d.check(err)
}

// A resolution that nobody else has received is undone silently; one that was published needs
// consent, and an edit that is not a resolution never does.
func TestUndoAsksOnlyAboutPublishedResolutions(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B")
		a := desks[0]
		before := a.item("eggs")
		a.resolveWithTitle("eggs", "Eggs for all")
		if _, err := a.Edit.Undo(t.Context(), edit.UndoOptions{}); err != nil {
			t.Fatalf("undoing what nobody has received: %v", err)
		}
		if !slices.Equal(exactly(a.item("eggs")), exactly(before)) {
			t.Errorf("the item is %v, was %v", describe(a.item("eggs")), describe(before))
		}
		a.redo()
		rounds(desks...)
		now := exactly(a.item("eggs"))
		_, err := a.Edit.Undo(t.Context(), edit.UndoOptions{})
		var seen *edit.PublishedError
		if !errors.As(err, &seen) || !slices.Equal(seen.Titles, []string{"Eggs for all"}) {
			t.Fatalf("undoing what was published: %v", err)
		}
		if !slices.Equal(exactly(a.item("eggs")), now) {
			t.Errorf("it was refused, and the item changed to %v", describe(a.item("eggs")))
		}
		a.add("milk", "Milk")
		if _, err := a.Edit.Undo(t.Context(), edit.UndoOptions{Edit: seen.Edit, Published: true}); err != nil {
			t.Fatalf("undoing by consent, after another edit: %v", err)
		}
		a.expectOffered("eggs", "Eggs of A")
		a.edit("milk", "Oat milk")
		rounds(desks...)
		if u, err := a.Edit.Undo(t.Context(), edit.UndoOptions{}); err != nil || u.What != "edit" {
			t.Errorf("undoing a published edit: %+v, %v", u, err)
		}
	})
}

// A resolution that cannot be undone now, because the item changed since, can be undone later.
func TestAResolutionThatIsChosenStaysUndoable(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		a.resolveWithTitle("eggs", "Eggs for all")
		a.edit("eggs", "Ten eggs")
		chosen := edit.UndoOptions{Resolution: true}
		if _, err := a.Edit.Undo(t.Context(), chosen); !errors.Is(err, edit.ErrChanged) {
			t.Fatalf("undoing what changed since: %v", err)
		}
		a.undo()
		if u, err := a.Edit.Undo(t.Context(), chosen); err != nil || !slices.Equal(u.Titles, []string{"Eggs of B"}) {
			t.Errorf("undoing it then: %+v, %v", u, err)
		}
	})
}
