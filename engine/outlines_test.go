package engine_test

import (
	"errors"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

func TestAnOutlineIsAddedWhereItIsAskedFor(t *testing.T) {
	d := newOutlines(t, t)
	d.addAt("b", edit.AddOptions{AtEnd: true})
	d.addAt("d", edit.AddOptions{AtEnd: true})
	d.addAt("a", edit.AddOptions{})
	d.addAt("c", edit.AddOptions{After: "b"})
	d.expectTree("a b c d")
	d.addAt("y", edit.AddOptions{Parent: "b", AtEnd: true})
	d.addAt("x", edit.AddOptions{Parent: "b"})
	d.addAt("z", edit.AddOptions{Parent: "b", After: "y"})
	d.addAt("e", edit.AddOptions{AtEnd: true})
	d.expectTree("a b(x y z) c d e")
}

func TestAnOutlineIsNotAddedWhereNothingIs(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b", "a:c", "gone")
	d.remove("gone")
	for what, c := range map[string]struct {
		o    edit.AddOptions
		want error
	}{
		"in what is not there":       {edit.AddOptions{Parent: "missing", AtEnd: true}, store.ErrNoItem},
		"in what is deleted":         {edit.AddOptions{Parent: "gone"}, edit.ErrDeleted},
		"after what is not there":    {edit.AddOptions{After: "missing"}, store.ErrNoItem},
		"after what is in another":   {edit.AddOptions{After: "c"}, store.ErrNoItem},
		"after what is deleted":      {edit.AddOptions{After: "gone"}, store.ErrNoItem},
		"after itself":               {edit.AddOptions{After: "new"}, store.ErrNoItem},
		"with an identifier of ours": {edit.AddOptions{ID: "a"}, edit.ErrItemExists},
	} {
		id := "new"
		if c.o.ID != "" {
			id = c.o.ID
		}
		if err := d.tryAdd(id, c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", what, err, c.want)
		}
	}
	d.expectTree("a(c) b")
}

func TestAListWithoutOrderTakesNoPlaces(t *testing.T) {
	d := &garden{newMemoryDesk(t, "desk", &transporttest.Memory{})}
	d.check(d.tryAdd("a", edit.AddOptions{Parent: "missing"}))
	if p := d.item("a").Winner.Place; p != (item.Place{}) {
		t.Errorf("it has the place %v", p)
	}
	if err := d.tryPlace("a", "", ""); err == nil {
		t.Error("it was put somewhere")
	}
}

func TestOutlinesArePlaced(t *testing.T) {
	for _, c := range []struct{ what, ids, parent, after, want string }{
		{"after a sibling", "a", "", "b", "b a c(x y z)"},
		{"first", "b", "", "", "b a c(x y z)"},
		{"last", "a", "", "c", "b c(x y z) a"},
		{"first in another", "b", "c", "", "a c(b x y z)"},
		{"after one in another", "b", "c", "y", "a c(x y b z)"},
		{"in one that holds nothing", "c", "a", "", "a(c(x y z)) b"},
		{"out of another, after it", "y", "", "c", "a b c(x z) y"},
		{"several, in the order given", "z x", "", "a", "a z x b c(y)"},
		{"several, one of which stands there", "b x", "", "a", "a b x c(y z)"},
		{"several, turned round", "b a", "", "", "b a c(x y z)"},
		{"one twice", "z z", "c", "", "a b c(z x y)"},
		{"after one that moves too", "x y", "c", "y", "a b c(x y z)"},
		{"after one that moves too, with another between", "x z", "c", "x", "a b c(x z y)"},
		{"itself after itself", "b", "", "b", "a b c(x y z)"},
		{"what it holds comes along", "c", "", "", "c(x y z) a b"},
		{"none", "", "", "", "a b c(x y z)"},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := newOutlines(t, t)
			d.plant("a", "b", "c", "c:x", "c:y", "c:z")
			d.place(c.ids, c.parent, c.after)
			d.expectTree(c.want)
		})
	}
}

// Only what must move is updated (SSE 0.91 §4.2).
func TestWhatStandsThereAlreadyIsNotUpdated(t *testing.T) {
	for _, c := range []struct {
		what, ids, parent, after string
		updated                  []string
	}{
		{"after what stands before it", "b", "", "a", nil},
		{"first", "a", "", "", nil},
		{"several in their order", "x y", "c", "", nil},
		{"after itself", "b", "", "b", nil},
		{"one of several", "b x", "", "a", []string{"x"}},
		{"two turned round", "b a", "", "", []string{"a"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := newOutlines(t, t)
			all := []string{"a", "b", "c", "x", "y"}
			d.plant("a", "b", "c", "c:x", "c:y")
			before := d.revision()
			d.place(c.ids, c.parent, c.after)
			if changed := d.revision() != before; changed != (c.updated != nil) {
				t.Errorf("something was written: %t", changed)
			}
			for _, id := range all {
				want := 1
				for _, other := range c.updated {
					if other == id {
						want = 2
					}
				}
				if got := d.item(id).Winner.Updates; got != want {
					t.Errorf("%s has version %d, want %d", id, got, want)
				}
			}
		})
	}
}

