package session_test

import (
	"testing"

	"crossfeed/engine/conflicts/session"
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
	s := begin(t, it, "me")
	if c := cell(t, s, "done"); !c.Alike || len(s.Open()) > 0 || s.Situation() != session.OnlyVolatile {
		t.Errorf("alike %v, open %q, situation %v", c.Alike, s.Open(), s.Situation())
	}
	if got := record.Read(decided(t, s).Content).Get("done"); got != "true 2026-11-24T10:00:00Z" {
		t.Errorf("done says %q", got)
	}
}
