package conflicts_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// "Saves update 5 by you. 2 versions go into the history, none stays open."
func TestTheOutcomeCounts(t *testing.T) {
	s := begin(t, eggs(), "me")
	if got, want := s.Outcome(), (conflicts.Outcome{Update: 5, Settled: 2, ToChoose: 2}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	must(t, s.Tick(2, false))
	if got, want := s.Outcome(), (conflicts.Outcome{Update: 5, Settled: 1, Open: 1, ToChoose: 2}); got != want {
		t.Errorf("with C un-ticked: got %+v, want %+v", got, want)
	}
	must(t, s.Tick(1, false))
	if got, want := s.Outcome(), (conflicts.Outcome{Update: 5, Open: 2}); got != want {
		t.Errorf("with B and C un-ticked: got %+v, want %+v", got, want)
	}
}

func TestTheOutcomeIsWhatTheRulesDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		it := anyItem().Draw(t, "item")
		s, err := conflicts.NewSession(it, "desk", conflicts.About{})
		if errors.Is(err, conflicts.ErrNoConflict) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		all := s.Candidates()
		for n := range all[1:] {
			_ = s.Tick(n+1, rapid.Bool().Draw(t, "tick"))
		}
		if err := s.Take(rapid.IntRange(0, len(all)-1).Draw(t, "take")); err != nil {
			t.Fatal(err)
		}
		d := decided(t, s)
		stamp := rules.Stamp{By: "desk", When: time.Date(2005, 6, 1, 0, 0, 0, 0, time.UTC)}
		saved, err := feedsync.Resolve(it, rules.Change{Content: d.Content, Deleted: d.Deleted}, d.Taken, stamp)
		if err != nil {
			t.Fatalf("the rules refuse the decision: %v", err)
		}
		want := conflicts.Outcome{Update: saved.Winner.Updates, Deletes: saved.Winner.Deleted}
		for _, c := range all[1:] {
			if slices.ContainsFunc(append(c.Equal, c.Version), func(v *item.Version) bool { return slices.Contains(saved.Conflicts, v) }) {
				want.Open++
			} else {
				want.Settled++
			}
		}
		got := s.Outcome()
		if got.Confirms = false; got != want {
			t.Errorf("said %+v, did %+v", got, want)
		}
	})
}

// anyItem draws items with one to five conflicts, made by four endpoints.
func anyItem() *rapid.Generator[*item.Item] {
	return rapid.Custom(func(t *rapid.T) *item.Item {
		versions := rapid.SliceOfN(rapid.Custom(anyVersion), 2, 6).Draw(t, "versions")
		return &item.Item{Winner: versions[0], Conflicts: versions[1:]}
	})
}

func anyVersion(t *rapid.T) *item.Version {
	by := rapid.SampledFrom([]string{"desk", "laptop", "tablet", ""}).Draw(t, "by")
	v := version(rapid.IntRange(2, 9).Draw(t, "updates"), by, item.Plain("Eggs", rapid.String().Draw(t, "text")))
	v.Deleted = rapid.Bool().Draw(t, "deleted")
	return v
}
