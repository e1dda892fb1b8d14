package engine_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/store"
)

// versionTitled returns the identity of an item's first version with a title.
func (d *desk) versionTitled(id, title string, deleted bool) [32]byte {
	d.Helper()
	all, err := d.Lists.History(d.t.Context(), "Groceries", id)
	d.check(err)
	i := slices.IndexFunc(all, func(a store.Archived) bool { return a.Version.Title() == title && a.Version.Deleted == deleted })
	if i < 0 {
		d.Fatalf("no version says %q", title)
	}
	return store.Identity(all[i].Version)
}

func TestAHistoryHasEveryVersionAndItsGraph(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		a.resolveWithTitle("eggs", "Eggs for all")
		l, err := a.Conflicts.History(t.Context(), "Groceries", "eggs", 0)
		a.check(err)
		if l.Item.Winner.Title() != "Eggs for all" || len(l.Archived) != 4 || len(l.Graph.Nodes) != 4 || !slices.Equal(l.Graph.Lanes, []string{"A", "B"}) {
			t.Errorf("lineage %+v", l)
		}
		if top := l.Graph.Nodes[0]; len(top.Parents) != 2 {
			t.Errorf("the resolution was made from %v, want two versions", top.Parents)
		}
		if _, err := a.Conflicts.History(t.Context(), "Groceries", "nothing", 0); !errors.Is(err, store.ErrNoItem) {
			t.Errorf("of nothing: %v", err)
		}
	})
}

func TestAHistoryOfTheNewestVersionsReadsNoMore(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := open("A")
		a.add("milk", "0")
		for n := range 9 {
			a.edit("milk", strconv.Itoa(n+1))
		}
		titles := func(most int) (all []string, partial bool) {
			l, err := a.Conflicts.History(t.Context(), "Groceries", "milk", most)
			a.check(err)
			for _, n := range l.Graph.Nodes {
				switch {
				case n.Earlier:
					all = append(all, "earlier")
				default:
					all = append(all, n.Version.Title())
				}
			}
			if l.Versions != 10 {
				t.Errorf("%d versions", l.Versions)
			}
			return all, l.Partial()
		}
		if got, partial := titles(3); !slices.Equal(got, []string{"9", "8", "7", "earlier"}) || !partial {
			t.Errorf("of the newest 3: %v, partial: %t", got, partial)
		}
		for _, most := range []int{0, 10, 11} {
			if got, partial := titles(most); len(got) != 10 || got[9] != "0" || partial {
				t.Errorf("of %d: %v, partial: %t", most, got, partial)
			}
		}
	})
}

func TestAVersionOfTheArchiveIsRestoredByAnUpdateThatCanBeUndone(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		a.add("milk", "Milk")
		a.edit("milk", "Oat milk")
		a.edit("milk", "Soy milk")
		restore := func(title string, deleted bool) {
			a.clock.step(time.Minute)
			_, err := a.Edit.RestoreVersion(t.Context(), "Groceries", "milk", a.versionTitled("milk", title, deleted))
			a.check(err)
		}
		restore("Milk", false)
		rounds(a, b)
		b.expect("milk", "Milk")
		if u := a.undo(); u.What != "restore" {
			t.Errorf("undone: %+v", u)
		}
		a.expect("milk", "Soy milk")

		_, err := a.Edit.Delete(t.Context(), "Groceries", "milk")
		a.check(err)
		restore("Oat milk", false)
		if v := a.item("milk").Winner; v.Deleted || v.Title() != "Oat milk" {
			t.Errorf("over a tombstone: %q, deleted %v", v.Title(), v.Deleted)
		}
		restore("Soy milk", true)
		if !a.item("milk").Winner.Deleted {
			t.Error("restoring a tombstone did not delete")
		}
		updates := a.item("milk").Winner.Updates
		restore("Soy milk", true)
		if got := a.item("milk").Winner.Updates; got != updates {
			t.Errorf("restoring what it says made update %d", got)
		}
	})
}

func TestNoVersionIsRestoredOverOpenConflictsOrFromNowhere(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		_, err := a.Edit.RestoreVersion(t.Context(), "Groceries", "eggs", a.versionTitled("eggs", "Eggs", false))
		if !errors.Is(err, edit.ErrConflicted) {
			t.Errorf("over a conflict: %v", err)
		}
		a.add("milk", "Milk")
		if _, err := a.Edit.RestoreVersion(t.Context(), "Groceries", "milk", [32]byte{1}); !errors.Is(err, store.ErrNoVersion) {
			t.Errorf("a version that is not there: %v", err)
		}
		if _, err := a.Edit.RestoreVersion(t.Context(), "Groceries", "nothing", [32]byte{1}); !errors.Is(err, store.ErrNoItem) {
			t.Errorf("of an item that is not there: %v", err)
		}
	})
}
