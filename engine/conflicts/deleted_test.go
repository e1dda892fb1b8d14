package conflicts_test

import (
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// deletedElsewhere returns an item that laptop deleted while desk changed it.
func deletedElsewhere() *item.Item {
	it := eggs()
	it.Conflicts[0] = tombstone(3, "laptop")
	return it
}

// deletedHere returns an item that desk, the winner, deleted while the others changed it.
func deletedHere() *item.Item {
	it := eggs()
	it.Winner = tombstone(4, "desk")
	return it
}

func TestTakingATombstoneDeletes(t *testing.T) {
	s := begin(t, deletedElsewhere(), "me")
	must(t, s.Take(1))
	if deleted := decided(t, s).Deleted; !deleted || !s.Outcome().Deletes {
		t.Error("the result is no tombstone")
	}
	expect(t, s, "title", "", "B", true)
}

func TestAWinningTombstoneStaysOneUntilSomethingElseIsChosen(t *testing.T) {
	s := begin(t, deletedHere(), "me")
	expect(t, s, "title", "", "A", false)
	must(t, s.Type("title", ""))
	if !s.Outcome().Deletes {
		t.Fatal("typing nothing into the tombstone un-deleted it")
	}
	must(t, s.Take(2))
	if s.Outcome().Deletes {
		t.Error("taking a live version did not un-delete")
	}
}

func TestTypingUndeletesWithTheRestOfTheFirstLiveVersion(t *testing.T) {
	s := begin(t, deletedHere(), "me")
	must(t, s.Type("title", "Eggs after all"))
	expect(t, s, "title", "Eggs after all", "", true)
	expect(t, s, "text", "brown ones", "B", false)
	must(t, s.TakeField("text", 1))
	if d := decided(t, s); d.Deleted || d.Content.Text() != "brown ones" {
		t.Errorf("the decision is %q, deleted %v", d.Content.Text(), d.Deleted)
	}
}

func TestTakingAFieldUndeletesWithTheRestOfItsVersion(t *testing.T) {
	s := begin(t, deletedHere(), "me")
	must(t, s.TakeField("title", 2))
	expect(t, s, "title", "Eggs", "C", true)
	expect(t, s, "text", "from the market", "C", false)
}

func TestTypingUndeletesWhatIsDeletedEverywhere(t *testing.T) {
	s := begin(t, &item.Item{Winner: tombstone(3, "desk"), Flagged: true}, "me")
	must(t, s.Type("text", "needed after all"))
	expect(t, s, "title", "Eggs", "A", false)
	if d := decided(t, s); d.Deleted || d.Content.Title() != "Eggs" || d.Content.Text() != "needed after all" {
		t.Errorf("the decision is %q, %q, deleted %v", d.Content.Title(), d.Content.Text(), d.Deleted)
	}
}

func TestATombstoneHasNoFieldToTake(t *testing.T) {
	s := begin(t, deletedElsewhere(), "me")
	if err := s.TakeField("title", 1); err == nil || s.Changed() {
		t.Errorf("got error %v, changed %v", err, s.Changed())
	}
}

// Two versions moved the item, one of them into the deleted outline work.
func TestAPositionInADeletedOutlineIsChosenByAPerson(t *testing.T) {
	outside := item.Place{Key: "7"}
	for name, c := range map[string]struct {
		it       *item.Item
		about    conflicts.About
		decide   func(*conflicts.Session) error
		want     item.Place
		restores string
	}{
		"the only move, taken":                 {moved(work, news), startedAt(news), func(s *conflicts.Session) error { return s.TakeField(conflicts.Place, 0) }, work, "work"},
		"the only move, refused":               {moved(work, news), startedAt(news), func(s *conflicts.Session) error { return s.TakeOriginal() }, news, ""},
		"an orphan that stays":                 {moved(work), conflicts.About{}, func(s *conflicts.Session) error { return s.Take(0) }, work, "work"},
		"an orphan that is moved":              {moved(work), conflicts.About{}, func(s *conflicts.Session) error { return s.TakeOriginal() }, outside, ""},
		"edited by two in the deleted outline": {moved(work, work), startedAt(work), func(s *conflicts.Session) error { return s.TakeOriginal() }, outside, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c.about.Orphan = &conflicts.Orphan{Deleted: []string{"work"}, Outside: outside}
			s, err := conflicts.NewSession(c.it, "desk", c.about)
			must(t, err)
			if open := s.Open(); len(open) != 1 || open[0] != conflicts.Place {
				t.Fatalf("open are %q", open)
			}
			must(t, c.decide(s))
			d := decided(t, s)
			got := c.it.Winner.Place
			if d.Place != nil {
				got = *d.Place
			}
			if got != c.want || d.Restores != c.restores || s.Outcome().Restores != (c.restores != "") {
				t.Errorf("it goes to %v and restores %q; want %v, %q", got, d.Restores, c.want, c.restores)
			}
		})
	}
}

func TestAnOrphanIsResolvedWhereItsOutlineIsRestored(t *testing.T) {
	it := moved(work)
	s, err := conflicts.NewSession(it, "desk", conflicts.About{Orphan: &conflicts.Orphan{Deleted: []string{"work"}}})
	must(t, err)
	if kind := s.Situation(); kind != conflicts.Orphaned {
		t.Errorf("the situation is %v", kind)
	}
	if news := s.Update(it, conflicts.About{}); !news.Resolved {
		t.Errorf("the news are %+v", news)
	}
	_, err = conflicts.NewSession(it, "desk", conflicts.About{})
	if err == nil {
		t.Error("there is a conflict without an orphan")
	}
}
