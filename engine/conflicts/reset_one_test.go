package conflicts_test

import (
	"testing"

	"crossfeed/engine/item"
)

// A stretch of a text that was taken as one goes back alone.
func TestAStretchOfATextThatWasTakenAsOneGoesBackAlone(t *testing.T) {
	s := from(t, item.Plain("Shop", "milk\nbread\neggs\nsalt\ntea\n"),
		item.Plain("Shop", "oat milk\nbread\neggs\nsalt\nblack tea\n"), item.Plain("Shop", "soy milk\nbread\neggs\nsalt\ngreen tea\n"))
	must(t, s.Take(1))
	must(t, s.ResetHunk("text", 0))
	h := s.Hunks("text")
	if !h[0].Open || h[len(h)-1].Result != "green tea\n" {
		t.Errorf("the stretches are %+v", h)
	}
}
