package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

func TestABranchIsDeletedWhole(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "a:b", "b:c", "a:gone", "gone:d", "e")
	d.remove("gone")
	o := d.removeBranch("a", "b")
	if want := refs("a", "b", "c", "d"); !slices.Equal(sortedRefs(o.Done), want) || len(o.Refused) > 0 {
		t.Errorf("done are %v, refused %v", o.Done, o.Refused)
	}
	d.expectTree("e")
	u, err := d.Edit.Undo(t.Context(), edit.UndoOptions{Published: true})
	d.check(err)
	if u.What != "delete" || len(u.Items) != 4 {
		t.Errorf("undone: %+v", u)
	}
	d.expectTree("a(b(c) d) e")
	d.check(redo(d.desk))
	d.expectTree("e")
}

func sortedRefs(all []edit.Ref) []edit.Ref {
	all = slices.Clone(all)
	slices.SortFunc(all, func(x, y edit.Ref) int { return slices.Compare([]string{x.ID}, []string{y.ID}) })
	return all
}

func TestWhatIsInConflictInABranchIsRefusedAndStays(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("top", "top:a", "a:b", "b:c", "a:d")
	d.stray("b", "laptop", "B of another")
	d.stray("b", "phone", "B of theirs")
	o := d.removeBranch("a")
	if len(o.Done) != 3 || len(o.Refused) != 1 || o.Refused[0].ID != "b" || !errors.Is(o.Refused[0].Err, edit.ErrConflicted) {
		t.Errorf("done are %v, refused %v", o.Done, o.Refused)
	}
	d.expectTree("top(b)")
	d.check(undo(d.desk))
	d.expectTree("top(a(b(c) d))")
}

func TestABranchOfWhatIsNotThereDeletesNothing(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a")
	if _, err := d.Edit.DeleteBranch(t.Context(), "Groceries", []string{"a", "missing"}); !errors.Is(err, store.ErrNoItem) {
		t.Errorf("error %v", err)
	}
	d.expectTree("a")
}

func TestWhatIsRestoredWithoutItsOutlineGoesNextToThat(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "a:b", "b:c", "d")
	d.removeBranch("b")
	_, err := d.Edit.Restore(t.Context(), "Groceries", "c")
	d.check(err)
	d.expectTree("a(c) d")
	_, err = d.Edit.Restore(t.Context(), "Groceries", "b")
	d.check(err)
	d.expectTree("a(b c) d")
}

func TestABranchIsRestoredWhole(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "a:b", "b:c", "b:d")
	d.removeBranch("a")
	_, err := d.Edit.RestoreAll(t.Context(), refs("d", "b", "c", "a"))
	d.check(err)
	d.expectTree("a(b(c d))")
}

// An update resolves all conflicts (SSE 0.91 §4.2 step 4): a person must see them first.
func TestAnOutlineWithOpenConflictsIsOnlyResolved(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b")
	old := store.Identity(d.item("b").Winner)
	d.stray("b", "laptop", "B of another")
	d.stray("b", "phone", "B of theirs")
	before := d.item("b")
	if !before.Flagged || len(before.Conflicts) != 1 {
		t.Fatalf("there is no conflict: %v", describe(before))
	}
	for what, do := range map[string]func() error{
		"edit": func() error {
			_, err := d.Edit.Change(t.Context(), "Groceries", "b", map[string]string{"title": "x"}, nil)
			return err
		},
		"delete": func() error { _, err := d.Edit.Delete(t.Context(), "Groceries", "b"); return err },
		"place":  func() error { return d.tryPlace("b", "a", "") },
		"restore": func() error {
			_, err := d.Edit.RestoreVersion(t.Context(), "Groceries", "b", old)
			return err
		},
	} {
		if err := do(); !errors.Is(err, edit.ErrConflicted) {
			t.Errorf("%s: error %v, want ErrConflicted", what, err)
		}
	}
	_, err := d.Edit.Change(t.Context(), "Groceries", "b", map[string]string{"title": "x"}, nil)
	if own := new(rules.OwnOpenError); !errors.As(err, &own) {
		t.Errorf("edit: error %v, want OwnOpenError as well, which says that there is something to resolve", err)
	}
	if got := d.item("b"); !slices.Equal(exactly(got), exactly(before)) {
		t.Errorf("it is %v, was %v", describe(got), describe(before))
	}
	d.place("b", "", "a") // its current position
	d.resolveWithTitle("b", "B of us")
	d.expect("b", "B of us")
	d.place("b", "a", "")
	d.expectTree("a(b)")
}

