package conflicts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func offerOf(t *testing.T, offers []conflicts.Offer, kind conflicts.OfferKind, versions ...int) conflicts.Offer {
	t.Helper()
	for _, o := range offers {
		if o.Kind == kind && slices.Equal(o.Versions, versions) {
			return o
		}
	}
	t.Fatalf("there is no offer %s of %v among %+v", kind, versions, offers)
	return conflicts.Offer{}
}

// openHunk returns the first open hunk of a text.
func openHunk(t *testing.T, s *conflicts.Session) (int, conflicts.Hunk) {
	t.Helper()
	for i, h := range s.Hunks("text") {
		if h.Open {
			return i, h
		}
	}
	t.Fatal("no stretch is open")
	return 0, conflicts.Hunk{}
}

func TestAnAcceptedOfferResolvesOneStretchAndNothingElse(t *testing.T) {
	for want, find := range map[string]struct {
		kind     conflicts.OfferKind
		versions []int
	}{
		"rye":       {conflicts.OfferVersion, []int{0}},
		"oats":      {conflicts.OfferVersion, []int{1}},
		"rye\noats": {conflicts.OfferBoth, []int{0, 1}},
		"oats\nrye": {conflicts.OfferBoth, []int{1, 0}},
		"flour":     {conflicts.OfferOriginal, nil},
	} {
		s := cake(t)
		i, h := openHunk(t, s)
		must(t, s.Accept("text", i, offerOf(t, h.Offers, find.kind, find.versions...)))
		accepted := recipe(want, "cream", "sugar").Text()
		if got := decided(t, s).Content.Text(); got != accepted {
			t.Errorf("%s of %v: got %q, want %q", find.kind, find.versions, got, accepted)
		}
		if h := s.Hunks("text")[i]; h.Accepted != find.kind || h.Open {
			t.Errorf("%s of %v: the stretch is %+v", find.kind, find.versions, h)
		}
		if got := decided(t, again(t, s, s.Item(), startedFrom(recipe("flour", "milk", "salt")))).Content.Text(); got != accepted {
			t.Errorf("%s of %v: restored %q, want %q", find.kind, find.versions, got, accepted)
		}
	}
}

func TestASetOffersTheMembersOfAllVersions(t *testing.T) {
	phones := func(numbers string) *item.Content {
		return contact(t, record.Values{"name": "Example", "phones": numbers})
	}
	base := phones("1\n2")
	s := from(t, base, phones("11\n2"), phones("12\n2"))
	c := cell(t, s, "phones")
	if !c.Open {
		t.Fatalf("the cell is %+v", c)
	}
	must(t, s.Accept("phones", -1, offerOf(t, c.Offers, conflicts.OfferBoth, 0, 1)))
	for name, s := range map[string]*conflicts.Session{"accepted": s, "restored": again(t, s, s.Item(), startedFrom(base))} {
		c = cell(t, s, "phones")
		if c.Open || c.Result != "11\n2\n12" || !slices.Equal(c.Parts, []string{"A", "B"}) {
			t.Errorf("%s: the cell is %+v", name, c)
		}
	}
}

func TestAFieldOffersTheOriginal(t *testing.T) {
	s := from(t, item.Plain("Eggs", ""), item.Plain("Six eggs", ""), item.Plain("Ten eggs", ""))
	must(t, s.Accept("title", -1, offerOf(t, cell(t, s, "title").Offers, conflicts.OfferOriginal)))
	for _, s := range []*conflicts.Session{s, again(t, s, s.Item(), startedFrom(item.Plain("Eggs", "")))} {
		if c := cell(t, s, "title"); c.Open || c.Result != "Eggs" || c.From != "" || c.Accepted != conflicts.OfferOriginal {
			t.Errorf("the cell is %+v", c)
		}
	}
}

func TestWhatVersionsSayAlikeIsOneOffer(t *testing.T) {
	s := from(t, item.Plain("Eggs", ""), item.Plain("Six eggs", ""), item.Plain("Ten eggs", ""), item.Plain("Six eggs", "brown"))
	got := offerOf(t, cell(t, s, "title").Offers, conflicts.OfferVersion, 0, 2)
	must(t, s.Accept("title", -1, got))
	if c := cell(t, s, "title"); c.Result != "Six eggs" || c.From != "A" {
		t.Errorf("the cell is %+v", c)
	}
}

func note(text string) *item.Content { return item.Plain("Note", text) }

// resolved returns a text after each of its hunks was resolved with an offer.
func resolved(t *testing.T, base string, kind conflicts.OfferKind, versions []int, texts ...string) (got string, restored string) {
	t.Helper()
	var all []*item.Content
	for _, v := range texts {
		all = append(all, note(v))
	}
	s := from(t, note(base), all...)
	for range s.Hunks("text") {
		if !cell(t, s, "text").Open {
			break
		}
		i, h := openHunk(t, s)
		must(t, s.Accept("text", i, offerOf(t, h.Offers, kind, versions...)))
	}
	return text(t, s), text(t, again(t, s, s.Item(), startedFrom(note(base))))
}

