package conflicts_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

// all are rules in which every update resolves all conflicts (SSE 0.91 §4.2).
type all struct{ rules.Rules }

func (all) Bound(it *item.Item, _ string) []int {
	var every []int
	for i := range it.Conflicts {
		every = append(every, i)
	}
	return every
}

// Whatever is chosen, the session includes what the rules of SSE 0.91 include.
func TestWhatIsDecidedIsWhatTheRulesOfSSE091Take(t *testing.T) {
	real := conflicts.About{Base: startedAt(news).Base, Rules: sse091.Rules{}}
	for name, decide := range map[string]func(*conflicts.Session) error{
		"a version": func(s *conflicts.Session) error { return s.Take(1) },
		"a place":   func(s *conflicts.Session) error { return s.TakeField(conflicts.Place, 1) },
	} {
		it := moved(work, home)
		s, err := conflicts.NewSession(it, "laptop", real)
		must(t, err)
		must(t, decide(s))
		d := decided(t, s)
		next, err := sse091.Rules{}.Resolve(it, rules.Change{Content: d.Content, Deleted: d.Deleted, Place: d.Place}, d.Taken, rules.Stamp{By: "me", When: at})
		must(t, err)
		if len(next.Conflicts) != 0 || next.Winner.Place != home || next.Winner.Updates != s.Outcome().Update {
			t.Errorf("taking %s: update %d with %d conflicts in %v", name, next.Winner.Updates, len(next.Conflicts), next.Winner.Place)
		}
	}
}

// moved returns an outline at different positions: the winner's, and those of the conflicts.
func moved(places ...item.Place) *item.Item {
	contents := make([]*item.Content, len(places))
	for i := range contents {
		c, err := record.New(record.Outline, record.Values{"title": "Heise"})
		if err != nil {
			panic(err)
		}
		contents[i] = c
	}
	it := parted(contents...)
	for i, v := range it.Versions() {
		v.Place = places[i]
	}
	return it
}

// renamed changes the title of an item's last conflict.
func renamed(it *item.Item) *item.Item {
	last := it.Conflicts[len(it.Conflicts)-1]
	last.Content = last.Content.WithTitle("Golem")
	return it
}

// startedAt returns the original of outlines with that original position.
func startedAt(p item.Place) conflicts.About {
	base := version(1, "phone", item.Plain("Heise", ""))
	base.Place = p
	return conflicts.About{Base: ancestry.Base{Version: base}, Rules: all{}}
}

func placeCell(t *testing.T, s *conflicts.Session) conflicts.Cell {
	t.Helper()
	for _, c := range s.Cells() {
		if c.Field == conflicts.Place {
			return c
		}
	}
	t.Fatal("there is no cell for the place")
	return conflicts.Cell{}
}

var (
	at   = time.Date(2005, 6, 1, 0, 0, 0, 0, time.UTC)
	news = item.Place{Parent: "news", Key: "1"}
	work = item.Place{Parent: "work", Key: "3/2"}
	home = item.Place{Parent: "home", Key: "1/2 a 1"}
)

func TestAMoveInOnePlaceIsProposed(t *testing.T) {
	for name, c := range map[string]struct {
		winner, other item.Place
		want          *item.Place
	}{
		"by the winner":     {work, news, nil}, // it stays where it is
		"by the other":      {news, work, &work},
		"within the parent": {news, item.Place{Parent: "news", Key: "2"}, &item.Place{Parent: "news", Key: "2"}},
		"to the top level":  {news, item.Place{Key: "1"}, &item.Place{Key: "1"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := conflicts.NewSession(moved(c.winner, c.other), "me", startedAt(news))
			must(t, err)
			if open := s.Open(); open != nil {
				t.Errorf("open is %q", open)
			}
			got := decided(t, s).Place
			if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
				t.Errorf("the place is %v, want %v", got, c.want)
			}
		})
	}
}

func TestTwoMovesStayOpenUntilOneIsTaken(t *testing.T) {
	s, err := conflicts.NewSession(moved(work, home), "me", startedAt(news))
	must(t, err)
	if c := placeCell(t, s); !c.Open || c.Reason != merge.Collision || c.Merge != record.MergeUnit || c.Base != "news 1" {
		t.Errorf("the cell is %+v", c)
	}
	if _, err := s.Decision(at); !errors.Is(err, conflicts.ErrOpen) {
		t.Errorf("deciding: %v, want ErrOpen", err)
	}
	must(t, s.TakeField(conflicts.Place, 1))
	if got := decided(t, s).Place; got == nil || *got != home {
		t.Errorf("the place is %v, want %v", got, home)
	}
	must(t, s.TakeField(conflicts.Place, 0))
	if got := decided(t, s).Place; got != nil {
		t.Errorf("the place is %v, want that of the winner", got)
	}
	if err := s.Type(conflicts.Place, "work 1"); err == nil {
		t.Error("a place was typed")
	}
}