func TestAnOutlineWithAnOwnLosingVersionIsOnlyResolved(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b")
	d.edit("b", "B of mine")
	d.stray("b", "phone", "B of theirs")
	err := d.tryPlace("b", "a", "")
	if own := new(rules.OwnOpenError); !errors.As(err, &own) {
		t.Errorf("error %v, want OwnOpenError", err)
	}
	d.expect("b", "B of theirs", "B of mine")
}

// circled returns an outline that was moved to the root because of a cycle (SSE 0.91 §4.4.2).
func circled(d *garden, id, cycle string) *item.Item {
	v := *d.item(id).Winner
	v.Place = item.Place{Key: "1/0", Cycle: cycle}
	it := &item.Item{Winner: &v, Flagged: true}
	d.inserted(it)
	return it
}

func TestWhatACyclePutToTheRootIsInConflictUntilAPersonMovesItOrConfirms(t *testing.T) {
	for what, do := range map[string]func(*garden){
		"moved":     func(d *garden) { d.place("b", "a", "") },
		"edited":    func(d *garden) { d.edit("b", "Again") },
		"confirmed": func(d *garden) { d.save(d.begin("b")) },
	} {
		t.Run(what, func(t *testing.T) {
			d := newOutlines(t, t)
			d.plant("a", "b")
			before := circled(d, "b", "a")
			if got := d.conflicted(); !slices.Equal(got, []string{"b"}) {
				t.Errorf("to resolve are %q", got)
			}
			do(d)
			after := d.item("b")
			if after.Flagged || after.Winner.Place.Cycle != "" || after.Winner.Updates != 2 || len(d.conflicted()) > 0 {
				t.Errorf("it is %+v, flagged %t", after.Winner, after.Flagged)
			}
			d.clock.step(time.Minute)
			d.check(undo(d.desk))
			if got := d.item("b"); !got.Flagged || got.Winner.Place != before.Winner.Place || got.Winner.Title() != "B" {
				t.Errorf("undone it is %+v, flagged %t", got.Winner, got.Flagged)
			}
			if what == "confirmed" && d.item("b").Winner.Updates != 1 {
				t.Error("what nobody saw was not taken back exactly")
			}
			d.check(redo(d.desk))
			if got := d.item("b"); got.Flagged || got.Winner.Place != after.Winner.Place || got.Winner.Title() != after.Winner.Title() {
				t.Errorf("done again it is %+v, flagged %t", got.Winner, got.Flagged)
			}
		})
	}
}

func TestAConfirmedCycleThatOthersSawIsMarkedAgainByAnUpdate(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b")
	before := circled(d, "b", "a")
	d.save(d.begin("b"))
	_, err := d.Sharing.Publish(t.Context(), "Groceries")
	d.check(err)
	d.clock.step(time.Minute)
	d.check(undo(d.desk))
	if got := d.item("b"); !got.Flagged || got.Winner.Place != before.Winner.Place || got.Winner.Updates != 3 {
		t.Errorf("undone it is %+v, flagged %t", got.Winner, got.Flagged)
	}
}

// Undo puts nothing into itself: what was received in the meantime stays.
func TestAMoveIsNotUndoneIntoWhatCameToStandInIt(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b", "b:c")
	d.place("c", "", "b")
	v := *d.item("b").Winner
	v.Place = item.Place{Parent: "c", Key: "1"}
	v.Updates, v.History = 2, append([]item.History{{Sequence: 2, By: "phone", When: item.At(d.clock.Now())}}, v.History...)
	d.inserted(&item.Item{Winner: &v})
	d.expectTree("a c(b)")
	err := undo(d.desk)
	if !errors.Is(err, edit.ErrChanged) {
		t.Errorf("error %v, want ErrChanged", err)
	}
	d.expectTree("a c(b)")
}

func TestAResolutionPutsNothingIntoItself(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b", "b:c")
	v := *d.item("a").Winner
	theirs := v
	v.Updates, v.History = 2, append([]item.History{{Sequence: 2, By: "phone", When: item.At(d.clock.Now())}}, v.History...)
	theirs.Updates, theirs.History = 2, append([]item.History{{Sequence: 2, By: "laptop"}}, theirs.History...)
	theirs.Place = item.Place{Parent: "c", Key: "1"}
	d.inserted(&item.Item{Winner: &v, Conflicts: []*item.Version{&theirs}, Flagged: true})
	s := d.begin("a")
	d.check(s.TakeField("place", 1))
	d.place("b", "a", "")
	if _, err := d.Conflicts.Resolve(t.Context(), "Groceries", s); !errors.Is(err, edit.ErrInside) {
		t.Errorf("error %v, want ErrInside", err)
	}
	d.place("b", "", "a")
	it := d.save(s)
	if it.Winner.Place != theirs.Place || it.Flagged {
		t.Errorf("it stands in %v", it.Winner.Place)
	}
	d.expectTree("b(c(a))")
}