// The last line of the first text has no line ending, and the lines added after it keep
// theirs.
func TestWhatBothAddedFollowsEachOther(t *testing.T) {
	for name, c := range map[string]struct {
		base, a, b string
		ab, ba     string
	}{
		"without a last line end": {"apples\nbread", "apples\nbread\ncheese", "apples\nbread\neggs", "apples\nbread\ncheese\neggs", "apples\nbread\neggs\ncheese"},
		"with a last line end":    {"apples\nbread\n", "apples\nbread\ncheese\n", "apples\nbread\neggs\n", "apples\nbread\ncheese\neggs\n", "apples\nbread\neggs\ncheese\n"},
		"A added it":              {"apples\nbread", "apples\nbread\ncheese\n", "apples\nbread\neggs", "apples\nbread\ncheese\neggs\n", "apples\nbread\neggs\ncheese\n"},
		"B removed it":            {"apples\nbread\n", "apples\nbread\ncheese\n", "apples\nbread\neggs", "apples\nbread\ncheese\neggs", "apples\nbread\neggs\ncheese"},
		"CRLF":                    {"apples\r\nbread", "apples\r\nbread\r\ncheese", "apples\r\nbread\r\neggs", "apples\r\nbread\r\ncheese\r\neggs", "apples\r\nbread\r\neggs\r\ncheese"},
		"a common last line":      {"apples\nbread", "apples\nbread\ncheese\nmilk", "apples\nbread\neggs\nmilk", "apples\nbread\ncheese\neggs\nmilk", "apples\nbread\neggs\ncheese\nmilk"},
		"a common first line":     {"apples\n", "apples\nmilk\ncheese\n", "apples\nmilk\neggs\n", "apples\nmilk\ncheese\neggs\n", "apples\nmilk\neggs\ncheese\n"},
		"from nothing":            {"", "cheese", "eggs", "cheese\neggs", "eggs\ncheese"},
		"paragraphs":              {"one\n", "one\n\ncheese\n\nmilk\n", "one\n\neggs\n\nbread\n", "one\n\ncheese\n\nmilk\n\neggs\n\nbread\n", "one\n\neggs\n\nbread\n\ncheese\n\nmilk\n"},
	} {
		for _, order := range []struct {
			versions []int
			want     string
		}{{[]int{0, 1}, c.ab}, {[]int{1, 0}, c.ba}} {
			got, restored := resolved(t, c.base, conflicts.OfferBoth, order.versions, c.a, c.b)
			if got != order.want || restored != order.want {
				t.Errorf("%s, in the order %v: got %q, restored %q, want %q", name, order.versions, got, restored, order.want)
			}
		}
	}
}

// A hunk taken from one version has exactly that version's bytes, and the original restores
// the original text.
func TestAStretchTakenGivesTheBytesOfItsVersion(t *testing.T) {
	for _, base := range []string{"apples\nbread", "apples\nbread\n"} {
		for _, a := range []string{"apples\nbread\ncheese", "apples\nbread\ncheese\n", "apples\nrye", "apples\nrye\n"} {
			b := "apples\noats\neggs"
			if got, _ := resolved(t, base, conflicts.OfferVersion, []int{0}, a, b); got != a {
				t.Errorf("%q became %q and %q: taking A gives %q", base, a, b, got)
			}
			if got, _ := resolved(t, base, conflicts.OfferVersion, []int{1}, a, b); got != b {
				t.Errorf("%q became %q and %q: taking B gives %q", base, a, b, got)
			}
		}
		if got, _ := resolved(t, base, conflicts.OfferOriginal, nil, "apples\nrye\n", "apples\noats\n"); got != base {
			t.Errorf("%q: the original gives %q", base, got)
		}
	}
}

func TestTheSameLineIsOpenAndWordByWordOnlyAnOffer(t *testing.T) {
	const base, a, b = "Please do not call the office before noon.", "Please do not call the shop before noon.", "Please call the office before noon."
	const merged = "Please call the shop before noon."
	s := from(t, note(base), note(a), note(b))
	c := cell(t, s, "text")
	if !c.Open || !c.Suggested || c.Proposed || c.Result != a {
		t.Fatalf("the text is %+v", c)
	}
	i, h := openHunk(t, s)
	must(t, s.Accept("text", i, offerOf(t, h.Offers, conflicts.OfferWords, 0, 1)))
	for _, s := range []*conflicts.Session{s, again(t, s, s.Item(), startedFrom(note(base)))} {
		if c := cell(t, s, "text"); c.Open || c.Result != merged || !slices.Equal(c.Parts, []string{"A", "B"}) {
			t.Errorf("accepted, the text is %+v", c)
		}
	}
	title := from(t, item.Plain(base, ""), item.Plain(a, ""), item.Plain(b, ""))
	c = cell(t, title, "title")
	if !c.Open || !c.Suggested {
		t.Fatalf("the title is %+v", c)
	}
	must(t, title.Accept("title", -1, offerOf(t, c.Offers, conflicts.OfferWords, 0, 1)))
	if c := cell(t, title, "title"); c.Open || c.Result != merged || !slices.Equal(c.Parts, []string{"A", "B"}) {
		t.Errorf("accepted, the title is %+v", c)
	}
}

