package conflicts_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// arrived returns the eggs after a sync with one more version, which wins.
func arrived(by string) *item.Item {
	it := eggs()
	return &item.Item{
		Winner:    version(6, by, item.Plain("Eggs ×6", "from the farm")),
		Conflicts: []*item.Version{it.Conflicts[1], it.Winner, it.Conflicts[0]},
	}
}

// ticked returns the endpoints whose versions are included.
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
	n := s.Update(eggs(), conflicts.About{})
	if n.Resolved || n.Winner || n.Arrived != nil || n.Gone != nil {
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
	n := s.Update(arrived("phone"), conflicts.About{})
	if !n.Winner || n.Resolved || len(n.Arrived) != 1 || n.Arrived[0].Top().By != "phone" || n.Gone != nil {
		t.Errorf("got %+v, want one arrival, that wins", n)
	}
	expect(t, s, "title", "mine", "", true)
	expect(t, s, "text", "brown ones", "D", true)
}

func TestWhatNobodyChoseFollowsTheWinner(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Type("title", "mine"))
	s.Update(arrived("phone"), conflicts.About{})
	expect(t, s, "title", "mine", "", true)
	expect(t, s, "text", "from the farm", "A", false)
}

func TestTicksStayWithTheirVersions(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Tick(1, false))
	s.Update(arrived("phone"), conflicts.About{})
	if got := ticked(s); !slices.Equal(got, []string{"phone", "tablet", "desk"}) {
		t.Errorf("ticked %v; want the winner, tablet, and desk, which was the winner", got)
	}
	if !s.Changed() {
		t.Error("the tick that was taken away counts no longer")
	}
}

// Deletions are equal whatever data they have. But a person who types into a deletion gets the
// rest of its data: another deletion that wins is news if it changes the result, and otherwise
// is not.
func TestAnEqualDeletionThatChangesTheResultIsNews(t *testing.T) {
	other := tombstone(5, "phone")
	other.Content = item.Plain("Other eggs", "")
	for name, c := range map[string]struct {
		decide func(*conflicts.Session) error
		want   bool
	}{
		"deleted":   {func(*conflicts.Session) error { return nil }, false},
		"taken":     {func(s *conflicts.Session) error { return s.TakeField("title", 1) }, false},
		"typed":     {func(s *conflicts.Session) error { return s.Type("text", "needed after all") }, true},
		"all typed": {func(s *conflicts.Session) error { must(t, s.Type("title", "Eggs!")); return s.Type("text", "needed") }, false},
	} {
		s := begin(t, &item.Item{Winner: tombstone(4, "desk"), Conflicts: eggs().Conflicts[:1]}, "me")
		must(t, c.decide(s))
		must(t, s.Tick(1, false))
		n := s.Update(&item.Item{Winner: other, Conflicts: s.Item().Versions()}, conflicts.About{})
		if n.Winner != c.want || n.Resolved || n.Arrived != nil || n.Gone != nil {
			t.Errorf("%s: got %+v, want another winner: %v", name, n, c.want)
		}
	}
}

// lost returns the eggs after a sync with one more version, which does not win.
func lost(by string) *item.Item {
	it := eggs()
	it.Conflicts = append(it.Conflicts, version(2, by, item.Plain("Eggs?", "")))
	return it
}

func TestWhatArrivedIsNotTickedUnlessItIsAnOwnVersion(t *testing.T) {
	for by, want := range map[string]bool{"phone": false, "me": true} {
		s := begin(t, eggs(), "me")
		n := s.Update(lost(by), conflicts.About{})
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
	n := s.Update(now, conflicts.About{})
	if len(n.Gone) != 1 || n.Gone[0].Top().By != "laptop" || n.Arrived != nil {
		t.Errorf("got %+v, want laptop's version gone", n)
	}
	expect(t, s, "text", "brown ones", "", true)
}

// What was taken from a version that is gone stays, but nothing else of that version: the
// other data is from a version that still exists.
func TestAVersionThatIsGoneGivesNothingThatWasNotTaken(t *testing.T) {
	seen := parted(priced(t, "2"), priced(t, "3").WithTitle("Six eggs"), priced(t, "3").WithTitle("Ten eggs"))
	about := startedFrom(seen.Winner.Content) // the winner changed nothing
	s, err := conflicts.NewSession(seen, "me", about)
	must(t, err)
	must(t, s.TakeField("text", 0))
	s.Update(&item.Item{Winner: tombstone(11, "phone"), Conflicts: seen.Versions()}, about)
	expect(t, s, "title", "Six eggs", "B", false)
	must(t, s.Type("title", "Dozen eggs"))
	if xml := decided(t, s).Content.XML(); !strings.Contains(xml, "<f:price>3</f:price>") {
		t.Errorf("the result is %s; want the price of the versions that are there", xml)
	}
}

func TestResolvedElsewhereMeanwhile(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Type("title", "mine"))
	now := &item.Item{Winner: version(5, "laptop", item.Plain("Eggs", "resolved"))}
	if n := s.Update(now, conflicts.About{}); !n.Resolved || !n.Winner || len(n.Gone) != 3 {
		t.Errorf("got %+v, want all resolved", n)
	}
	expect(t, s, "title", "mine", "", true)
	if got, want := s.Outcome(), (conflicts.Outcome{Update: 6}); got != want {
		t.Errorf("reopening would do %+v, want %+v", got, want)
	}
}

