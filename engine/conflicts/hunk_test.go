package conflicts_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
)

// recipe returns a text with three hunks that may differ.
func recipe(first, second, third string) *item.Content {
	return item.Plain("Cake", fmt.Sprintf("%s\nsame\nsame again\n%s\nalike\nalike again\n%s\nend\n", first, second, third))
}

// cake starts to resolve a text in which A and B changed the first hunk, only A the second and
// only B the third.
func cake(t *testing.T) *conflicts.Session {
	return from(t, recipe("flour", "milk", "salt"), recipe("rye", "cream", "salt"), recipe("oats", "milk", "sugar"))
}

// hunkAt finds the hunk in which a candidate has a text.
func hunkAt(t *testing.T, s *conflicts.Session, text string) (int, conflicts.Hunk) {
	t.Helper()
	for i, h := range s.Hunks("text") {
		if slices.ContainsFunc(h.Texts, func(have string) bool { return strings.Contains(have, text) }) {
			return i, h
		}
	}
	t.Fatalf("no stretch has %q", text)
	return 0, conflicts.Hunk{}
}

func text(t *testing.T, s *conflicts.Session) string {
	t.Helper()
	return cell(t, s, "text").Result
}

func TestTextThatDoesNotOverlapIsMerged(t *testing.T) {
	s := from(t, recipe("flour", "milk", "salt"), recipe("flour", "cream", "salt"), recipe("flour", "milk", "sugar"))
	c := cell(t, s, "text")
	if want := recipe("flour", "cream", "sugar").Text(); c.Result != want || c.Reason != merge.Merged || !c.Proposed || c.From != "" {
		t.Errorf("the cell is %+v", c)
	}
	if !slices.Equal(c.Parts, []string{"A", "B"}) {
		t.Errorf("put together of %q", c.Parts)
	}
}

func TestStretchesSayWhatIsProposedAndWhatIsOpen(t *testing.T) {
	s := cake(t)
	_, first := hunkAt(t, s, "rye")
	_, second := hunkAt(t, s, "cream")
	_, shared := hunkAt(t, s, "same")
	if !first.Open || first.Alike || first.Result != "rye\n" || first.Base != "flour\n" || first.Taken != nil {
		t.Errorf("what both changed: %+v", first)
	}
	if second.Open || second.Result != "cream\n" || second.From != 0 || !slices.Equal(second.Texts, []string{"cream\n", "milk\n"}) {
		t.Errorf("what A alone changed: %+v", second)
	}
	if shared.Open || !shared.Alike {
		t.Errorf("what nobody changed: %+v", shared)
	}
	if !cell(t, s, "text").Open {
		t.Error("the text is not open")
	}
}

func TestStretchesAreTakenOneByOneInEitherOrder(t *testing.T) {
	for name, c := range map[string]struct {
		numbers []int
		want    string
		parts   string
	}{
		"A's":              {[]int{0}, "rye", "A B"},
		"A's and then B's": {[]int{0, 1}, "rye\noats", "A B"},
		"B's and then A's": {[]int{1, 0}, "oats\nrye", "A B"},
	} {
		s := cake(t)
		i, _ := hunkAt(t, s, "rye")
		must(t, s.TakeHunk("text", i, c.numbers...))
		if got, want := text(t, s), recipe(c.want, "cream", "sugar").Text(); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
		done := cell(t, s, "text")
		if done.Open || !done.Chosen || done.Proposed || strings.Join(done.Parts, " ") != c.parts {
			t.Errorf("%s: the cell is %+v", name, done)
		}
		if _, h := hunkAt(t, s, "rye"); h.Open || !slices.Equal(h.Taken, c.numbers) {
			t.Errorf("%s: the stretch is %+v", name, h)
		}
		if got := decided(t, s).Content.Text(); got != text(t, s) {
			t.Errorf("%s: %q is saved", name, got)
		}
	}
}

func TestAStretchIsTakenOut(t *testing.T) {
	s := cake(t)
	i, _ := hunkAt(t, s, "rye")
	must(t, s.TakeHunk("text", i))
	if got := text(t, s); !strings.HasPrefix(got, "same\n") || cell(t, s, "text").Open {
		t.Errorf("got %q", got)
	}
}