func TestDatesAndUnitsAreNotOfferedWordByWord(t *testing.T) {
	due := func(v string) *item.Content { return todo(t, record.Values{"title": "Bins", "due": v}) }
	s := from(t, due("2026-11-27T18:00 Europe/Berlin"), due("2026-11-28T18:00 Europe/Berlin"), due("2026-11-27T18:00 Europe/Paris"))
	if c := cell(t, s, "due"); !c.Open || c.Suggested || slices.ContainsFunc(c.Offers, func(o conflicts.Offer) bool { return o.Kind == conflicts.OfferWords }) {
		t.Errorf("the cell is %+v", c)
	}
}

func TestAParagraphThatWasMovedAndEditedIsOfferedAtBothPositions(t *testing.T) {
	const base = "the first paragraph\na second one\nand the third\n"
	const moved, edited = "a second one\nand the third\nthe first paragraph\n", "the first paragraph, edited\na second one\nand the third\n"
	for want, versions := range map[string][]int{
		"a second one\nand the third\nthe first paragraph, edited\n": {0, 1},
		edited: {1, 1},
	} {
		s := from(t, note(base), note(moved), note(edited))
		if c := cell(t, s, "text"); !c.Open || !c.Suggested {
			t.Fatalf("the text is %+v", c)
		}
		i, h := openHunk(t, s)
		must(t, s.Accept("text", i, offerOf(t, h.Offers, conflicts.OfferMoved, versions...)))
		next := again(t, s, s.Item(), startedFrom(note(base)))
		for name, s := range map[string]*conflicts.Session{"accepted": s, "restored": next} {
			if c := cell(t, s, "text"); c.Open || c.Result != want {
				t.Errorf("%s: got %q, want %q", name, c.Result, want)
			}
		}
		must(t, next.ResetHunk("text", i))
		if c := cell(t, next, "text"); !c.Open || next.Changed() {
			t.Errorf("given back, the text is %+v", c)
		}
	}
}

// Whatever is chosen for a paragraph that one version moved and another edited, the result has
// it once, at the position of the choice. A choice for one of its positions decides the other,
// and they are reset together.
func TestAParagraphThatWasMovedAndEditedIsNeverTwiceInTheResult(t *testing.T) {
	const base, edited = "the first paragraph\na second one\nand the third\n", "the first paragraph, edited\na second one\nand the third\n"
	take := func(numbers ...int) func(*conflicts.Session, int) error {
		return func(s *conflicts.Session, hunk int) error { return s.TakeHunk("text", hunk, numbers...) }
	}
	original := func(s *conflicts.Session, hunk int) error {
		return s.Accept("text", hunk, conflicts.Offer{Kind: conflicts.OfferOriginal, Value: s.Hunks("text")[hunk].Base})
	}
	for unclear, moved := range map[bool]string{
		false: "a second one\nand the third\nthe first paragraph\n",
		true:  "a second one\nand the third\nthe first paragraph, by A\n",
	} {
		for name, c := range map[string]struct {
			here, there func(*conflicts.Session, int) error
			want        string
		}{
			"the version that moved it":  {take(0), take(0), moved},
			"the one that edited it":     {take(1), take(1), edited},
			"one that did not change it": {take(2), take(2), base},
			"the original":               {original, original, base},
			"one after the other":        {take(0, 1), nil, edited},
		} {
			s := from(t, note(base), note(moved), note(edited), note(base).WithTitle("Ham"))
			i, h := openHunk(t, s)
			if h.Move == nil || h.Move.By != 0 || h.Move.Edited != 1 || h.Move.Unclear != unclear {
				t.Fatalf("the move is %+v", h.Move)
			}
			for at, choose := range map[int]func(*conflicts.Session, int) error{i: c.here, h.Move.To: c.there} {
				if choose == nil {
					continue
				}
				must(t, choose(s, at))
				for said, s := range map[string]*conflicts.Session{"chosen": s, "restored": again(t, s, s.Item(), startedFrom(note(base)))} {
					if c2 := cell(t, s, "text"); c2.Open || c2.Result != c.want {
						t.Errorf("unclear %v, %s at stretch %d, %s: got %q, want %q", unclear, name, at, said, c2.Result, c.want)
					}
				}
				must(t, s.ResetHunk("text", at))
				if c := cell(t, s, "text"); !c.Open || s.Changed() {
					t.Errorf("%s at stretch %d, given back: %+v", name, at, c)
				}
			}
			must(t, s.TakeBoth(0, 1))
			if c := cell(t, s, "text"); !c.Open {
				t.Errorf("unclear %v: both are %q", unclear, c.Result)
			}
		}
	}
}

