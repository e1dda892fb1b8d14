package conflicts_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/item"
)

// twoOpen starts to resolve a text with two open hunks, between and after which all versions
// agree, and a line that only B changed.
func twoOpen(t *testing.T) *conflicts.Session {
	t.Helper()
	shop := func(milk, salt, tea string) *item.Content {
		return item.Plain("Shop", milk+"\nbread\neggs\n"+salt+"\njam\n"+tea+"\nrice\n")
	}
	return from(t, shop("milk", "salt", "tea"), shop("oat milk", "fine salt", "tea"), shop("soy milk", "sea salt", "green tea"))
}

// openOf returns a letter for each hunk: o for open, t for typed, c for chosen, - for any
// other.
func openOf(s *conflicts.Session) string {
	all := ""
	for _, h := range s.Hunks("text") {
		switch {
		case h.Open:
			all += "o"
		case h.Accepted == conflicts.OfferTyped:
			all += "t"
		case h.Taken != nil:
			all += "c"
		default:
			all += "-"
		}
	}
	return all
}

// Typing into one hunk decides only that hunk. Whatever was changed, the result is what was
// typed.
func TestTypingDecidesTheTouchedStretchesAlone(t *testing.T) {
	const shown = "oat milk\nbread\neggs\nfine salt\njam\ngreen tea\nrice\n"
	for name, c := range map[string]struct{ typed, want string }{
		"in an open stretch":               {"oat milk, 2 l\nbread\neggs\nfine salt\njam\ngreen tea\nrice\n", "t-o---"},
		"at its beginning":                 {"some oat milk\nbread\neggs\nfine salt\njam\ngreen tea\nrice\n", "t-o---"},
		"in the other one":                 {"oat milk\nbread\neggs\nsalt\njam\ngreen tea\nrice\n", "o-t---"},
		"in what all have":                 {"oat milk\nrye bread\neggs\nfine salt\njam\ngreen tea\nrice\n", "oto---"},
		"at its beginning, next to one":    {"oat milk\nbread\neggs\nfine salt\nplum jam\ngreen tea\nrice\n", "o-ot--"},
		"in what is merged":                {"oat milk\nbread\neggs\nfine salt\njam\nblack tea\nrice\n", "o-o-t-"},
		"at the end":                       {shown + "nuts", "o-o--t"},
		"the last line end":                {strings.TrimSuffix(shown, "\n"), "o-o--t"},
		"a line between":                   {"oat milk\ncream\nbread\neggs\nfine salt\njam\ngreen tea\nrice\n", "oto---"},
		"a line before all":                {"cream\n" + shown, "t-o---"},
		"a line in both":                   {"oat milk!\nbread\neggs\nfine salt!\njam\ngreen tea\nrice\n", "ttt---"},
		"two lines joined":                 {"oat milkbread\neggs\nfine salt\njam\ngreen tea\nrice\n", "tto---"},
		"a stretch removed":                {"bread\neggs\nfine salt\njam\ngreen tea\nrice\n", "t-o---"},
		"the end removed":                  {"oat milk\nbread\neggs\nfine salt\n", "o-ottt"},
		"the end removed, and its line":    {"oat milk\nbread\neggs\nfine salt", "o-tttt"},
		"everything":                       {"", "tttttt"},
		"all of it anew":                   {"nothing\n", "tttttt"},
		"the same line twice, in one look": {"oat milk\noat milk\nbread\neggs\nfine salt\njam\ngreen tea\nrice\n", "oto---"},
	} {
		s := twoOpen(t)
		if got := cell(t, s, "text"); got.Result != shown || !got.Open {
			t.Fatalf("it shows %q, open %v", got.Result, got.Open)
		}
		must(t, s.DoTyping("text", c.typed))
		for now, s := range map[string]*conflicts.Session{"typed": s, "after another start": again(t, s, s.Item(), startedFrom(item.Plain("Shop", "milk\nbread\neggs\nsalt\njam\ntea\nrice\n")))} {
			if got := cell(t, s, "text"); got.Result != c.typed || openOf(s) != c.want || got.Open != strings.Contains(c.want, "o") {
				t.Errorf("%s, %s: got %q, %s, want %q, %s", name, now, got.Result, openOf(s), c.typed, c.want)
			}
			must(t, s.DoTyping("text", shown))
			if s.Changed() || openOf(s) != "o-o---" {
				t.Errorf("%s, %s, typed back: %s", name, now, openOf(s))
			}
		}
	}
}

