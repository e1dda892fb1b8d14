package conflicts_test

import (
	"errors"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// If a text was taken as a whole, one hunk can be replaced: the others keep the text of the
// version, or of the original.
func TestAStretchOfATextThatWasTakenAsOneIsReplacedAlone(t *testing.T) {
	base := "milk\nbread\neggs\nsalt\ntea\n"
	for name, c := range map[string]struct {
		take func(s *conflicts.Session) error
		want string
	}{
		"whole B":    {func(s *conflicts.Session) error { return s.Take(1) }, "oat milk\nbread\neggs\nsalt\ngreen tea\n"},
		"the text":   {func(s *conflicts.Session) error { return s.TakeField("text", 1) }, "oat milk\nbread\neggs\nsalt\ngreen tea\n"},
		"original":   {func(s *conflicts.Session) error { return s.TakeOriginal() }, "oat milk\nbread\neggs\nsalt\ntea\n"},
		"its text":   {func(s *conflicts.Session) error { return accept(s, "text", -1) }, "oat milk\nbread\neggs\nsalt\ntea\n"},
		"a stretch":  {func(s *conflicts.Session) error { return s.TakeHunk("text", last(s), 1) }, "oat milk\nbread\neggs\nsalt\ngreen tea\n"},
		"its origin": {func(s *conflicts.Session) error { return accept(s, "text", last(s)) }, "oat milk\nbread\neggs\nsalt\ntea\n"},
	} {
		s := from(t, item.Plain("Shop", base), item.Plain("Shop", "oat milk\nbread\neggs\nsalt\nblack tea\n"), item.Plain("Shop", "soy milk\nbread\neggs\nsalt\ngreen tea\n"))
		must(t, c.take(s))
		must(t, s.TakeHunk("text", 0, 0))
		for which, s := range map[string]*conflicts.Session{"chosen": s, "restored": again(t, s, s.Item(), startedFrom(item.Plain("Shop", base)))} {
			if got := cell(t, s, "text").Result; got != c.want {
				t.Errorf("%s, %s: got %q, want %q", name, which, got, c.want)
			}
		}
	}
}

func last(s *conflicts.Session) int { return s.Stretches("text") - 1 }

func accept(s *conflicts.Session, field string, hunk int) error {
	o, err := s.Original(field, hunk)
	if err != nil {
		return err
	}
	return s.Accept(field, hunk, o)
}

// The original can be taken as a whole: all of its fields, and the data that no field shows.
func TestTheOriginalIsTakenWhole(t *testing.T) {
	base := item.Plain("Eggs", "milk")
	s := from(t, base, item.Plain("Six eggs", "milk"), item.Plain("Ten eggs", "oats"))
	must(t, s.TakeOriginal())
	for which, s := range map[string]*conflicts.Session{"taken": s, "restored": again(t, s, s.Item(), startedFrom(base))} {
		if d := decided(t, s); d.Content.Hash() != base.Hash() {
			t.Errorf("%s: got %q and %q", which, d.Content.Title(), d.Content.Text())
		}
		if c := cell(t, s, "title"); c.Accepted != conflicts.OfferOriginal || !c.Chosen || c.From != "" {
			t.Errorf("%s: the cell is %+v", which, c)
		}
	}
	if err := begin(t, eggs(), "me").TakeOriginal(); !errors.Is(err, conflicts.ErrNoOriginal) {
		t.Errorf("got %v where it is not known", err)
	}
}

// If a text was taken as a whole, one hunk can be reset.
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

// An accepted offer stays accepted when a version arrives, and after a restart: accepting it
// again is not an undo step.
func TestTheSameOfferAgainIsNoStepAfterNews(t *testing.T) {
	base, a, b := note("milk\nbread\neggs\n"), note("milk\nbread\nten eggs\n"), note("milk\nbread\neggs, boiled\n")
	kinds := map[conflicts.OfferKind]bool{}
	for _, o := range from(t, base, a, b).Offers("text", 1) {
		s := from(t, base, a, b)
		accepts := func() error { return s.Accept("text", 1, o) }
		again := func(when string) {
			t.Helper()
			s.ClearSteps()
			must(t, s.Do(accepts))
			if s.Undo() {
				t.Errorf("%v, %q, is a step %s", o.Kind, o.Value, when)
			}
		}
		must(t, s.Do(accepts))
		s.Update(parted(a, b, note("milk\nbread\nno eggs\n")), startedFrom(base))
		kept := s.SavedDraft()
		again("after news")
		s, _ = conflicts.NewSession(s.Item(), "me", startedFrom(base))
		s.Restore(kept)
		again("after another start")
		kinds[o.Kind] = true
	}
	if !kinds[conflicts.OfferWords] || !kinds[conflicts.OfferOriginal] || !kinds[conflicts.OfferBoth] {
		t.Errorf("too few kinds of offers: %v", kinds)
	}
}