// If two paragraphs were moved to one position, a choice for one decides the other.
func TestTwoParagraphsThatWereMovedToOnePositionAreEachOnceInTheResult(t *testing.T) {
	const one, two, three, four = "the first paragraph", "a second one here", "and the third of them", "the last one"
	lines := func(all ...string) *item.Content { return note(strings.Join(all, "\n") + "\n") }
	for n, want := range []string{"23\nthe last one\n" + one + "\n" + three + "\n", one + ", edited\n23\n" + three + ", edited\n" + four + "\n"} {
		want = strings.Replace(want, "23", two, 1)
		s := from(t, lines(one, two, three, four), lines(two, four, one, three), lines(one+", edited", two, three+", edited", four))
		i, _ := openHunk(t, s)
		must(t, s.TakeHunk("text", i, n))
		if c := cell(t, s, "text"); c.Open || c.Result != want {
			t.Errorf("got %q, open %v, want %q", c.Result, c.Open, want)
		}
	}
}

// If two paragraphs were moved to where the other version added lines, they are two choices,
// and their order there is a third one: each paragraph is in the result once, as it was
// chosen.
func TestTwoParagraphsThatWereMovedToWhereTheOtherAddedAreTwoChoices(t *testing.T) {
	const one, two, three, four, added = "the first paragraph", "a second one here", "and the third of them", "the last one", "laptop adds this"
	const oneEdited, threeEdited = one + ", edited", three + ", edited"
	lines := func(all ...string) *item.Content { return note(strings.Join(all, "\n") + "\n") }
	base := lines(one, two, three, four)
	const moved, merged, left, original = 0, 1, 2, 3
	for first, firsts := range map[int][2]string{moved: {"", one}, merged: {"", oneEdited}, left: {oneEdited, ""}, original: {one, ""}} {
		for third, thirds := range map[int][2]string{moved: {"", three}, merged: {"", threeEdited}, left: {threeEdited, ""}, original: {three, ""}} {
			for _, there := range []bool{true, false} {
				s := from(t, base, lines(two, four, one, three), lines(oneEdited, two, threeEdited, four, added))
				hunks := s.Hunks("text")
				to := len(hunks) - 1
				choose := func(i, how int) {
					h := s.Hunks("text")[i]
					switch how {
					case moved:
						must(t, s.TakeHunk("text", i, 0))
					case merged:
						must(t, s.Accept("text", i, offerOf(t, h.Offers, conflicts.OfferMoved, 0, 1)))
					case left:
						must(t, s.TakeHunk("text", i, 1))
					default:
						must(t, s.Accept("text", i, offerOf(t, h.Offers, conflicts.OfferOriginal)))
					}
				}
				if there {
					must(t, s.TakeHunk("text", to, 1, 0))
				}
				choose(0, first)
				choose(2, third)
				if c := cell(t, s, "text"); c.Open != (!there && (firsts[1] != "" || thirds[1] != "")) {
					t.Errorf("%d, %d, chosen there %v: open is %v", first, third, there, c.Open)
				}
				if !there {
					must(t, s.TakeHunk("text", to, 1, 0))
				}
				var want []string
				for _, line := range []string{firsts[0], two, thirds[0], four, added, firsts[1], thirds[1]} {
					if line != "" {
						want = append(want, line)
					}
				}
				for said, s := range map[string]*conflicts.Session{"chosen": s, "restored": again(t, s, s.Item(), startedFrom(base))} {
					if c := cell(t, s, "text"); c.Open || c.Result != lines(want...).Text() {
						t.Errorf("%d, %d, chosen there %v, %s: got %q, open %v, want %q", first, third, there, said, c.Result, c.Open, want)
					}
				}
			}
		}
	}
}

