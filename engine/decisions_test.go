package engine_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/store"
)

func TestEachResolvingIsNotedOnceWithWhatThereWasAndWhatWasDecided(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B", "C")[0]
		before := a.item("eggs")
		s := a.begin("eggs")
		a.check(s.TakeField("title", 1))
		a.check(s.Tick(1, false))
		it := a.save(s)
		all := a.decisions("eggs")
		if len(all) != 1 {
			t.Fatalf("%d decisions, want 1", len(all))
		}
		d := all[0]
		if d.Set != "Groceries" || d.Item != "eggs" || d.Title != "Eggs of B" || d.Update != 3 || d.Deleted || d.Undone ||
			!d.At.Equal(a.clock.Now()) || d.Before != store.Identity(before.Winner) || d.After != store.Identity(it.Winner) {
			t.Errorf("noted %+v", d)
		}
		var versions []string
		for i, v := range d.Versions {
			if v.Version != store.Identity(before.Versions()[i]) || v.When != before.Versions()[i].Top().When.String() {
				t.Errorf("version %d is noted as %+v", i, v)
			}
			versions = append(versions, v.By, map[bool]string{true: "taken", false: "left"}[v.Taken])
		}
		if want := []string{"C", "taken", "B", "left", "A", "taken"}; !slices.Equal(versions, want) {
			t.Errorf("versions %q, want %q", versions, want)
		}
		if want := (store.Decided{Field: "title", Value: "Eggs of B", From: 1}); len(d.Fields) != 1 || !reflect.DeepEqual(d.Fields[0], want) {
			t.Errorf("fields %+v, want %+v", d.Fields, want)
		}
		for _, turn := range []struct {
			do     func() edit.Undone
			undone bool
		}{{a.undo, true}, {a.redo, false}, {a.undo, true}} {
			turn.do()
			if all := a.decisions("eggs"); len(all) != 1 || all[0].Undone != turn.undone {
				t.Errorf("after turning: %+v, want undone %v", all, turn.undone)
			}
		}
		a.add("milk", "Milk") // clears what could be redone
		if all := a.decisions(""); len(all) != 1 || !all[0].Undone {
			t.Errorf("after another edit: %+v", all)
		}
	})
}

func TestResolutionsAreListedByListAndItemTheNewestFirst(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		a.resolveWithTitle("eggs", "Eggs for all")
		a.stray("eggs", "D", "Eggs of D")
		a.resolveWithTitle("eggs", "Eggs for D too")
		titles := func(set, id string, limit int) (titles []string) {
			all, err := a.Conflicts.Resolutions(t.Context(), set, id, limit)
			a.check(err)
			for _, d := range all {
				titles = append(titles, d.Set+": "+d.Title)
			}
			return titles
		}
		newest, older := "Groceries: Eggs for D too", "Groceries: Eggs for all"
		for _, c := range []struct {
			set, id string
			limit   int
			want    []string
		}{
			{"", "", 0, []string{newest, older}},
			{"", "", 1, []string{newest}},
			{"Groceries", "", 0, []string{newest, older}},
			{"Groceries", "eggs", 1, []string{newest}},
			{"Groceries", "milk", 0, nil},
		} {
			if got := titles(c.set, c.id, c.limit); !slices.Equal(got, c.want) {
				t.Errorf("of %q %q, at most %d: %q, want %q", c.set, c.id, c.limit, got, c.want)
			}
		}
		a.deleteShared("Groceries")
		if got := titles("", "", 0); !slices.Equal(got, []string{newest, older}) {
			t.Errorf("of a deleted list: %q", got)
		}
		if got := titles("Groceries", "eggs", 0); !slices.Equal(got, []string{newest, older}) {
			t.Errorf("of a deleted list by its name: %q", got)
		}
		if _, err := a.Conflicts.Resolutions(t.Context(), "Party", "", 0); !errors.Is(err, store.ErrNoSet) {
			t.Errorf("of no list: %v", err)
		}
	})
}