// again returns the session after a restart, for the item's state at that time.
func again(t *testing.T, s *conflicts.Session, now *item.Item, about ...conflicts.About) *conflicts.Session {
	t.Helper()
	text, err := json.Marshal(s.SavedDraft())
	must(t, err)
	var kept conflicts.SavedDraft
	must(t, json.Unmarshal(text, &kept))
	next, err := conflicts.NewSession(now, "me", append(about, conflicts.About{})[0])
	must(t, err)
	next.Restore(kept)
	return next
}

func TestARestoredSessionSaysWhatTheEarlierOneSaid(t *testing.T) {
	for name, decide := range map[string]func(*conflicts.Session) error{
		"nothing decided":                 func(*conflicts.Session) error { return nil },
		"a version taken":                 func(s *conflicts.Session) error { return s.Take(2) },
		"the winner kept":                 func(s *conflicts.Session) error { return s.Take(0) },
		"a field taken":                   func(s *conflicts.Session) error { return s.TakeField("text", 1) },
		"typed":                           func(s *conflicts.Session) error { return s.Type("title", "Six eggs") },
		"typed what another version says": func(s *conflicts.Session) error { return s.Type("title", "Eggs") },
		"a tick taken away":               func(s *conflicts.Session) error { return s.Tick(2, false) },
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, eggs(), "me")
			must(t, decide(s))
			next := again(t, s, eggs())
			for _, c := range s.Cells() {
				expect(t, next, c.Field, c.Result, c.From, c.Chosen)
			}
			if !slices.Equal(ticked(next), ticked(s)) || next.Changed() != s.Changed() {
				t.Errorf("ticked %v, changed %v; want %v, %v", ticked(next), next.Changed(), ticked(s), s.Changed())
			}
		})
	}
}

// Data without a field follows the version that was taken as a whole, even after a restart and
// if a field was typed over it.
func TestARestoredWholeVersionBringsItsDataWithoutAField(t *testing.T) {
	it := func() *item.Item {
		return &item.Item{
			Winner:    version(4, "desk", priced(t, "2")),
			Conflicts: []*item.Version{version(3, "laptop", priced(t, "3"))},
		}
	}
	s := begin(t, it(), "me")
	must(t, s.Take(1))
	must(t, s.Type("title", "Brown eggs"))
	c := decided(t, again(t, s, it())).Content
	if !strings.Contains(c.XML(), "<f:price>3</f:price>") || c.Title() != "Brown eggs" {
		t.Errorf("the decision is %s", c.XML())
	}
}

func TestDraftsOfEarlierProgramsAreRead(t *testing.T) {
	var kept conflicts.SavedDraft
	must(t, json.Unmarshal([]byte(`{"fields":{"title":"mine"},"left":["`+conflicts.Name(eggs().Conflicts[1])+`"],"base":"any"}`), &kept))
	s := begin(t, eggs(), "me")
	s.Restore(kept)
	expect(t, s, "title", "mine", "", true)
	if got := ticked(s); !slices.Equal(got, []string{"desk", "laptop"}) {
		t.Errorf("ticked %v", got)
	}
}

func TestARestoredTombstoneDeletes(t *testing.T) {
	s := begin(t, deletedElsewhere(), "me")
	must(t, s.Take(1))
	if !again(t, s, deletedElsewhere()).Outcome().Deletes {
		t.Error("the restored result is no tombstone")
	}
}

func TestWhatWasTakenFromAVersionThatIsGoneStays(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Take(1))
	now := eggs()
	now.Conflicts = now.Conflicts[1:]
	next := again(t, s, now)
	expect(t, next, "title", "Eggs", "", true)
	expect(t, next, "text", "brown ones", "", true)
}

func TestAnOwnVersionIsTickedWhateverWasKept(t *testing.T) {
	s := begin(t, eggs(), "laptop")
	s.Restore(conflicts.SavedDraft{Left: []string{conflicts.Name(eggs().Conflicts[0]), conflicts.Name(eggs().Conflicts[1])}})
	if got := ticked(s); !slices.Equal(got, []string{"desk", "laptop"}) {
		t.Errorf("ticked %v; want the winner and the own version", got)
	}
}

// Nobody has seen the version yet, so earlier decisions were not about it.
func TestAVersionThatArrivedBetweenTwoStartsIsNotTicked(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.TakeField("title", 1))
	next := again(t, s, lost("phone"))
	if got := ticked(next); !slices.Equal(got, []string{"desk", "laptop", "tablet"}) {
		t.Errorf("ticked %v; want all but the phone's", got)
	}
	next = again(t, next, lost("phone"))
	if got := ticked(next); !slices.Equal(got, []string{"desk", "laptop", "tablet"}) {
		t.Errorf("after one more start: ticked %v; want all but the phone's", got)
	}
	if got := ticked(again(t, s, lost("me"))); !slices.Contains(got, "me") {
		t.Errorf("ticked %v; want the own version too", got)
	}
}

func TestWhatWasTypedIntoAFieldThatNoVersionHasAnyMoreIsNotDroppedUnseen(t *testing.T) {
	it := &item.Item{
		Winner:    version(4, "desk", todo(t, record.Values{"title": "Eggs"})),
		Conflicts: []*item.Version{version(3, "laptop", todo(t, record.Values{"title": "Eggs?"}))},
	}
	s := begin(t, it, "me")
	must(t, s.Type("due", "2026-05-22"))
	next := again(t, s, eggs())
	must(t, next.TakeField("title", 0))
	must(t, next.TakeField("text", 0))
	if _, err := next.Decision(noon); err == nil || !strings.Contains(err.Error(), `no field "due"`) {
		t.Errorf("saved with %v, want an error that names the due date", err)
	}
}