// After a version was taken as a whole, a choice for a paragraph that another one moved adds
// the paragraph, and no line that the whole version left out.
func TestAMovedParagraphThatIsChosenAfterAWholeVersionComesAlone(t *testing.T) {
	const one, rest, last, added = "the first paragraph", "a second one\nand the third", "the last one", "desk adds this"
	lines := func(all ...string) *item.Content { return note(strings.Join(all, "\n") + "\n") }
	base, edited := lines(one, rest, last), lines(one+", edited", rest, last)
	for name, c := range map[string]struct {
		moved, chosen, merged *item.Content
	}{
		"a line added next to it":   {lines(rest, last, one, added), lines(rest, last, one), lines(rest, last, one+", edited")},
		"a line removed next to it": {lines(rest, one), lines(rest, last, one), lines(rest, last, one+", edited")},
		"a line edited next to it":  {lines(rest, "the end", one), lines(rest, last, one), lines(rest, last, one+", edited")},
		"blank lines around it":     {lines(rest, last, "", added, "", one), lines(rest, last, "", one), lines(rest, last, "", one+", edited")},
	} {
		for whole, take := range map[string]func(*conflicts.Session) error{
			"the version that edited it": func(s *conflicts.Session) error { return s.Take(1) },
			"the original":               (*conflicts.Session).TakeOriginal,
		} {
			for want, choose := range map[*item.Content]func(*conflicts.Session, conflicts.Hunk) error{
				c.chosen: func(s *conflicts.Session, _ conflicts.Hunk) error { return s.TakeHunk("text", 0, 0) },
				c.merged: func(s *conflicts.Session, h conflicts.Hunk) error {
					return s.Accept("text", 0, offerOf(t, h.Offers, conflicts.OfferMoved, 0, 1))
				},
				edited: func(s *conflicts.Session, h conflicts.Hunk) error {
					return s.Accept("text", 0, offerOf(t, h.Offers, conflicts.OfferMoved, 1, 1))
				},
			} {
				s := from(t, base, c.moved, edited)
				h := s.Hunks("text")[0]
				must(t, take(s))
				for range 2 { // repeating the choice changes nothing
					must(t, choose(s, h))
				}
				for said, s := range map[string]*conflicts.Session{"chosen": s, "restored": again(t, s, s.Item(), startedFrom(base))} {
					if got := cell(t, s, "text"); got.Open || got.Result != want.Text() {
						t.Errorf("%s, after %s, %s: got %q, open %v, want %q", name, whole, said, got.Result, got.Open, want.Text())
					}
				}
			}
		}
	}
	// If others changed the new position as well, it is open again.
	s := from(t, base, lines(rest, last, one, added), lines(one+", edited", rest, last, "laptop adds this"))
	must(t, s.Take(1))
	must(t, s.TakeHunk("text", 0, 0))
	if !cell(t, s, "text").Open {
		t.Errorf("got %q", cell(t, s, "text").Result)
	}
}

// A paragraph that was merged at its new position, which others changed as well, is not lost
// if a version that moved or edited it is left out afterwards.
func TestAMovedParagraphIsInTheResultWhoeverIsLeftOut(t *testing.T) {
	const one, rest, added = "the first paragraph", "a second one\nand the third", "phone adds this"
	lines := func(all ...string) *item.Content { return note(strings.Join(all, "\n") + "\n") }
	base := lines(one, rest)
	took := func(numbers ...int) func(*conflicts.Session) error {
		return func(s *conflicts.Session) error { return s.TakeHunk("text", 0, numbers...) }
	}
	merged := func(s *conflicts.Session) error {
		return s.Accept("text", 0, offerOf(t, s.Hunks("text")[0].Offers, conflicts.OfferMoved, 1, 2))
	}
	for _, c := range []struct {
		name   string
		choose func(*conflicts.Session) error
		there  []int
		out    int
		want   *item.Content // nil if it is open
	}{
		{"merged, the mover left out", merged, nil, 1, lines(one+", edited", rest, added)},
		{"merged, the editor left out", merged, nil, 2, nil},
		{"merged, the other left out", merged, nil, 3, nil},
		{"as moved, the mover left out", took(1), nil, 1, lines(one+", edited", rest, added)},
		{"as moved, the editor left out", took(1), nil, 2, nil},
		{"as moved, the other left out", took(1), nil, 3, lines(rest, one)},
		{"left, the mover left out", took(2), nil, 1, lines(one+", edited", rest, added)},
		{"the winner's, the mover left out", took(0), nil, 1, lines(one, rest, added)},
		{"merged and ordered, the mover left out", merged, []int{3, 1}, 1, lines(one+", edited", rest, added)},
		{"merged and ordered, the editor left out", merged, []int{3, 1}, 2, nil},
		{"as moved and ordered, the mover left out", took(1), []int{3, 1}, 1, lines(rest, added, one)},
		{"left and ordered, the mover left out", took(2), []int{3, 1}, 1, lines(one+", edited", rest, added)},
	} {
		s := from(t, base, base.WithTitle("Ham"), lines(rest, one), lines(one+", edited", rest), lines(one, rest, added))
		must(t, c.choose(s))
		if c.there != nil {
			must(t, s.TakeHunk("text", 2, c.there...))
		}
		before := cell(t, s, "text").Result
		do(t, s, func() error { return s.Tick(c.out, false) })
		switch got := cell(t, s, "text"); {
		case c.want == nil && !got.Open:
			t.Errorf("%s: got %q, and it is not open", c.name, got.Result)
		case c.want != nil && (got.Open || got.Result != c.want.Text()):
			t.Errorf("%s: got %q, open %v, want %q", c.name, got.Result, got.Open, c.want.Text())
		}
		if s.Undo(); cell(t, s, "text").Result != before {
			t.Errorf("%s, undone: got %q, want %q", c.name, cell(t, s, "text").Result, before)
		}
	}
}

