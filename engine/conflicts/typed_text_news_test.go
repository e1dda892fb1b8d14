package conflicts_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// One version moved a paragraph that the other one edited, and a person typed at one of its
// positions, so that both are typed. Then another version becomes the winner, and the
// paragraph is no longer moved. The next letter changes nothing else.
func TestTheNextLetterAfterNewsLeavesTheOtherPositionOfAParagraph(t *testing.T) {
	const one, edited, mid, end = "the first paragraph\n", "the first paragraph, edited\n", "a second one\nand a third\n", "the last line\n"
	base := startedFrom(note(one + mid + end))
	moved := []string{mid + one + end, mid + end + one, mid + one, mid + "another line\n" + one + end}
	others := []string{edited + mid + end, edited + mid, edited + mid + end + "more\n", edited + mid + "a new line\n" + end}
	later := []string{
		one + mid + end, one + mid, mid + end, edited + mid + end, one + mid + "a new line\n" + end,
		one + "x\n" + mid + end, mid + "the first paragraph!\n" + end, mid,
	}
	try := func(a, b, news string) {
		s, err := conflicts.NewSession(parted(note(a), note(b)), "me", base)
		must(t, err)
		shown := cell(t, s, "text").Result
		at := strings.Index(shown, "first paragraph")
		if at < 0 {
			return
		}
		must(t, s.DoTyping("text", shown[:at]+"VERY "+shown[at:]))
		s.Update(parted(note(news), note(b)), base)
		now := cell(t, s, "text").Result
		next := strings.Replace(now, "VERY ", "VERY, ", 1)
		if next == now {
			t.Errorf("A %q, B %q: after %q it is %q", a, b, news, now)
		}
		must(t, s.DoTyping("text", next))
		if got := cell(t, s, "text").Result; got != next {
			t.Errorf("A %q, B %q, after %q: got %q, want %q", a, b, news, got, next)
		}
	}
	for _, m := range moved {
		for _, o := range others {
			for _, news := range later {
				try(m, o, news)
				try(o, m, news)
			}
		}
	}
}

// Identical lines are moved; a version that arrives wins and cuts them differently.
func TestTheNextLetterAfterNewsLeavesLinesThatAreAlike(t *testing.T) {
	base, a, b := note("b\na\n"), note("a\na\na\na\na\n"), note("a\na\nb\n")
	for _, arrives := range []string{"a\nb\nb\n", "b\nb\n", "a\na\nb\nb\n", "a\n"} {
		s := from(t, base, a, b)
		must(t, s.DoTyping("text", "TYPED"+cell(t, s, "text").Result))
		before := cell(t, s, "text").Result
		s.Update(parted(note(arrives), a, b), startedFrom(base))
		if got := cell(t, s, "text").Result; got != before {
			t.Errorf("%q changes %q to %q", arrives, before, got)
		}
		must(t, s.DoTyping("text", "x"+before))
		if got := cell(t, s, "text").Result; got != "x"+before {
			t.Errorf("%q: got %q, want x before %q", arrives, got, before)
		}
	}
}

// Whatever arrives, what was typed stays, what is typed next is the result, and a restart
// finds the same.
func TestWhateverIsTypedAfterNewsIsTheResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		end := rapid.SampledFrom([]string{"\n", "\n", "\r\n"}).Draw(t, "end")
		text := func(name string) *item.Content {
			lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 1, 6).Draw(t, name)
			return note(strings.Join(lines, end) + end + rapid.SampledFrom([]string{"", "", "a"}).Draw(t, name+" last"))
		}
		base, a, b := startedFrom(text("base")), text("A"), text("B")
		s, err := conflicts.NewSession(parted(a, b), "me", base)
		if err != nil {
			t.Skip(err)
		}
		shown := func() string { return resultOf(s) }
		types := func(text string) {
			now := shown()
			from := rapid.IntRange(0, len(now)).Draw(t, "from")
			to := rapid.IntRange(from, min(len(now), from+3)).Draw(t, "to")
			if i := strings.Index(now, "TYPED"); i >= 0 && from <= i+5 && to >= i {
				from, to = 0, 0
			}
			next := now[:from] + text + now[to:]
			if err := s.DoTyping("text", next); err != nil {
				t.Fatal(err)
			}
			if got := shown(); got != next {
				t.Fatalf("it was %q; got %q, want %q", now, got, next)
			}
		}
		types("TYPED")
		for range rapid.IntRange(1, 3).Draw(t, "news") {
			all := []*item.Content{a, b}
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				all = append(all, text("C"))
			case 1:
				all = append([]*item.Content{text("C")}, all...)
			case 2:
				a = text("A again")
				all[0] = a
			}
			s.Update(parted(all...), base)
			if got := shown(); !strings.Contains(got, "TYPED") {
				t.Fatalf("what was typed is gone: %q", got)
			}
			again, err := conflicts.NewSession(s.Item(), "me", base)
			if errors.Is(err, conflicts.ErrNoConflict) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
			again.Restore(s.SavedDraft())
			state := func(s *conflicts.Session) string { return fmt.Sprintf("%+v %v %s", s.Cells(), s.Open(), openOf(s)) }
			if is, was := state(again), state(s); is != was {
				t.Fatalf("it was\n%s\nand is after another start\n%s", was, is)
			}
			if rapid.Bool().Draw(t, "types") {
				types(rapid.SampledFrom([]string{"x", "", "y" + end}).Draw(t, "text"))
			}
		}
	})
}

// resultOf returns the text of the result.
func resultOf(s *conflicts.Session) string {
	for _, c := range s.Cells() {
		if c.Field == "text" {
			return c.Result
		}
	}
	return ""
}
