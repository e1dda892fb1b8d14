package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/settle/session"
	"crossfeed/engine/store"
)

func TestASessionKnowsWhatItsVersionsStartedFrom(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		for _, d := range parted(open, "A", "B", "C") {
			base := d.begin("eggs").Base()
			if !base.Known() || base.Version.Title() != "Eggs" {
				t.Errorf("%s: the base is %+v, want the version that says Eggs", d.Endpoint(), base)
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
		_, err := a.Edit(t.Context(), "Groceries", "eggs", record.Values{"text": "brown ones"}, nil)
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

func TestASettlingWithSomethingOpenIsRefused(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		before := exactly(a.item("eggs"))
		_, err := a.Settle(t.Context(), "Groceries", a.begin("eggs"))
		if !errors.Is(err, session.ErrOpen) || !strings.Contains(err.Error(), "title") {
			t.Errorf("error %v, want ErrOpen about the title", err)
		}
		if !slices.Equal(exactly(a.item("eggs")), before) || len(a.decisions("eggs")) != 0 {
			t.Error("something was saved")
		}
	})
}

func TestEachSettlingIsNotedOnceWithWhatThereWasAndWhatWasDecided(t *testing.T) {
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
		if want := (store.Decided{Field: "title", Value: "Eggs of B", From: 1}); len(d.Fields) != 1 || d.Fields[0] != want {
			t.Errorf("fields %+v, want %+v", d.Fields, want)
		}
		for _, turn := range []struct {
			do     func() engine.Undone
			undone bool
		}{{a.undo, true}, {a.redo, false}, {a.undo, true}} {
			turn.do()
			if all := a.decisions("eggs"); len(all) != 1 || all[0].Undone != turn.undone {
				t.Errorf("after turning: %+v, want undone %v", all, turn.undone)
			}
		}
		a.add("milk", "Milk") // ends what can be done again
		if all := a.decisions(""); len(all) != 1 || !all[0].Undone {
			t.Errorf("after another edit: %+v", all)
		}
	})
}

func TestDecisionsAreListedByListAndItemTheNewestFirst(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		a.say("eggs", "Eggs for all")
		a.stray("eggs", "D", "Eggs of D")
		a.say("eggs", "Eggs for D too")
		titles := func(set, id string, limit int) (titles []string) {
			all, err := a.Decisions(t.Context(), set, id, limit)
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
		a.check(a.DeleteSet(t.Context(), "Groceries"))
		if got := titles("", "", 0); !slices.Equal(got, []string{newest, older}) {
			t.Errorf("of a deleted list: %q", got)
		}
		if got := titles("Groceries", "eggs", 0); !slices.Equal(got, []string{newest, older}) {
			t.Errorf("of a deleted list by its name: %q", got)
		}
		if _, err := a.Decisions(t.Context(), "Party", "", 0); !errors.Is(err, store.ErrNoSet) {
			t.Errorf("of no list: %v", err)
		}
	})
}

// Whoever settles what another one settled too has an ordinary conflict, and all
// know what it started from.
func TestTwoSettlingsOfOneConflictAreAnOrdinaryConflict(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B")
		c, d := open("C"), open("D")
		desks = append(desks, c, d)
		rounds(desks...)
		d.clock.step(time.Hour)
		c.say("eggs", "Eggs by C")
		d.say("eggs", "Eggs by D")
		rounds(desks...)
		for _, d := range desks[:2] { // who saw the first version
			d.expect("eggs", "Eggs by D", "Eggs by C")
			if base := d.begin("eggs").Base(); !base.Known() || base.Version.Title() != "Eggs" {
				t.Errorf("%s: the base is %+v, want the version that says Eggs", d.Endpoint(), base)
			}
		}
		desks[0].say("eggs", "Eggs by both")
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs by both")
		}
	})
}

func TestWhatOneLeavesOpenAnotherSettlesAndBothEndTheSame(t *testing.T) {
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
		b.say("eggs", "Eggs for all")
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs for all")
			if got := d.archive("eggs"); !slices.Contains(got, "Eggs of A") || !slices.Contains(got, "Eggs of B") || !slices.Contains(got, "Eggs of C") {
				t.Errorf("%s keeps %q", d.Endpoint(), got)
			}
		}
	})
}

