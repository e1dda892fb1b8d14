package conflicts_test

import (
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// An item that two moved, one of them into an outline that is deleted: work.
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
	if news := s.Meet(it, conflicts.About{}); !news.Settled {
		t.Errorf("the news are %+v", news)
	}
	_, err = conflicts.NewSession(it, "desk", conflicts.About{})
	if err == nil {
		t.Error("there is a conflict without an orphan")
	}
}