// Choices elsewhere in the text stay, and the choice for the hunk that a person types into
// returns when its text is typed again. Choices can be made next to what was typed.
func TestTypingLeavesTheChoicesOfOtherStretches(t *testing.T) {
	s := twoOpen(t)
	do(t, s, func() error { return s.TakeHunk("text", 0, 1) })
	must(t, s.DoTyping("text", "soy milk\nbread\neggs\nsalt\njam\ngreen tea\nrice\n"))
	if got := cell(t, s, "text"); openOf(s) != "c-t---" || got.Open || !got.TypedIn || got.Typed {
		t.Fatalf("got %s, %+v", openOf(s), got)
	}
	must(t, s.DoTyping("text", "soy milk!\nbread\neggs\nsalt\njam\ngreen tea\nrice\n"))
	s.EndTyping()
	if openOf(s) != "t-t---" {
		t.Errorf("got %s", openOf(s))
	}
	must(t, s.DoTyping("text", "soy milk\nbread\neggs\nsalt\njam\ngreen tea\nrice\n"))
	if openOf(s) != "c-t---" {
		t.Errorf("typed back it is %s", openOf(s))
	}
	must(t, s.ResetHunk("text", 2))
	do(t, s, func() error { return s.TakeHunk("text", 2, 1) })
	if got := text(t, s); got != "soy milk\nbread\neggs\nsea salt\njam\ngreen tea\nrice\n" {
		t.Errorf("got %q", got)
	}
}

// Both positions of a paragraph that was moved and edited become typed together, so that no
// choice replaces what was typed, and the paragraph stays as it was shown.
func TestTypingWhereAParagraphWasMovedDecidesBothPositions(t *testing.T) {
	const one, edited, rest = "the first paragraph\n", "the first paragraph, edited\n", "a second one\nand the third\n"
	s := from(t, note(one+rest), note(rest+one), note(edited+rest))
	i, h := openHunk(t, s)
	if h.Move == nil {
		t.Fatal("no paragraph was moved")
	}
	const typed = rest + "the first paragraph!\n"
	must(t, s.DoTyping("text", typed))
	all := s.Hunks("text")
	if got := cell(t, s, "text"); got.Open || got.Result != typed || !all[i].Typed || !all[h.Move.To].Typed {
		t.Errorf("got %q, open %v, %s", got.Result, got.Open, openOf(s))
	}
	must(t, s.ResetHunk("text", i))
	if s.Changed() {
		t.Errorf("given back it is %s", openOf(s))
	}
}

// A version that arrives leaves the other open hunks open, however the text is cut now.
func TestNewsLeavesOpenWhatNobodyTyped(t *testing.T) {
	base := item.Plain("Shop", "milk\nbread\neggs\nsalt\njam\ntea\nrice\n")
	for name, arrives := range map[string]string{"cut as it was": "milk\nbread\neggs\nrock salt\njam\ntea\nrice\n", "cut otherwise": "milk\nsalt\n"} {
		s := twoOpen(t)
		const typed = "oat milk!\nbread\neggs\nfine salt\njam\ngreen tea\nrice\n"
		must(t, s.DoTyping("text", typed))
		it := s.Item()
		s.Update(parted(it.Winner.Content, it.Conflicts[0].Content, item.Plain("Shop", arrives)), startedFrom(base))
		if got := cell(t, s, "text"); !got.Open || got.Result != typed {
			t.Errorf("%s: got %q, open %v", name, got.Result, got.Open)
		}
		must(t, s.DoTyping("text", "oat milk\nbread\neggs\nfine salt\njam\ngreen tea\nrice\n"))
		if got := cell(t, s, "text"); !got.Open || got.Chosen {
			t.Errorf("%s, typed back: %+v", name, got)
		}
	}
}