// A version's other changes at the position to which it moved a paragraph stay, whatever is
// chosen for the paragraph at its old position.
func TestAChoiceForAMovedParagraphKeepsTheLinesNextToIt(t *testing.T) {
	const base, edited = "the first paragraph\na second one\nand the third\n", "the first paragraph, edited\na second one\nand the third\n"
	for moved, want := range map[string][4]string{
		"a second one\nand the third\nthe first paragraph\ndesk adds this\n": {
			"a second one\nand the third\nthe first paragraph, edited\ndesk adds this\n", edited + "desk adds this\n", base + "desk adds this\n",
		},
		"a second one\nand the third\n\ndesk adds this\n\nthe first paragraph\n": {
			"a second one\nand the third\n\ndesk adds this\n\nthe first paragraph, edited\n", edited + "\ndesk adds this\n", base + "\ndesk adds this\n",
		},
	} {
		for name, c := range map[string]struct {
			choose func(*conflicts.Session, int, []conflicts.Offer) error
			want   string
			drops  int
		}{
			"merged": {func(s *conflicts.Session, i int, all []conflicts.Offer) error {
				return s.Accept("text", i, offerOf(t, all, conflicts.OfferMoved, 0, 1))
			}, want[0], 0},
			"B's position": {func(s *conflicts.Session, i int, all []conflicts.Offer) error {
				return s.Accept("text", i, offerOf(t, all, conflicts.OfferMoved, 1, 1))
			}, want[1], 1},
			"A": {func(s *conflicts.Session, i int, _ []conflicts.Offer) error { return s.TakeHunk("text", i, 0) }, moved, 1},
			"B": {func(s *conflicts.Session, i int, _ []conflicts.Offer) error { return s.TakeHunk("text", i, 1) }, want[1], 1},
			"original": {func(s *conflicts.Session, i int, all []conflicts.Offer) error {
				return s.Accept("text", i, offerOf(t, all, conflicts.OfferOriginal))
			}, want[2], 2},
		} {
			s := from(t, note(base), note(moved), note(edited))
			i, h := openHunk(t, s)
			must(t, c.choose(s, i, h.Offers))
			drops := 0
			for _, d := range s.Drops() {
				drops += len(d.Parts)
			}
			if drops != c.drops {
				t.Errorf("%s: drops %+v", name, s.Drops())
			}
			for said, s := range map[string]*conflicts.Session{"chosen": s, "restored": again(t, s, s.Item(), startedFrom(note(base)))} {
				if got := cell(t, s, "text"); got.Open || got.Result != c.want {
					t.Errorf("%s, %s: got %q, open %v, want %q", name, said, got.Result, got.Open, c.want)
				}
			}
			must(t, s.ResetHunk("text", i))
			if got := cell(t, s, "text"); !got.Open || s.Changed() {
				t.Errorf("%s, given back: %+v", name, got)
			}
		}
	}
}

// Repeating a choice resets nothing that was decided after it.
func TestTheSameChoiceAgainForAMovedParagraphChangesNothing(t *testing.T) {
	const one, rest = "the first paragraph\n", "a second one\nand the third\n"
	s := from(t, note(one+rest), note(rest+one), note("the first paragraph, edited\n"+rest+"laptop adds this\n"))
	i, h := openHunk(t, s)
	must(t, s.TakeHunk("text", i, 0))
	must(t, s.TakeHunk("text", h.Move.To, 1))
	before := cell(t, s, "text")
	must(t, s.TakeHunk("text", i, 0))
	if now := cell(t, s, "text"); now.Open != before.Open || now.Result != before.Result || before.Open {
		t.Errorf("got %q, open %v; before it was %q, open %v", now.Result, now.Open, before.Result, before.Open)
	}
}

// After the original was taken as a whole, choosing the merge of a moved paragraph adds only
// that paragraph, however often it is chosen.
func TestTheSameMergeAgainForAMovedParagraphBringsNoLine(t *testing.T) {
	const one, rest = "the first paragraph\n", "a second one\nand the third\n"
	const edited = "the first paragraph, edited\n"
	s := from(t, note(one+rest), note(rest+"phone adds this\n"+one+"and this\n"), note(edited+rest))
	must(t, s.TakeOriginal())
	for range 2 {
		i := 0
		must(t, s.Do(func() error {
			return s.Accept("text", i, offerOf(t, s.Offers("text", i), conflicts.OfferMoved, 0, 1))
		}))
		if got := text(t, s); got != rest+edited {
			t.Errorf("got %q, want %q", got, rest+edited)
		}
	}
	if !s.Undo() || text(t, s) != one+rest {
		t.Errorf("undone it is %q", text(t, s))
	}
}