func TestDeletedByAllIsOneConfirmation(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		a.add("eggs", "Eggs")
		rounds(a, b)
		for _, d := range []*desk{a, b} {
			d.clock.step(time.Minute)
			_, err := d.Delete(t.Context(), "Groceries", "eggs")
			d.check(err)
		}
		rounds(a, b)
		s := a.begin("eggs")
		if s.Situation() != session.DeletedByAll || len(s.Open()) != 0 {
			t.Fatalf("situation %v, open %q", s.Situation(), s.Open())
		}
		if it := a.save(s); !it.Winner.Deleted || len(it.Conflicts) != 0 {
			t.Errorf("settled: %v", describe(it))
		}
		if d := a.decisions("eggs"); len(d) != 1 || !d[0].Deleted || len(d[0].Fields) != 0 {
			t.Errorf("decisions %+v", d)
		}
		rounds(a, b)
		if got := b.unsettled(); len(got) != 0 {
			t.Errorf("B has %q to settle", got)
		}
	})
}

func TestAnEditAgainstADeletionWaitsForAPersonAndCanBeUndoneEitherWay(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		a.add("eggs", "Eggs")
		rounds(a, b)
		a.edit("eggs", "Ten eggs")
		b.clock.step(time.Hour)
		_, err := b.Delete(t.Context(), "Groceries", "eggs")
		b.check(err)
		rounds(a, b)
		if _, err := a.Settle(t.Context(), "Groceries", a.begin("eggs")); !errors.Is(err, session.ErrOpen) {
			t.Errorf("nobody decided: %v", err)
		}
		before := exactly(a.item("eggs"))
		for _, deleted := range []bool{true, false} {
			s := a.begin("eggs")
			number := slices.IndexFunc(s.Candidates(), func(c session.Candidate) bool { return c.Version.Deleted == deleted })
			a.check(s.Take(number))
			if it := a.save(s); it.Winner.Deleted != deleted {
				t.Errorf("settled: deleted %v", it.Winner.Deleted)
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

// What B did in the meantime is met; what A typed is still there.
func TestASessionMeetsWhatArrivedWhileItWasOpen(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		s := a.begin("eggs")
		a.check(s.Type("title", "Eggs for all"))
		a.stray("eggs", "D", "Eggs of D")
		if _, err := a.Settle(t.Context(), "Groceries", s); !errors.Is(err, engine.ErrChanged) {
			t.Fatalf("error %v, want ErrChanged", err)
		}
		it, about, err := a.About(t.Context(), "Groceries", "eggs")
		a.check(err)
		if news := s.Meet(it, about); news.Settled || len(news.Arrived) != 1 {
			t.Errorf("news %+v", news)
		}
		a.save(s)
		a.expect("eggs", "Eggs for all", "Eggs of D")
	})
}

// A lost against B's version before it was edited again here.
func TestAnOwnOldVersionIsAlwaysTakenIntoAccount(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B", "C")[0]
		s := a.begin("eggs")
		if err := s.Only(1); !errors.Is(err, session.ErrOwn) {
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

func TestAnItemWithoutConflictsHasNothingToSettle(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		d := open("A")
		d.add("milk", "Milk")
		if _, err := d.Session(t.Context(), "Groceries", "milk"); !errors.Is(err, session.ErrNoConflict) {
			t.Errorf("error %v, want ErrNoConflict", err)
		}
		if _, err := d.Session(t.Context(), "Groceries", "gone"); !errors.Is(err, store.ErrNoItem) {
			t.Errorf("error %v, want ErrNoItem", err)
		}
	})
}

// With noconflicts the version that loses is not preserved: it is in the archive
// of who made it.
func TestAnItemWithNoConflictsHasNothingToSettleEither(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		_, err := a.Add(t.Context(), "Groceries", record.Values{"title": "Eggs"}, engine.AddOptions{ID: "eggs", NoConflicts: true})
		a.check(err)
		rounds(a, b)
		a.edit("eggs", "Eggs of A")
		b.clock.step(time.Hour)
		b.edit("eggs", "Eggs of B")
		rounds(a, b)
		for _, d := range []*desk{a, b} {
			d.expect("eggs", "Eggs of B")
			if _, err := d.Session(t.Context(), "Groceries", "eggs"); !errors.Is(err, session.ErrNoConflict) {
				t.Errorf("%s: error %v, want ErrNoConflict", d.Endpoint(), err)
			}
		}
		if got := a.archive("eggs"); !slices.Contains(got, "Eggs of A") {
			t.Errorf("A keeps %q", got)
		}
	})
}