// Whatever is typed into a text with open or chosen hunks is the result. Typing the earlier
// text again decides nothing, and a restart finds the same.
func TestWhateverIsTypedIsTheResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ends := rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r"})
		draw := func(name string) string {
			var b strings.Builder
			for i := range rapid.IntRange(0, 6).Draw(t, name) {
				b.WriteString(rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, fmt.Sprint(name, i)))
				b.WriteString(ends.Draw(t, "end"))
			}
			return b.String() + rapid.SampledFrom([]string{"", "", "a"}).Draw(t, name+" last")
		}
		base := item.Plain("", draw("base"))
		s, err := conflicts.NewSession(parted(item.Plain("A", draw("A")), item.Plain("B", draw("B")), item.Plain("C", draw("C"))), "me", startedFrom(base))
		if err != nil {
			t.Skip(err)
		}
		for i := range s.Hunks("text") {
			if rapid.IntRange(0, 3).Draw(t, "chooses") == 0 {
				if err := s.TakeHunk("text", i, rapid.IntRange(0, 2).Draw(t, "version")); err != nil {
					t.Fatal(err)
				}
			}
		}
		shown := func() string { return resultOf(s) }
		before, open := shown(), s.Open()
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			now := shown()
			from := rapid.IntRange(0, len(now)).Draw(t, "from")
			to := rapid.IntRange(from, min(len(now), from+3)).Draw(t, "to")
			next := now[:from] + rapid.SampledFrom([]string{"", "x", "a", "\n", "a\n", "x\ny", "\r\n"}).Draw(t, "typed") + now[to:]
			if err := s.DoTyping("text", next); err != nil {
				t.Fatal(err)
			}
			if got := shown(); got != next {
				t.Fatalf("got %q, and not %q", got, next)
			}
		}
		restored, err := conflicts.NewSession(s.Item(), "me", startedFrom(base))
		if err != nil {
			t.Fatal(err)
		}
		restored.Restore(s.SavedDraft())
		if got := fmt.Sprintf("%+v %v", restored.Cells(), restored.Open()); got != fmt.Sprintf("%+v %v", s.Cells(), s.Open()) {
			t.Fatalf("restored it is %s", got)
		}
		for _, s := range []*conflicts.Session{s, restored} {
			if err := s.DoTyping("text", before); err != nil {
				t.Fatal(err)
			}
			if got := s.Open(); !slices.Equal(got, open) {
				t.Fatalf("typed back, open is %v, and not %v", got, open)
			}
		}
	})
}

// Line endings are mixed, and a line without one got the ending of the first line. A person
// changes the first line: what is open elsewhere stays open, and the line keeps its ending.
func TestTypingAtTheFirstLineEndLeavesTheOthers(t *testing.T) {
	base, a, b := note("first\nkept\nopen\nkept too\nlast"), note("first\r\nkept\nopen A\nkept too\nlast"), note("first\nkept\nopen B\nkept too\nlast\nmore\n")
	const shown = "first\r\nkept\nopen A\nkept too\nlast\r\nmore\n"
	for _, first := range []string{"", "first\n", "first", "firs\r\n"} {
		s := from(t, base, a, b)
		if got := cell(t, s, "text"); got.Result != shown || openOf(s) != "--o--" {
			t.Fatalf("it shows %q, %s", got.Result, openOf(s))
		}
		typed := first + strings.TrimPrefix(shown, "first\r\n")
		must(t, s.DoTyping("text", typed))
		for now, s := range map[string]*conflicts.Session{"typed": s, "after another start": again(t, s, s.Item(), startedFrom(base))} {
			if got := cell(t, s, "text"); got.Result != typed || !got.Open || got.Typed || !s.Hunks("text")[2].Open {
				t.Errorf("%q %s: got %q, open %v, %s", first, now, got.Result, got.Open, openOf(s))
			}
			must(t, s.DoTyping("text", shown))
			if s.Changed() {
				t.Errorf("%q %s: typed back it is %s", first, now, openOf(s))
			}
		}
	}
}