// If the other version added lines at the new position, the order there and the paragraph are
// two choices. Whichever is made first, the paragraph is in the result once.
func TestAParagraphThatWasMovedToWhereTheOtherAddedIsOnceInTheResult(t *testing.T) {
	const rest, added = "a second one\nand the third\n", "laptop adds this\n"
	const one, edited = "the first paragraph\n", "the first paragraph, edited\n"
	merged := func(h conflicts.Hunk) conflicts.Offer { return offerOf(t, h.Offers, conflicts.OfferMoved, 0, 1) }
	left := func(h conflicts.Hunk) conflicts.Offer { return offerOf(t, h.Offers, conflicts.OfferMoved, 1, 1) }
	version := func(numbers ...int) func(conflicts.Hunk) conflicts.Offer {
		kind := conflicts.OfferVersion
		if len(numbers) > 1 {
			kind = conflicts.OfferBoth
		}
		return func(conflicts.Hunk) conflicts.Offer { return conflicts.Offer{Kind: kind, Versions: numbers} }
	}
	original := func(h conflicts.Hunk) conflicts.Offer { return offerOf(t, h.Offers, conflicts.OfferOriginal) }
	for name, c := range map[string]struct {
		here, there func(conflicts.Hunk) conflicts.Offer
		want        string
	}{
		"merged, A then B": {merged, version(0, 1), rest + edited + added},
		"merged, B then A": {merged, version(1, 0), rest + added + edited},
		"left":             {left, nil, edited + rest + added},
		"left, A then B":   {left, version(0, 1), edited + rest + added},
		"A, B then A":      {version(0), version(1, 0), rest + added + one},
		"B":                {version(1), nil, edited + rest + added},
		"B, A then B":      {version(1), version(0, 1), edited + rest + added},
		"original":         {original, nil, one + rest + added},
		"original, then B": {original, version(1), one + rest + added},
		"merged, then A":   {merged, version(0), rest + edited},
	} {
		for _, first := range []bool{true, false} {
			s := from(t, note(one+rest), note(rest+one), note(edited+rest+added))
			i, h := openHunk(t, s)
			if h.Move == nil || h.Move.By != 0 || h.Move.Edited != 1 {
				t.Fatalf("the move is %+v", h.Move)
			}
			to := h.Move.To
			choose := []func(){func() { must(t, s.Accept("text", i, c.here(s.Hunks("text")[i]))) }, func() {
				if c.there != nil {
					must(t, s.Accept("text", to, c.there(s.Hunks("text")[to])))
				}
			}}
			if !first {
				slices.Reverse(choose)
			}
			choose[0]()
			choose[1]()
			for said, s := range map[string]*conflicts.Session{"chosen": s, "restored": again(t, s, s.Item(), startedFrom(note(one+rest)))} {
				if got := cell(t, s, "text"); got.Open || got.Result != c.want {
					t.Errorf("%s, here first %v, %s: got %q, open %v, want %q", name, first, said, got.Result, got.Open, c.want)
				}
			}
			must(t, s.ResetHunk("text", i))
			must(t, s.ResetHunk("text", to))
			if got := cell(t, s, "text"); !got.Open || s.Changed() {
				t.Errorf("%s, given back: %+v", name, got)
			}
		}
	}
	// The paragraph goes where A moved it: with only B there, it would be lost.
	s := from(t, note(one+rest), note(rest+one), note(edited+rest+added))
	i, h := openHunk(t, s)
	must(t, s.TakeHunk("text", h.Move.To, 1))
	must(t, s.Accept("text", i, merged(h)))
	if got := cell(t, s, "text"); !got.Open || !s.Hunks("text")[h.Move.To].Open {
		t.Errorf("the text is %+v", got)
	}
}

