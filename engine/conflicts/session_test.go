package conflicts_test

import (
	"errors"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

var noon = time.Date(2005, 6, 1, 12, 0, 0, 0, time.UTC)

// version makes a version of the item "eggs", last updated by an endpoint.
func version(updates int, by string, c *item.Content) *item.Version {
	when := item.At(time.Date(2005, 5, 21, 9, 43, updates, 0, time.UTC))
	return &item.Version{
		ID: "eggs", Updates: updates, Content: c,
		History: []item.History{{Sequence: updates, When: when, By: by}, {Sequence: 1, By: "phone"}},
	}
}

func tombstone(updates int, by string) *item.Version {
	v := version(updates, by, item.Plain("Eggs", ""))
	v.Deleted = true
	return v
}

// eggs returns an item that was changed by desk, the winner, laptop and tablet.
func eggs() *item.Item {
	return &item.Item{
		Winner: version(4, "desk", item.Plain("Eggs ×12", "from the market")),
		Conflicts: []*item.Version{
			version(3, "laptop", item.Plain("Eggs", "brown ones")),
			version(2, "tablet", item.Plain("Eggs", "from the market")),
		},
	}
}

// decided returns what the session decided, with that time for what was marked as done.
func decided(t interface {
	Helper()
	Fatal(...any)
}, s *conflicts.Session) conflicts.Result {
	t.Helper()
	d, err := s.Decision(time.Date(2005, 6, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func begin(t *testing.T, it *item.Item, endpoint string) *conflicts.Session {
	t.Helper()
	s, err := conflicts.NewSession(it, endpoint, conflicts.About{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func must(t interface {
	Helper()
	Fatal(...any)
}, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnItemWithoutConflictsHasNothingToResolve(t *testing.T) {
	_, err := conflicts.NewSession(&item.Item{Winner: eggs().Winner}, "desk", conflicts.About{})
	if !errors.Is(err, conflicts.ErrNoConflict) {
		t.Errorf("got %v, want ErrNoConflict", err)
	}
}

func TestKeepingTheWinnerIncludesEverything(t *testing.T) {
	it := eggs()
	s := begin(t, it, "me")
	if s.Changed() {
		t.Error("a fresh session counts as changed")
	}
	must(t, s.Take(0))
	d := decided(t, s)
	if d.Content != it.Winner.Content || d.Deleted {
		t.Errorf("the result is %q, deleted %v; want the winner's", d.Content.Title(), d.Deleted)
	}
	if len(d.Taken) != 2 || s.Item() != it {
		t.Errorf("taken %v; want both conflicts", d.Taken)
	}
}

func TestChangedTellsOfWhatStands(t *testing.T) {
	steps := []struct {
		name string
		do   func(*conflicts.Session) error
		want bool
	}{
		{"taking a version", func(s *conflicts.Session) error { return s.Take(0) }, true},
		{"taking a field", func(s *conflicts.Session) error { return s.TakeField("text", 1) }, true},
		{"typing", func(s *conflicts.Session) error { return s.Type("title", "Six eggs") }, true},
		{"typing what stands there", func(s *conflicts.Session) error { return s.Type("title", "Eggs ×12") }, false},
		{"un-ticking", func(s *conflicts.Session) error { return s.Tick(2, false) }, true},
		{"un-ticking and ticking again", func(s *conflicts.Session) error {
			return errors.Join(s.Tick(2, false), s.Tick(2, true))
		}, false},
	}
	for _, step := range steps {
		t.Run(step.name, func(t *testing.T) {
			s := begin(t, eggs(), "me")
			must(t, step.do(s))
			if s.Changed() != step.want {
				t.Errorf("Changed is %v", s.Changed())
			}
		})
	}
}