func TestAVersionTakenWholeStandsWhereItStood(t *testing.T) {
	s, err := conflicts.NewSession(moved(work, home), "me", startedAt(news))
	must(t, err)
	must(t, s.Take(1))
	if got := decided(t, s).Place; got == nil || *got != home {
		t.Errorf("the place is %v, want %v", got, home)
	}
}

func TestAMoveAloneIsADifferenceThatAPersonSees(t *testing.T) {
	s, err := conflicts.NewSession(moved(work, news), "me", startedAt(news))
	must(t, err)
	if s.Situation() != conflicts.Ordinary || s.Outcome().Confirms || len(s.Alike()) != 2 {
		t.Errorf("the situation is %d, the outcome %+v", s.Situation(), s.Outcome())
	}
	got := s.Account(at).Fields
	if len(got) != 1 || got[0].Field != conflicts.Place || got[0].Value != "work 3/2" || !got[0].Proposed {
		t.Errorf("the account is %+v", got)
	}
}

func TestTheSameMoveIsNoConflict(t *testing.T) {
	for name, it := range map[string]*item.Item{"by both in one way": moved(work, work), "the other says none": moved(news, item.Place{})} {
		if _, err := conflicts.NewSession(it, "me", startedAt(news)); !errors.Is(err, conflicts.ErrNoConflict) {
			t.Errorf("%s: got %v, want ErrNoConflict", name, err)
		}
	}
}

func TestWithoutPlacesThereIsNoCell(t *testing.T) {
	for _, c := range begin(t, eggs(), "me").Cells() {
		if c.Field == conflicts.Place {
			t.Errorf("a cell %+v", c)
		}
	}
	s := begin(t, renamed(moved(work, work)), "me")
	if err := s.TakeField(conflicts.Place, 1); err == nil {
		t.Error("a place was taken that is the same everywhere")
	}
}

func TestADeletionMovesNothing(t *testing.T) {
	it := moved(work, home)
	it.Conflicts[0].Deleted = true
	s, err := conflicts.NewSession(it, "me", startedAt(news))
	must(t, err)
	must(t, s.Take(1))
	if d := decided(t, s); !d.Deleted || d.Place != nil {
		t.Errorf("the result is %+v", d)
	}
}

func TestWhatIsNotDeletedAfterAllStandsWhereItLives(t *testing.T) {
	it := moved(news, work)
	it.Winner.Deleted = true
	s, err := conflicts.NewSession(it, "me", conflicts.About{Rules: all{}})
	must(t, err)
	must(t, s.Take(1))
	if got := decided(t, s).Place; got == nil || *got != work {
		t.Errorf("the place is %v, want %v", got, work)
	}
}

func TestAVersionThatDoesNotSayItsPlaceGivesNone(t *testing.T) {
	s, err := conflicts.NewSession(renamed(moved(work, home, item.Place{})), "me", startedAt(news))
	must(t, err)
	if err := s.TakeField(conflicts.Place, 2); err == nil {
		t.Error("a place was taken from a version that says none")
	}
	must(t, s.Take(2))
	if got := decided(t, s).Place; got != nil {
		t.Errorf("the place is %v, want that of the winner", got)
	}
}

func TestAChosenPlaceIsKept(t *testing.T) {
	begun, err := conflicts.NewSession(moved(work, home), "me", startedAt(news))
	must(t, err)
	must(t, begun.TakeField(conflicts.Place, 1))
	kept, err := json.Marshal(begun.SavedDraft())
	must(t, err)
	for name, now := range map[string]*item.Item{
		"the versions are there":   moved(work, home),
		"the version is gone":      renamed(moved(work, news)),
		"the versions agree now":   renamed(moved(work, work)),
		"and the place means one":  renamed(moved(work, item.Place{})),
		"nothing was moved at all": renamed(moved(news, news)),
	} {
		var k conflicts.SavedDraft
		must(t, json.Unmarshal(kept, &k))
		s, err := conflicts.NewSession(now, "me", startedAt(news))
		must(t, err)
		s.Restore(k)
		if got := decided(t, s).Place; got == nil || *got != home {
			t.Errorf("restored where %s: the place is %v, want %v", name, got, home)
		}
		met, err := conflicts.NewSession(moved(work, home), "me", startedAt(news))
		must(t, err)
		must(t, met.TakeField(conflicts.Place, 1))
		met.Update(now, startedAt(news))
		if got := decided(t, met).Place; got == nil || *got != home {
			t.Errorf("met where %s: the place is %v, want %v", name, got, home)
		}
		again, err := conflicts.NewSession(now, "me", startedAt(news))
		must(t, err)
		again.Restore(met.SavedDraft())
		if got := decided(t, again).Place; got == nil || *got != home {
			t.Errorf("met where %s, and restored: the place is %v, want %v", name, got, home)
		}
		told := slices.DeleteFunc(again.Account(at).Fields, func(f conflicts.Resolved) bool { return f.Field == "title" })
		if len(told) != 1 || told[0].Field != conflicts.Place || conflicts.ParsePlace(told[0].Value) != home {
			t.Errorf("met where %s: it is told as %+v", name, told)
		}
	}
}

