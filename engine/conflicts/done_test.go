package conflicts_test

import (
	"errors"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Two who tick one todo at different moments did the same: there is nothing to
// choose, and the winner's moment stands.
func TestTwoWhoTickOneTodoDidTheSame(t *testing.T) {
	it := &item.Item{
		Winner: version(3, "desk", todo(t, record.Values{"title": "Bins", "done": "true 2026-11-24T10:00:00Z"})),
		Conflicts: []*item.Version{
			version(3, "laptop", todo(t, record.Values{"title": "Bins", "done": "true 2026-11-24T09:00:00Z"})),
		},
	}
	if _, err := conflicts.NewSession(it, "me", conflicts.About{}); !errors.Is(err, conflicts.ErrNoConflict) {
		t.Errorf("got %v, want ErrNoConflict", err)
	}
	it.Conflicts[0].Content = with(t, it.Conflicts[0].Content, record.Values{"title": "Bins out"})
	s := begin(t, it, "me")
	if c := cell(t, s, "done"); !c.Alike || c.Open {
		t.Errorf("alike %v, open %q", c.Alike, s.Open())
	}
	must(t, s.TakeField("title", 0))
	if got := record.Read(decided(t, s).Content).Get("done"); got != "true 2026-11-24T10:00:00Z" {
		t.Errorf("done says %q", got)
	}
}