// whole returns the tree with its flags, and the title and position of each item.
func (d *garden) whole() string {
	d.Helper()
	rows, err := d.Lists.Outline(d.t.Context(), "Groceries")
	d.check(err)
	text := d.marked()
	for _, row := range rows {
		text += fmt.Sprintf(" %s=%s@%q", row.ID, row.Title, row.Place)
	}
	return text
}

// edits are all kinds of edits of outlines, of which "b" was moved out of a cycle with "a",
// and "gone" is deleted.
var edits = map[string]func(*garden) error{
	"add": func(d *garden) error { return d.tryAdd("new", edit.AddOptions{Parent: "a"}) },
	"edit what is marked": func(d *garden) error {
		return second(d.Edit.Change(d.t.Context(), "Groceries", "b", record.Values{"title": "Bee"}, nil))
	},
	"edit many": func(d *garden) error {
		return second(d.Edit.ChangeAll(d.t.Context(), refs("a", "b", "c"), func(record.Record) record.Values { return record.Values{"note": "seen"} }))
	},
	"delete what is marked": func(d *garden) error { return second(d.Edit.Delete(d.t.Context(), "Groceries", "b")) },
	"delete a branch": func(d *garden) error {
		return second(d.Edit.DeleteBranch(d.t.Context(), "Groceries", []string{"a", "b"}))
	},
	"restore":             func(d *garden) error { return second(d.Edit.Restore(d.t.Context(), "Groceries", "gone")) },
	"move what is marked": func(d *garden) error { return d.tryPlace("b", "c", "") },
	"move several":        func(d *garden) error { return d.tryPlace("b c", "a", "") },
	"to another list":     func(d *garden) error { return second(d.Edit.Move(d.t.Context(), refs("b", "a"), "Other")) },
	"copy":                func(d *garden) error { return second(d.Edit.Copy(d.t.Context(), refs("b", "a"), "Groceries")) },
	"confirm":             func(d *garden) error { return second(d.Conflicts.Resolve(d.t.Context(), "Groceries", d.begin("b"))) },
	"resolve with another text": func(d *garden) error {
		s := d.begin("b")
		d.check(s.Type("title", "Bee"))
		return second(d.Conflicts.Resolve(d.t.Context(), "Groceries", s))
	},
	"resolve two places": func(d *garden) error {
		s := d.begin("call")
		d.check(s.Take(1))
		return second(d.Conflicts.Resolve(d.t.Context(), "Groceries", s))
	},
	"resolve what is marked and has versions": func(d *garden) error {
		s := d.begin("both")
		d.check(s.Take(0))
		return second(d.Conflicts.Resolve(d.t.Context(), "Groceries", s))
	},
	"resolve all by a rule": func(d *garden) error {
		plans, err := d.Conflicts.Plan(d.t.Context(), conflicts.KeepCurrent, "", nil)
		d.check(err)
		return second(d.Conflicts.ResolveMany(d.t.Context(), plans, nil))
	},
}

func second[T any](_ T, err error) error { return err }

func TestEveryEditOfOutlinesIsUndoneAndDoneAgain(t *testing.T) {
	for what, do := range edits {
		for published, between := range map[string]func(*plans){"unpublished": func(*plans) {}, "published": (*plans).quiet} {
			t.Run(what+", "+published, func(t *testing.T) {
				d, _, p := apart(t)
				_, err := d.Lists.Create(t.Context(), lists.New{Name: "Other", Kind: "outline"})
				d.check(err)
				d.plant("a", "a:x", "b", "b:y", "c", "both", "gone")
				d.remove("gone")
				circled(d, "b", "a")
				circled(d, "both", "a")
				d.contested("both")
				p.quiet()
				d.clock.step(5 * time.Hour)
				before := d.whole()
				d.check(do(d))
				want, after := before, d.whole()
				if before == after {
					t.Fatalf("it did nothing: %s", before)
				}
				for range 2 {
					between(p)
					d.clock.step(time.Minute)
					d.check(undo(d.desk))
					if got := d.whole(); got != want {
						t.Errorf("undone it is\n%s, and was\n%s", got, before)
					}
					between(p)
					d.clock.step(time.Minute)
					d.check(redo(d.desk))
					if got := d.whole(); got != after {
						t.Errorf("done again it is\n%s, and was\n%s", got, after)
					}
				}
				p.quiet()
				p.all(d.marked())
			})
		}
	}
}