func TestAnOutlineIsNotPutIntoItselfNorWhereNothingIs(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "a:b", "b:c", "d", "gone")
	d.remove("gone")
	for what, c := range map[string]struct {
		ids, parent, after string
		want               error
	}{
		"into itself":               {"a", "a", "", edit.ErrInside},
		"into its child":            {"a", "b", "", edit.ErrInside},
		"into what is deeper in it": {"a", "c", "", edit.ErrInside},
		"with others":               {"d a", "c", "", edit.ErrInside},
		"into what is not there":    {"a", "missing", "", store.ErrNoItem},
		"after what is not there":   {"d", "a", "missing", store.ErrNoItem},
		"after what is elsewhere":   {"d", "a", "c", store.ErrNoItem},
		"what is not there":         {"d missing", "a", "", store.ErrNoItem},
		"what is deleted":           {"gone", "a", "", edit.ErrDeleted},
		"into what is deleted":      {"d", "gone", "", edit.ErrDeleted},
	} {
		if err := d.tryPlace(c.ids, c.parent, c.after); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", what, err, c.want)
		}
	}
	d.expectTree("a(b(c)) d")
}

func TestAParentMayComeToStandInWhatLeavesItWithIt(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "a:b", "b:c")
	d.place("c", "", "a")
	d.place("a", "c", "")
	d.expectTree("c(a(b))")
}

func TestDeletedItemsAreShownOnlyWhereThereIsSomethingToResolve(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b", "b:x", "b:y", "c", "y:z")
	d.remove("b")
	d.expectTree("a x y(z) c")
	d.remove("y")
	d.expectTree("a x z c")
	it := *d.item("y")
	it.Flagged = true
	d.inserted(&it)
	d.expectTree("a x y(z) c")
	rows, err := d.Lists.Outline(t.Context(), "Groceries")
	d.check(err)
	if row := rows[2]; !row.Deleted || !row.Flagged || row.Depth != 0 || row.Children != 1 || row.Title != "Y" {
		t.Errorf("the deleted one is %+v", row)
	}
}

// What is placed after an item inside a deleted one goes after everything in that one: nothing
// is placed into deleted outlines.
func TestOutlinesArePlacedWherePeopleSeeThem(t *testing.T) {
	for _, c := range []struct{ what, ids, after, want, parent string }{
		{"between two in a deleted one", "a", "x", "x y a c d", ""},
		{"after the last in a deleted one", "a", "y", "x y a c d", ""},
		{"before the first in a deleted one", "d", "a", "a d x y c", ""},
		{"first", "y", "", "y a x c d", ""},
		{"out of the deleted one", "x", "c", "a y c x d", ""},
		{"after one that moves too", "x y", "y", "a x y c d", ""},
		{"where it stands", "c", "y", "a x y c d", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := newOutlines(t, t)
			d.plant("a", "gone", "gone:x", "gone:y", "c", "d")
			d.remove("gone")
			d.expectTree("a x y c d")
			d.place(c.ids, "", c.after)
			d.expectTree(c.want)
			if got := d.item(c.ids[:1]).Winner.Place.Parent; got != c.parent {
				t.Errorf("it stands in %q, want %q", got, c.parent)
			}
		})
	}
}

// A deleted outline without visible children does not separate its neighbors.
func TestADeletedOneBetweenIsNothingToMoveOver(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "gone", "b")
	d.remove("gone")
	before := d.revision()
	d.place("b", "", "a")
	if d.revision() != before {
		t.Error("it was moved to where it is shown")
	}
}

func TestWhatIsMissingItsParentStandsLastAndIsMovedFromThere(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "a:z", "b", "lost")
	v := *d.item("lost").Winner
	v.Place = item.Place{Parent: "missing", Key: "1/2"}
	d.inserted(&item.Item{Winner: &v})
	d.expectTree("a(z) b lost")
	d.place("a", "", "lost")
	d.expectTree("b a(z) lost")
	d.place("b", "lost", "")
	d.expectTree("a(z) lost(b)")
	d.place("lost", "", "")
	d.expectTree("lost(b) a(z)")
}

func TestAMissingParentIsNotAddedToWhatWaitsForIt(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("lost", "lost:a")
	v := *d.item("lost").Winner
	v.Place = item.Place{Parent: "missing", Key: "1"}
	d.inserted(&item.Item{Winner: &v})
	if err := d.tryAdd("missing", edit.AddOptions{Parent: "a"}); !errors.Is(err, edit.ErrInside) {
		t.Errorf("error %v, want ErrInside", err)
	}
	d.addAt("missing", edit.AddOptions{})
	d.expectTree("missing(lost(a))")
}

func TestAMovedOutlineKeepsWhatItSays(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b")
	before := d.item("b").Winner
	d.place("b", "a", "")
	now := d.item("b").Winner
	if now.Content.Hash() != before.Content.Hash() || now.Updates != 2 || now.Top().By != "desk" || !now.Top().When.Time().Equal(d.clock.Now()) {
		t.Errorf("it is %+v", now)
	}
	_, err := d.Edit.Change(t.Context(), "Groceries", "b", record.Values{"title": "again"}, nil)
	d.check(err)
	if p := d.item("b").Winner.Place; p != now.Place || p.Parent != "a" {
		t.Errorf("edited it stands in %v, was in %v", p, now.Place)
	}
}
