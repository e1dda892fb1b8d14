package session_test

import (
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/settle/session"
)

// A moved the first line to the end and B deleted it; C changed another one, and
// is left for later.
func TestALineThatOneMovedAndAnotherDeletedIsOpenWhoeverElseIsTicked(t *testing.T) {
	it := parted(
		item.Plain("Bag", "rope\nlamp\ntent\nknife\nmap\n"),
		item.Plain("Bag", "rope\nlamp\ntent\nknife\n"),
		item.Plain("Bag", "map\nrope\nlantern\ntent\nknife\n"),
	)
	s, err := session.New(it, "me", startedFrom(item.Plain("Bag", "map\nrope\nlamp\ntent\nknife\n")))
	must(t, err)
	must(t, s.Tick(2, false))
	lamp, _ := hunkAt(t, s, "lantern")
	must(t, s.TakeHunk("text", lamp, 0))
	if open := s.Open(); !slices.Equal(open, []string{"text"}) {
		t.Errorf("open is %q and the text %q; want the text to be open", open, text(t, s))
	}
}

func TestStretchesOfVersionsThatAreAllLeftForLaterProposeNothing(t *testing.T) {
	it := parted(item.Plain("", ""), item.Plain("Bag", "map\nrope\n"), item.Plain("Bag", "map\nlamp\n"))
	it.Winner.Deleted = true
	s, err := session.New(it, "me", startedFrom(item.Plain("Bag", "map\n")))
	must(t, err)
	must(t, s.Only())
	s.Stay()
	for _, h := range s.Hunks("text") {
		if h.Result != "" || h.Taken != nil {
			t.Errorf("a stretch %+v", h)
		}
	}
}
