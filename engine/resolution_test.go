package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

func TestASessionKnowsTheOriginalOfItsVersions(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		for _, d := range parted(open, "A", "B", "C") {
			base := d.begin("eggs").Base()
			if !base.Known() || base.Version.Title() != "Eggs" {
				t.Errorf("%s: the base is %+v, want the version that says Eggs", d.Device.ID(), base)
			}
		}
	})
}

func TestWhatOneSideChangedIsProposedAndSavedWithNothingToChoose(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		a.add("eggs", "Eggs")
		rounds(a, b)
		b.edit("eggs", "Ten eggs")
		_, err := a.Edit.Change(t.Context(), "Groceries", "eggs", record.Values{"text": "brown ones"}, nil)
		a.check(err)
		rounds(a, b)
		s := a.begin("eggs")
		if got := s.Open(); len(got) != 0 {
			t.Fatalf("open: %q", got)
		}
		it := a.save(s)
		if it.Winner.Title() != "Ten eggs" || it.Winner.Content.Text() != "brown ones" {
			t.Errorf("saved %q, %q", it.Winner.Title(), it.Winner.Content.Text())
		}
		d := a.decisions("eggs")
		if len(d) != 1 {
			t.Fatalf("%d decisions", len(d))
		}
		for _, f := range d[0].Fields {
			if !f.Proposed {
				t.Errorf("%s counts as chosen: %+v", f.Field, f)
			}
		}
	})
}

func TestAResolutionWithSomethingOpenIsRefused(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		before := exactly(a.item("eggs"))
		_, err := a.Conflicts.Resolve(t.Context(), "Groceries", a.begin("eggs"))
		if !errors.Is(err, conflicts.ErrOpen) || !strings.Contains(err.Error(), "title") {
			t.Errorf("error %v, want ErrOpen about the title", err)
		}
		if !slices.Equal(exactly(a.item("eggs")), before) || len(a.decisions("eggs")) != 0 {
			t.Error("something was saved")
		}
	})
}

// If two resolve the same conflict independently, that is an ordinary conflict, and all know
// its common ancestors.
func TestTwoResolutionsOfOneConflictAreAnOrdinaryConflict(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B")
		c, d := open("C"), open("D")
		desks = append(desks, c, d)
		rounds(desks...)
		d.clock.step(time.Hour)
		c.resolveWithTitle("eggs", "Eggs by C")
		d.resolveWithTitle("eggs", "Eggs by D")
		rounds(desks...)
		for _, d := range desks[:2] { // those who saw the first version
			d.expect("eggs", "Eggs by D", "Eggs by C")
			if base := d.begin("eggs").Base(); len(base.Of) != 2 || base.From == nil || base.From.Version.Title() != "Eggs" {
				t.Errorf("%s: the base is %+v, want what A and B said, from the version that says Eggs", d.Device.ID(), base)
			}
			if got := d.begin("eggs").Situation(); got != conflicts.ResolvedApart {
				t.Errorf("%s: situation %v, want that it was resolved apart", d.Device.ID(), got)
			}
		}
		desks[0].resolveWithTitle("eggs", "Eggs by both")
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs by both")
		}
	})
}

func TestWhatOneLeavesOpenAnotherResolvesAndBothEndTheSame(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B", "C")
		a, b := desks[0], desks[1]
		s := a.begin("eggs")
		a.check(s.Take(0))
		a.check(s.Type("title", "Eggs of A and C"))
		a.check(s.Tick(1, false))
		a.save(s)
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs of A and C", "Eggs of B")
		}
		b.resolveWithTitle("eggs", "Eggs for all")
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs for all")
			if got := d.archive("eggs"); !slices.Contains(got, "Eggs of A") || !slices.Contains(got, "Eggs of B") || !slices.Contains(got, "Eggs of C") {
				t.Errorf("%s keeps %q", d.Device.ID(), got)
			}
		}
	})
}

func TestWhatAllDeletedIsRestoredWithoutAQuestion(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		a.add("eggs", "Eggs")
		rounds(a, b)
		for _, d := range []*desk{a, b} {
			d.clock.step(time.Minute)
			_, err := d.Edit.Delete(t.Context(), "Groceries", "eggs")
			d.check(err)
		}
		rounds(a, b)
		if _, err := a.Conflicts.Session(t.Context(), "Groceries", "eggs"); !errors.Is(err, conflicts.ErrNoConflict) {
			t.Errorf("a session of two deletions: %v", err)
		}
		a.clock.step(time.Minute)
		it, err := a.Edit.Restore(t.Context(), "Groceries", "eggs")
		a.check(err)
		if it.Winner.Deleted || len(it.Conflicts) != 0 {
			t.Errorf("restored: %v", describe(it))
		}
		rounds(a, b)
		b.expect("eggs", "Eggs")
	})
}

