package conflicts_test

import (
	"slices"
	"strings"
	"testing"

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

// openHunk finds the first open stretch of a text.
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

// resolved gives a text whose stretches are resolved by an offer each.
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

// The last line of the first text has no line end: that belongs to none of the
// lines that were added after it.
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

// One version's stretch is taken as it is there, and the original gives the text
// back that all started from.
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

// Whatever is chosen for a paragraph that one version moved and another edited, the
// result has it once, at the position of what was chosen; what is chosen for one of its
// positions decides the other, and is given back with it.
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

// Of two paragraphs that were moved to one position, a choice for one decides the other.
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