func TestAHunkGoesBackToTheSuggestion(t *testing.T) {
	s := cake(t)
	first, _ := hunkAt(t, s, "rye")
	second, _ := hunkAt(t, s, "cream")
	must(t, s.TakeHunk("text", first, 1))
	must(t, s.TakeHunk("text", second, 1))
	must(t, s.ResetHunk("text", second))
	if got, want := text(t, s), recipe("oats", "cream", "sugar").Text(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	must(t, s.ResetHunk("text", first))
	if c := cell(t, s, "text"); !c.Open || c.Chosen || s.Changed() {
		t.Errorf("the cell is %+v", c)
	}
	must(t, s.Type("text", "typed"))
	must(t, s.ResetHunk("text", first))
	if text(t, s) != "typed" || s.ResetHunk("text", 99) == nil {
		t.Error("what was typed is gone, or a stretch that is not there went back")
	}
	must(t, s.Take(1))
	must(t, s.TakeHunk("text", first, 0))
	must(t, s.ResetHunk("text", first))
	if h := s.Hunks("text"); !h[first].Open || h[second].Result != "milk\n" {
		t.Errorf("after a version was taken whole the stretches are %+v", h)
	}
}

func TestATextOfWhichAStretchIsLeftOpenIsOpen(t *testing.T) {
	s := cake(t)
	i, _ := hunkAt(t, s, "cream")
	must(t, s.TakeHunk("text", i, 1))
	if c := cell(t, s, "text"); !c.Open || c.Result != recipe("rye", "milk", "sugar").Text() {
		t.Errorf("the cell is %+v", c)
	}
}

func TestALastLineWithoutAnEndGetsOneWhereAnotherFollows(t *testing.T) {
	s := from(t, item.Plain("Cake", "milk"), item.Plain("Cake", "cream"), item.Plain("Cake", "butter"))
	must(t, s.TakeHunk("text", 0, 1, 0))
	if got := text(t, s); got != "butter\ncream" {
		t.Errorf("got %q", got)
	}
}

// If the text was taken from a version, its other hunks keep that version's text.
func TestATextThatWasTypedOrTakenHasNoStretchesUntilOneIsTaken(t *testing.T) {
	s := cake(t)
	must(t, s.Type("text", "no cake"))
	if s.Hunks("text") != nil {
		t.Error("a text that was typed is cut")
	}
	must(t, s.Take(1))
	if s.Hunks("text") != nil {
		t.Error("a text that was taken is cut")
	}
	must(t, s.TakeHunk("text", 0, 0))
	if got, want := text(t, s), recipe("rye", "milk", "sugar").Text(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAStretchBringsADeletedItemBack(t *testing.T) {
	it := parted(recipe("rye", "cream", "salt"), recipe("oats", "milk", "sugar"), recipe("", "", ""))
	it.Conflicts[1].Deleted = true
	s, err := conflicts.NewSession(it, "me", startedFrom(recipe("flour", "milk", "salt")))
	must(t, err)
	must(t, s.Take(2))
	if s.Hunks("text") != nil {
		t.Error("a deleted text is cut")
	}
	must(t, s.TakeHunk("text", 0, 0))
	if got, want := text(t, s), recipe("rye", "cream", "sugar").Text(); got != want || s.Outcome().Deletes {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStretchesThatAreNotThereAreRefused(t *testing.T) {
	s := cake(t)
	for name, err := range map[string]error{
		"a stretch below the first":   s.TakeHunk("text", -1, 0),
		"a stretch above the last":    s.TakeHunk("text", len(s.Hunks("text")), 0),
		"a version that is not there": s.TakeHunk("text", 0, 2),
		"a field of one line":         s.TakeHunk("title", 0, 0),
		"a field that is not there":   s.TakeHunk("colour", 0, 0),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if s.Changed() || s.Hunks("title") != nil || s.Hunks("colour") != nil {
		t.Error("the draft changed")
	}
}

func TestStretchesOfAVersionThatIsNotTickedCanBeTaken(t *testing.T) {
	s := cake(t)
	must(t, s.Tick(1, false))
	if c := cell(t, s, "text"); c.Open || c.Result != recipe("rye", "cream", "salt").Text() {
		t.Errorf("the cell is %+v", c)
	}
	i, _ := hunkAt(t, s, "sugar")
	must(t, s.TakeHunk("text", i, 1))
	if got, want := text(t, s), recipe("rye", "cream", "sugar").Text(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTakenStretchesSurviveAnotherStart(t *testing.T) {
	s := cake(t)
	i, _ := hunkAt(t, s, "cream")
	must(t, s.TakeHunk("text", i, 1, 0))
	next := again(t, s, s.Item(), startedFrom(recipe("flour", "milk", "salt")))
	if text(t, next) != text(t, s) || !cell(t, next, "text").Open {
		t.Errorf("the cell is %+v", cell(t, next, "text"))
	}
	if _, h := hunkAt(t, next, "cream"); !slices.Equal(h.Taken, []int{1, 0}) {
		t.Errorf("the stretch is %+v", h)
	}
}

// A composed text stays as it was, and its open hunks still have to be chosen.
func TestTakenStretchesBecomeATextWhereTheVersionsChanged(t *testing.T) {
	s := cake(t)
	open, _ := hunkAt(t, s, "cream")
	must(t, s.TakeHunk("text", open, 1))
	before := text(t, s)
	now := parted(recipe("rye", "cream", "salt"), recipe("oats", "milk", "sugar"), recipe("", "", ""))
	s.Update(now, startedFrom(recipe("flour", "milk", "flakes")))
	c := cell(t, s, "text")
	if c.Result != before || !c.Open || !c.Chosen || s.Hunks("text") != nil {
		t.Errorf("the cell is %+v", c)
	}
	must(t, s.Put("text", c.Result))
	if cell(t, s, "text").Open {
		t.Error("what was typed is open")
	}
}

func TestTakenStretchesStayWhereTheTextIsCutTheSameWay(t *testing.T) {
	s := cake(t)
	i, _ := hunkAt(t, s, "rye")
	must(t, s.TakeHunk("text", i, 1))
	now := parted(recipe("rye", "cream", "salt"), recipe("oats", "milk", "sugar"), recipe("flour", "milk", "salt").WithTitle("Pie"))
	news := s.Update(now, startedFrom(recipe("flour", "milk", "salt")))
	if _, h := hunkAt(t, s, "rye"); len(news.Arrived) != 1 || !slices.Equal(h.Taken, []int{1}) {
		t.Errorf("the news is %+v, the stretch %+v", news, h)
	}
}

// A moved the first line to the end and B deleted it; C changed another line, and is not
// included. Nothing is lost: the line is where A moved it to, whoever else is included.
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

// checkStretches checks that a text and its hunks agree: what is shown as open is open, and
// what is shown as proposed is what is saved.
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

// B and C share a column and emptied the text, which makes the separate changes of A and D one
// hunk.
func TestATextIsWhatItsStretchesAreWhereVersionsThatCutItAreNotTicked(t *testing.T) {
	it := parted(item.Plain("", "a\nb\n"), item.Plain("", ""), item.Plain("", ""), item.Plain("", "b\n"))
	s, err := conflicts.NewSession(it, "me", startedFrom(item.Plain("", "b\nc\n")))
	must(t, err)
	must(t, s.Only(2))
	checkStretches(t, s)
}

// The winner is deleted, no other version is included, and the item is kept: what the hunks of
// a text show is what is saved.
func TestStretchesOfWhatNobodyIncludedSaysAreWhatIsSaved(t *testing.T) {
	base := recipe("flour", "milk", "salt")
	a, b := version(3, "laptop", recipe("rye", "milk", "salt")), version(2, "tablet", item.Plain("Pie", recipe("oats", "milk", "salt").Text()))
	s, err := conflicts.NewSession(&item.Item{Winner: tombstone(4, "desk"), Conflicts: []*item.Version{a, b}}, "me", startedFrom(base))
	must(t, err)
	for _, n := range []int{1, 2} {
		if err := s.Tick(n, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.TakeField("title", 2); err != nil { // so the item is kept, and the text is from that version
		t.Fatal(err)
	}
	if got := text(t, s); got != b.Content.Text() || s.Hunks("text") != nil {
		t.Errorf("the text is %q, in %d stretches", got, len(s.Hunks("text")))
	}
	n := 0
	for i, c := range merge.Chunks(new(base.Text()), []string{a.Content.Text(), b.Content.Text()}) {
		if !c.Alike {
			n = i
		}
	}
	if err := s.TakeHunk("text", n, 1); err != nil {
		t.Fatal(err)
	}
	if got := text(t, s); got != a.Content.Text() {
		t.Errorf("with the stretch of another version it is %q", got)
	}
}