func TestAnEditAgainstADeletionWaitsForAPersonAndCanBeUndoneEitherWay(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		a.add("eggs", "Eggs")
		rounds(a, b)
		a.edit("eggs", "Ten eggs")
		b.clock.step(time.Hour)
		_, err := b.Edit.Delete(t.Context(), "Groceries", "eggs")
		b.check(err)
		rounds(a, b)
		if _, err := a.Conflicts.Resolve(t.Context(), "Groceries", a.begin("eggs")); !errors.Is(err, conflicts.ErrOpen) {
			t.Errorf("nobody decided: %v", err)
		}
		before := exactly(a.item("eggs"))
		for _, deleted := range []bool{true, false} {
			s := a.begin("eggs")
			number := slices.IndexFunc(s.Candidates(), func(c conflicts.Candidate) bool { return c.Version.Deleted == deleted })
			a.check(s.Take(number))
			if it := a.save(s); it.Winner.Deleted != deleted {
				t.Errorf("resolved: deleted %v", it.Winner.Deleted)
			}
			a.undo()
			if !slices.Equal(exactly(a.item("eggs")), before) {
				t.Errorf("undone: %v", describe(a.item("eggs")))
			}
		}
		a.redo()
		rounds(a, b)
		b.expect("eggs", "Ten eggs")
	})
}

// Changes of B in the meantime are merged in; what A typed is still there.
func TestASessionMeetsWhatArrivedWhileItWasOpen(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		s := a.begin("eggs")
		a.check(s.Type("title", "Eggs for all"))
		a.stray("eggs", "D", "Eggs of D")
		if _, err := a.Conflicts.Resolve(t.Context(), "Groceries", s); !errors.Is(err, edit.ErrChanged) {
			t.Fatalf("error %v, want ErrChanged", err)
		}
		it, about, err := a.Conflicts.About(t.Context(), "Groceries", "eggs")
		a.check(err)
		if news := s.Update(it, about); news.Resolved || len(news.Arrived) != 1 {
			t.Errorf("news %+v", news)
		}
		a.save(s)
		a.expect("eggs", "Eggs for all", "Eggs of D")
	})
}

// A lost against B's version before the item was edited again here.
func TestAnOwnOldVersionIsAlwaysIncluded(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B", "C")[0]
		s := a.begin("eggs")
		if err := s.Only(1); !errors.Is(err, conflicts.ErrOwn) {
			t.Errorf("leaving the own version out: %v", err)
		}
		a.check(s.Only(2))
		a.check(s.Take(0))
		a.save(s)
		a.expect("eggs", "Eggs of C", "Eggs of B")
		a.undo()
		a.expect("eggs", "Eggs of C", "Eggs of B", "Eggs of A")
	})
}

func TestAnItemWithoutConflictsHasNothingToResolve(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		d := open("A")
		d.add("milk", "Milk")
		if _, err := d.Conflicts.Session(t.Context(), "Groceries", "milk"); !errors.Is(err, conflicts.ErrNoConflict) {
			t.Errorf("error %v, want ErrNoConflict", err)
		}
		if _, err := d.Conflicts.Session(t.Context(), "Groceries", "gone"); !errors.Is(err, store.ErrNoItem) {
			t.Errorf("error %v, want ErrNoItem", err)
		}
	})
}

// With noconflicts, the losing version is not preserved: it is in the archive of its author.
func TestAnItemWithNoConflictsHasNothingToResolveEither(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		_, err := a.Edit.Add(t.Context(), "Groceries", record.Values{"title": "Eggs"}, edit.AddOptions{ID: "eggs", NoConflicts: true})
		a.check(err)
		rounds(a, b)
		a.edit("eggs", "Eggs of A")
		b.clock.step(time.Hour)
		b.edit("eggs", "Eggs of B")
		rounds(a, b)
		for _, d := range []*desk{a, b} {
			d.expect("eggs", "Eggs of B")
			if _, err := d.Conflicts.Session(t.Context(), "Groceries", "eggs"); !errors.Is(err, conflicts.ErrNoConflict) {
				t.Errorf("%s: error %v, want ErrNoConflict", d.Device.ID(), err)
			}
		}
		if got := a.archive("eggs"); !slices.Contains(got, "Eggs of A") {
			t.Errorf("A keeps %q", got)
		}
	})
}