// A choice for a hunk changes nothing outside of it except for a paragraph that was moved out
// of it or into it, which is never in the result twice. No line that one version added and
// that was merged is lost silently.
func TestNothingOutsideAStretchOfMovedParagraphsChanges(t *testing.T) {
	words := []string{"apples from the old garden", "bread of the baker", "cheese without holes", "dates, two boxes", "eggs in a basket"}
	rapid.Check(t, func(t *rapid.T) {
		base := slices.Clone(words[:rapid.IntRange(2, len(words)).Draw(t, "lines")])
		change := func(by string, moves bool) *item.Content {
			lines := slices.Clone(base)
			at := func(name string, n int) int { return rapid.IntRange(0, n).Draw(t, by+" "+name) }
			if moves {
				i := at("moves", len(lines)-1)
				one := lines[i]
				lines = slices.Insert(slices.Delete(lines, i, i+1), at("to", len(lines)-1), one)
			}
			for n := range at("edits", 2) {
				i := at("edited", len(lines)-1)
				lines[i] += fmt.Sprint(", ", by, n)
			}
			for n := range at("adds", 2) {
				lines = slices.Insert(lines, at("added", len(lines)), fmt.Sprint("+ ", by, n))
			}
			return note(strings.Join(lines, "\n") + "\n")
		}
		contents := []*item.Content{change("A", true), change("B", false)}
		if rapid.Bool().Draw(t, "three") {
			contents = append(contents, change("C", false))
		}
		start := note(strings.Join(base, "\n") + "\n")
		s, err := conflicts.NewSession(parted(contents...), "me", startedFrom(start))
		if err != nil || s.Hunks("text") == nil {
			t.Skip("they are equal")
		}
		for range rapid.IntRange(1, 4).Draw(t, "choices") {
			before := s.Hunks("text")
			i := rapid.IntRange(0, len(before)-1).Draw(t, "stretch")
			to := slices.ContainsFunc(before, func(h conflicts.Hunk) bool { return h.Move != nil && h.Move.To == i })
			if len(before[i].Offers) == 0 || !before[i].Open && before[i].Move == nil && !to {
				continue
			}
			o := rapid.SampledFrom(before[i].Offers).Draw(t, "offer")
			if err := s.Accept("text", i, o); err != nil {
				t.Fatal(err)
			}
			checkOutside(t, s, i, before)
		}
	})
}

// checkOutside compares the hunks of a text before and after a choice for one of them.
func checkOutside(t *rapid.T, s *conflicts.Session, chosen int, before []conflicts.Hunk) {
	after, text := s.Hunks("text"), ""
	lines := func(text string) []string { return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' }) }
	for i, h := range after {
		text += h.Result
		m := before[chosen].Move
		involved := i == chosen || m != nil && m.To == i || before[i].Move != nil
		paragraph := func(line string) bool {
			name, _, _ := strings.Cut(line, ", ")
			for _, o := range before {
				if m := o.Move; m != nil && m.To == i && strings.Contains(o.Base+strings.Join(o.Texts, ""), name) {
					return true
				}
			}
			return false
		}
		was, is := slices.DeleteFunc(lines(before[i].Result), paragraph), slices.DeleteFunc(lines(h.Result), paragraph)
		switch {
		case !involved && (h.Result != before[i].Result || h.Open != before[i].Open):
			t.Errorf("stretch %d: %q became %q", i, before[i].Result, h.Result)
		case i != chosen && before[i].Move == nil && !before[i].Open && before[i].Taken == nil && !h.Open && !slices.Equal(was, is):
			t.Errorf("stretch %d: %q became %q", i, before[i].Result, h.Result)
		}
		if from := before[i].Move; from != nil && from.To != i && !h.Open && !after[from.To].Open {
			for _, line := range lines(h.Base) {
				name, _, _ := strings.Cut(line, ", ")
				if strings.Contains(h.Result, name) && strings.Contains(after[from.To].Result, name) {
					t.Errorf("%q is twice in %q and %q", name, h.Result, after[from.To].Result)
				}
			}
		}
	}
	for i, h := range before {
		for _, line := range lines(h.Result) {
			said := slices.ContainsFunc(s.Drops(), func(d conflicts.Drop) bool { return slices.Contains(d.Parts, line) })
			if strings.HasPrefix(line, "+") && !h.Open && !after[i].Open && !said && !slices.Contains(lines(text), line) {
				t.Errorf("%q of stretch %d is gone from %q", line, i, text)
			}
		}
	}
}

func TestAMergedSetSaysWhoseMembersItHas(t *testing.T) {
	tags := func(v string) *item.Content { return todo(t, record.Values{"title": "Eggs", "tags": v}) }
	s := from(t, tags("food"), tags("food\nshop"), tags("food\nveg"), tags("food"))
	if c := cell(t, s, "tags"); c.Open || c.Result != "food\nshop\nveg" || !slices.Equal(c.Parts, []string{"A", "B"}) {
		t.Errorf("the cell is %+v", c)
	}
}

func TestALastLineEndIsNothingToChoose(t *testing.T) {
	for _, c := range []struct{ base, a, b, want string }{
		{"a\nb", "a\nb\n", "x\nb", "x\nb\n"},
		{"a\nb\n", "a\nb", "x\nb\n", "x\nb"},
		{"a\nb", "a\nb\n", "a\nb\nc", "a\nb\nc\n"},
		{"a\nb", "a\nb\n", "a\nb\n", "a\nb\n"},
	} {
		s := from(t, note(c.base), note(c.a), note(c.b).WithTitle("Ham"))
		if got := cell(t, s, "text"); got.Open || got.Result != c.want {
			t.Errorf("%q became %q and %q: got %q, open %v, want %q", c.base, c.a, c.b, got.Result, got.Open, c.want)
		}
	}
}