// Whatever line endings the versions have, an open hunk stays open unless a person types in it
// or next to it.
func TestAnOpenStretchThatIsNotTouchedStaysOpen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ends := rapid.SampledFrom([]string{"\n", "\r\n"})
		draw := func(name string) *item.Content {
			end := ends.Draw(t, name+" ends")
			lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 1, 6).Draw(t, name)
			return note(strings.Join(lines, end) + rapid.SampledFrom([]string{"", end}).Draw(t, name+" last"))
		}
		s, err := conflicts.NewSession(parted(draw("A"), draw("B"), draw("C")), "me", startedFrom(draw("base")))
		if err != nil {
			t.Skip(err)
		}
		shown, hunks := resultOf(s), s.Hunks("text")
		if slices.ContainsFunc(hunks, func(h conflicts.Hunk) bool { return h.Move != nil }) {
			t.Skip("a paragraph was moved: its positions are typed together")
		}
		from := rapid.IntRange(0, len(shown)).Draw(t, "from")
		to := rapid.IntRange(from, min(len(shown), from+3)).Draw(t, "to")
		typed := shown[:from] + rapid.SampledFrom([]string{"", "x", "\n", "\r\n"}).Draw(t, "typed") + shown[to:]
		if err := s.DoTyping("text", typed); err != nil {
			t.Fatal(err)
		}
		if got := resultOf(s); got != typed {
			t.Fatalf("got %q, want %q", got, typed)
		}
		after, start := s.Hunks("text"), 0
		for i, h := range hunks {
			end := start + len(h.Result)
			if near := to >= start-2 && from <= end+2; h.Open && h.Result != "" && !near && (after == nil || !after[i].Open) {
				t.Fatalf("%q became %q, and %q is decided: %s", shown, typed, h.Result, openOf(s))
			}
			start = end
		}
	})
}

// In the log, a text into which a person typed is by hand, whatever the other hunks are from;
// the page also shows the versions that these are from.
func TestATextThatWasTypedIntoIsByHand(t *testing.T) {
	for name, c := range map[string]struct{ base, a, b, typed, takes, want string }{
		"one chosen": {
			"milk\nbread\neggs\nsalt\n", "oat milk\nbread\neggs\nfine salt\n", "soy milk\nbread\neggs\nsea salt\n",
			"my own milk\nbread\neggs\nfine salt\n", "salt\n", "my own milk\nbread\neggs\nsea salt\n",
		},
		"others merged": {
			"milk\nbread\neggs\n", "milk\nbread\nten eggs\n", "soy milk\nbread\neggs\n",
			"soy milk\nsome words\nbread\neggs and ham\n", "", "soy milk\nsome words\nbread\neggs and ham\n",
		},
	} {
		first := from(t, note(c.base), note(c.a), note(c.b))
		must(t, first.DoTyping("text", c.typed))
		if i := slices.IndexFunc(first.Hunks("text"), func(h conflicts.Hunk) bool { return h.Base == c.takes }); i >= 0 {
			do(t, first, func() error { return first.TakeHunk("text", i, 1) })
		}
		for now, s := range map[string]*conflicts.Session{"typed": first, "after another start": again(t, first, first.Item(), startedFrom(note(c.base)))} {
			want := []conflicts.Resolved{{Field: "text", Value: c.want, From: -1}}
			if got := s.Account(noon).Fields; !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: got %+v, want %+v", name, now, got, want)
			}
			if f := cell(t, s, "text"); !f.TypedIn || !slices.Equal(f.Parts, []string{"B"}) {
				t.Errorf("%s, %s: typed %v, parts %v", name, now, f.TypedIn, f.Parts)
			}
		}
	}
}

// A keystroke is fast even if more than a thousand hunks were typed, because the rest of the
// text is not rebuilt for each of them.
func TestALetterIsFastWhereManyStretchesWereTyped(t *testing.T) {
	var o, a, b strings.Builder
	for i := range 1600 {
		fmt.Fprintf(&o, "line %d\nkept %d\n", i, i)
		fmt.Fprintf(&a, "line %d A\nkept %d\n", i, i)
		fmt.Fprintf(&b, "line %d B\nkept %d\n", i, i)
	}
	s := from(t, note(o.String()), note(a.String()), note(b.String()))
	must(t, s.DoTyping("text", "x"))
	for _, next := range []string{"xy", "", "x"} {
		took := pace.Yards(func() { must(t, s.DoTyping("text", next)) })
		if took > 800 || cell(t, s, "text").Result != next {
			t.Errorf("%q: %.0f yards", next, took)
		}
	}
}