func TestAVersionThatCameToAnotherPlaceIsSeenThere(t *testing.T) {
	s, err := conflicts.NewSession(moved(work, news), "me", startedAt(news))
	must(t, err)
	s.Update(moved(work, home), startedAt(news))
	if c := placeCell(t, s); !c.Open || c.Values[1] != conflicts.PlaceText(home) {
		t.Errorf("the cell is %+v", c)
	}
}

func TestAPlaceIsReadFromItsText(t *testing.T) {
	for _, p := range []item.Place{{}, work, home, {Key: "1"}, {Parent: "a b%20c/d", Key: "1 a%20b 2"}, {Parent: "x"}} {
		if got := conflicts.ParsePlace(conflicts.PlaceText(p)); got != p {
			t.Errorf("%q is read as %+v, want %+v", conflicts.PlaceText(p), got, p)
		}
	}
}

func TestWhereEveryUpdateResolvesAllNothingCanBeLeftOut(t *testing.T) {
	it := eggs()
	for _, endpoint := range []string{"me", "laptop", ""} {
		s, err := conflicts.NewSession(it, endpoint, conflicts.About{Rules: all{}})
		must(t, err)
		must(t, s.Take(1))
		for _, n := range []int{1, 2} {
			if err := s.Tick(n, false); !errors.Is(err, conflicts.ErrAll) {
				t.Errorf("%q un-ticks %d: %v, want ErrAll", endpoint, n, err)
			}
			if err := s.Lock(n); !errors.Is(err, conflicts.ErrAll) || !s.Candidates()[n].Locked {
				t.Errorf("%q: the lock of %d is %v", endpoint, n, err)
			}
		}
		if err := s.Only(1); !errors.Is(err, conflicts.ErrAll) {
			t.Errorf("%q ticks one only: %v, want ErrAll", endpoint, err)
		}
		if got := fmt.Sprint(decided(t, s).Taken); got != "[0 1]" {
			t.Errorf("%q takes %s into account", endpoint, got)
		}
	}
}

func TestWhatArrivesWhereEveryUpdateResolvesAllIsIncluded(t *testing.T) {
	it := eggs()
	s, err := conflicts.NewSession(&item.Item{Winner: it.Winner, Conflicts: it.Conflicts[:1]}, "me", conflicts.About{Rules: all{}})
	must(t, err)
	news := s.Update(it, conflicts.About{Rules: all{}})
	if len(news.Arrived) != 1 || !s.Candidates()[2].Taken {
		t.Errorf("arrived are %d, the candidate is %+v", len(news.Arrived), s.Candidates()[2])
	}
}

func TestAnItemThatIsOnlyMarkedIsConfirmed(t *testing.T) {
	for want, place := range map[conflicts.Situation]item.Place{
		conflicts.Marked: work,
		conflicts.Circle: {Key: "1/0", Cycle: "home"},
	} {
		it := moved(place)
		it.Flagged = true
		s, err := conflicts.NewSession(it, "me", startedAt(news))
		must(t, err)
		if s.Situation() != want || s.Circle() != place.Cycle {
			t.Errorf("the situation is %d with %q, want %d", s.Situation(), s.Circle(), want)
		}
		if o := s.Outcome(); !o.Confirms || !o.Unmarks || o.Resolved != 0 || o.ToChoose != 0 {
			t.Errorf("the outcome is %+v", o)
		}
		if d := decided(t, s); d.Deleted || d.Place != nil || len(d.Taken) != 0 || d.Content.Hash() != it.Winner.Content.Hash() {
			t.Errorf("the result is %+v", d)
		}
		must(t, s.Type("title", "heise online"))
		if s.Outcome().Confirms {
			t.Error("it only confirms, though the title was changed")
		}
		it.Flagged = false
		if news := s.Update(it, startedAt(news)); !news.Resolved {
			t.Errorf("the news are %+v once the mark is gone", news)
		}
	}
}

func TestAVersionThatSaysThatItWasNotKeptIsNotTaken(t *testing.T) {
	it := eggs()
	it.Conflicts[0].Missing = true
	s := begin(t, it, "me")
	if err := s.Take(1); !errors.Is(err, conflicts.ErrMissing) || !s.Candidates()[1].Missing {
		t.Errorf("taking it: %v", err)
	}
}
