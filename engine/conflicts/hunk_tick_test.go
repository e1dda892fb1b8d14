package conflicts_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// A moved the first line to the end and B deleted it; C changed another one, and
// is not included. Nothing is lost: the line is where A moved it to, whoever else is
// included.
func TestALineThatOneMovedAndAnotherDeletedIsKeptWhoeverElseIsIncluded(t *testing.T) {
	it := parted(
		item.Plain("Bag", "rope\nlamp\ntent\nknife\nmap\n"),
		item.Plain("Bag", "rope\nlamp\ntent\nknife\n"),
		item.Plain("Bag", "map\nrope\nlantern\ntent\nknife\n"),
	)
	s, err := conflicts.NewSession(it, "me", startedFrom(item.Plain("Bag", "map\nrope\nlamp\ntent\nknife\n")))
	must(t, err)
	must(t, s.Tick(2, false))
	lamp, _ := hunkAt(t, s, "lantern")
	must(t, s.TakeHunk("text", lamp, 0))
	if open := s.Open(); open != nil || text(t, s) != "rope\nlamp\ntent\nknife\nmap\n" {
		t.Errorf("open is %q and the text %q", open, text(t, s))
	}
}

func TestStretchesOfVersionsThatAreAllLeftForLaterProposeNothing(t *testing.T) {
	it := parted(item.Plain("", ""), item.Plain("Bag", "map\nrope\n"), item.Plain("Bag", "map\nlamp\n"))
	it.Winner.Deleted = true
	s, err := conflicts.NewSession(it, "me", startedFrom(item.Plain("Bag", "map\n")))
	must(t, err)
	must(t, s.Only())
	s.Stay()
	for _, h := range s.Hunks("text") {
		if h.Result != "" || h.Taken != nil {
			t.Errorf("a stretch %+v", h)
		}
	}
}

// checkStretches holds that a text and its stretches say the same: what is shown
// as open is open, and what is shown as proposed is what is saved.
func checkStretches(t interface {
	Helper()
	Errorf(string, ...any)
}, s *conflicts.Session,
) {
	t.Helper()
	hunks := s.Hunks("text")
	text, open := "", false
	for _, h := range hunks {
		text, open = text+h.Result, open || h.Open
	}
	for _, c := range s.Cells() {
		if c.Field == "text" && hunks != nil && (c.Open != open || !open && c.Result != text) {
			t.Errorf("the text is %q, open %v, and the stretches %q, open %v", c.Result, c.Open, text, open)
		}
	}
}

func TestATextIsWhatItsStretchesAre(t *testing.T) {
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n"}), 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		note := func(name string) *item.Content { return item.Plain("", strings.Join(lines.Draw(t, name), "")) }
		s, err := conflicts.NewSession(parted(note("A"), note("B"), note("C"), note("D")), "me", startedFrom(note("base")))
		if errors.Is(err, conflicts.ErrNoConflict) {
			t.Skip("they are equal")
		}
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n < len(s.Candidates()); n++ {
			if err := s.Tick(n, rapid.Bool().Draw(t, "taken")); err != nil {
				t.Fatal(err)
			}
		}
		checkStretches(t, s)
	})
}

// B and C, which are one column, emptied the text: that makes one stretch of what A and
// D did apart.
func TestATextIsWhatItsStretchesAreWhereVersionsThatCutItAreNotTicked(t *testing.T) {
	it := parted(item.Plain("", "a\nb\n"), item.Plain("", ""), item.Plain("", ""), item.Plain("", "b\n"))
	s, err := conflicts.NewSession(it, "me", startedFrom(item.Plain("", "b\nc\n")))
	must(t, err)
	must(t, s.Only(2))
	checkStretches(t, s)
}
