package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
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
		if !errors.Is(err, conflicts.ErrOpen) || !strings.Contains(err.Error(), "title") {
			t.Errorf("error %v, want ErrOpen about the title", err)
		}
		if !slices.Equal(exactly(a.item("eggs")), before) || len(a.decisions("eggs")) != 0 {
			t.Error("something was saved")
		}
	})
}

// Whoever resolves what another one resolved too has an ordinary conflict, and all
// know its originals.
func TestTwoResolutionsOfOneConflictAreAnOrdinaryConflict(t *testing.T) {
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
			if base := d.begin("eggs").Base(); len(base.Of) != 2 || base.From == nil || base.From.Version.Title() != "Eggs" {
				t.Errorf("%s: the base is %+v, want what A and B said, from the version that says Eggs", d.Endpoint(), base)
			}
			if got := d.begin("eggs").Situation(); got != conflicts.SettledApart {
				t.Errorf("%s: situation %v, want that it was settled apart", d.Endpoint(), got)
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
