package conflicts_test

import (
	"slices"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// arrived is the eggs after a sync brought one more version, which wins.
func arrived(by string) *item.Item {
	it := eggs()
	return &item.Item{
		Winner:    version(6, by, item.Plain("Eggs ×6", "from the farm")),
		Conflicts: []*item.Version{it.Conflicts[1], it.Winner, it.Conflicts[0]},
	}
}

// ticked lists the endpoints whose versions are taken into account.
func ticked(s *conflicts.Session) []string {
	var all []string
	for _, c := range s.Candidates() {
		if c.Taken {
			all = append(all, c.Version.Top().By)
		}
	}
	return all
}

func TestMeetingTheSameItemIsNoNews(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Tick(1, false))
	must(t, s.Type("title", "mine"))
	n := s.Meet(eggs(), conflicts.About{})
	if n.Settled || n.Winner || n.Arrived != nil || n.Gone != nil {
		t.Errorf("got %+v, want no news", n)
	}
	expect(t, s, "title", "mine", "", true)
	if got := ticked(s); !slices.Equal(got, []string{"desk", "tablet"}) {
		t.Errorf("ticked %v", got)
	}
}

func TestTheDraftStaysWhenASyncArrives(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Take(1))
	must(t, s.Type("title", "mine"))
	n := s.Meet(arrived("phone"), conflicts.About{})
	if !n.Winner || n.Settled || len(n.Arrived) != 1 || n.Arrived[0].Top().By != "phone" || n.Gone != nil {
		t.Errorf("got %+v, want one arrival, that wins", n)
	}
	expect(t, s, "title", "mine", "", true)
	expect(t, s, "text", "brown ones", "D", true)
}

func TestWhatNobodyChoseFollowsTheWinner(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Type("title", "mine"))
	s.Meet(arrived("phone"), conflicts.About{})
	expect(t, s, "title", "mine", "", true)
	expect(t, s, "text", "from the farm", "A", false)
}

func TestTicksStayWithTheirVersions(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Tick(1, false))
	s.Meet(arrived("phone"), conflicts.About{})
	if got := ticked(s); !slices.Equal(got, []string{"phone", "tablet", "desk"}) {
		t.Errorf("ticked %v; want the winner, tablet, and desk, which was the winner", got)
	}
	if !s.Changed() {
		t.Error("the tick that was taken away counts no longer")
	}
}

// lost is the eggs after a sync brought one more version, which does not win.
func lost(by string) *item.Item {
	it := eggs()
	it.Conflicts = append(it.Conflicts, version(2, by, item.Plain("Eggs?", "")))
	return it
}

func TestWhatArrivedIsNotTickedUnlessItIsAnOwnVersion(t *testing.T) {
	for by, want := range map[string]bool{"phone": false, "me": true} {
		s := begin(t, eggs(), "me")
		n := s.Meet(lost(by), conflicts.About{})
		last := s.Candidates()[3]
		if len(n.Arrived) != 1 || n.Winner || last.Taken != want || last.Locked != want {
			t.Errorf("a version by %s is taken: %v, locked: %v; want %v", by, last.Taken, last.Locked, want)
		}
		if s.Changed() {
			t.Errorf("a version by %s arrived, and it counts as the person's change", by)
		}
	}
}

func TestAVersionThatIsGoneLeavesWhatWasTakenFromIt(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.TakeField("text", 1))
	now := eggs()
	now.Conflicts = now.Conflicts[1:]
	n := s.Meet(now, conflicts.About{})
	if len(n.Gone) != 1 || n.Gone[0].Top().By != "laptop" || n.Arrived != nil {
		t.Errorf("got %+v, want laptop's version gone", n)
	}
	expect(t, s, "text", "brown ones", "", true)
}

func TestSettledElsewhereMeanwhile(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Type("title", "mine"))
	now := &item.Item{Winner: version(5, "laptop", item.Plain("Eggs", "settled"))}
	if n := s.Meet(now, conflicts.About{}); !n.Settled || !n.Winner || len(n.Gone) != 3 {
		t.Errorf("got %+v, want all settled", n)
	}
	expect(t, s, "title", "mine", "", true)
	if got, want := s.Outcome(), (conflicts.Outcome{Update: 6}); got != want {
		t.Errorf("reopening would do %+v, want %+v", got, want)
	}
}
