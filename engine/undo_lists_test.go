package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
)

func (d *desk) lists() string {
	d.Helper()
	all, err := d.Lists(d.t.Context())
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

// Undo brings a deleted list back with its items and what could be undone in it, and does
// not touch another list instead.
func TestDeletingAListIsUndone(t *testing.T) {
	d := newMemoryDesk(t, "desk", &locationtest.Memory{})
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Party"})
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

// A list that took the name meanwhile keeps it.
func TestADeletedListComesBackUnderANameThatIsFree(t *testing.T) {
	d := newMemoryDesk(t, "desk", &locationtest.Memory{})
	d.add("milk", "Milk")
	d.deleteShared("Groceries")
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "groceries"})
	d.check(err)
	d.undo()
	d.expectLists("Groceries (2), groceries")
}

func TestRenamingAListIsUndone(t *testing.T) {
	d := newMemoryDesk(t, "desk", &locationtest.Memory{})
	d.add("milk", "Milk")
	d.check(d.RenameSet(t.Context(), "Groceries", "Food"))
	u := d.undo()
	if u.What != "rename list" || !slices.Equal(u.Sets, []string{"Groceries"}) {
		t.Errorf("undone: %+v", u)
	}
	d.expectLists("Groceries")
	d.redo()
	d.expectLists("Food")
}

// What becomes of the feed of a published list has to be said.
func TestAPublishedListIsNotDeletedUnasked(t *testing.T) {
	files := &locationtest.Memory{}
	d := newMemoryDesk(t, "desk", files)
	d.add("milk", "Milk")
	d.sync()
	const feed = "/shared/Groceries.desk.xml"
	err := d.DeleteSet(t.Context(), "Groceries")
	if shared := (*engine.SharedError)(nil); !errors.As(err, &shared) || shared.Address != feed {
		t.Fatalf("error %v, want that it is published at %s", err, feed)
	}
	address, err := d.DeleteShared(t.Context(), "Groceries", true)
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
	_, err := d.DeleteShared(d.t.Context(), list, false)
	d.check(err)
}
