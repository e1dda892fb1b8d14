package merge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/merge"
)

// drawProposal describes a proposal: the value or "?", the reason, the version with the value,
// the versions that changed it, and the suggested word-by-word merge.
func drawProposal(p merge.Proposal) string {
	value := fmt.Sprintf("%q", p.Value)
	if p.Open {
		value = "?"
	}
	from := ""
	if p.From >= 0 {
		from = " from " + letters([]int{p.From})
	}
	changed := ""
	if p.Changed != nil {
		changed = ", changed by " + letters(p.Changed)
	}
	words := ""
	if p.Words != nil {
		words = fmt.Sprintf(", by words %q", *p.Words)
	}
	return value + " " + reasons[p.Reason] + from + changed + words
}

var reasons = map[merge.Reason]string{
	merge.Alike: "alike", merge.OneSided: "one-sided", merge.SameChange: "the same change",
	merge.United: "united", merge.Merged: "merged", merge.Collision: "collision",
	merge.NoBase: "no base", merge.Follows: "follows",
}

func letters(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		b.WriteByte("ABCDEFGH"[n])
	}
	if b.Len() == 0 {
		return "nobody"
	}
	return b.String()
}

// drawChunks describes the base, the texts and the proposal of each chunk.
func drawChunks(chunks []merge.Chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		sign := " "
		if !c.Alike {
			sign = "*"
		}
		fmt.Fprintf(&b, "%s %q → %q: %s\n", sign, c.Base, c.Texts, drawProposal(c.Proposal))
	}
	return b.String()
}

// baseOf returns a base, or nil for "".
func baseOf(base string) *string {
	if base == "" {
		return nil
	}
	return &base
}

func TestNoVersionGivesNoChunks(t *testing.T) {
	if got := merge.Chunks(known("a"), nil); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestATextIsCutWhereVersionsBeginAndCeaseToDiffer(t *testing.T) {
	for name, c := range map[string]struct {
		base   string
		values []string
		want   string
	}{
		"nothing changed": {"a\nb\n", []string{"a\nb\n", "a\nb\n"}, `
  "a\nb\n" → ["a\nb\n" "a\nb\n"]: "a\nb\n" alike from A, changed by nobody`},
		"two places": {"a\nb\nc\nd\ne", []string{"a\nB\nc\nd\ne", "a\nb\nc\nD\ne"}, `
  "a\n" → ["a\n" "a\n"]: "a\n" alike from A, changed by nobody
* "b\n" → ["B\n" "b\n"]: "B\n" one-sided from A, changed by A
  "c\n" → ["c\n" "c\n"]: "c\n" alike from A, changed by nobody
* "d\n" → ["d\n" "D\n"]: "D\n" one-sided from B, changed by B
  "e" → ["e" "e"]: "e" alike from A, changed by nobody`},
		"neighbouring lines, each replaced by one": {"a\nb\nc\nd", []string{"a\nB\nc\nd", "a\nb\nC\nd"}, `
  "a\n" → ["a\n" "a\n"]: "a\n" alike from A, changed by nobody
* "b\n" → ["B\n" "b\n"]: "B\n" one-sided from A, changed by A
* "c\n" → ["c\n" "C\n"]: "C\n" one-sided from B, changed by B
  "d" → ["d" "d"]: "d" alike from A, changed by nobody`},
		"a collision, and proposals for the rest": {"a\nb\nc\nd\ne", []string{"a\nX\nc\nd\ne\nf", "a\nY\nc\nd\ne"}, `
  "a\n" → ["a\n" "a\n"]: "a\n" alike from A, changed by nobody
* "b\n" → ["X\n" "Y\n"]: ? collision, changed by AB
  "c\nd\ne" → ["c\nd\ne\n" "c\nd\ne"]: "c\nd\ne\n" alike from A, changed by nobody
* "" → ["f" ""]: "f" one-sided from A, changed by A`},
		"words of one line": {"Buy six brown eggs today", []string{"Buy ten brown eggs today", "Buy six brown eggs tomorrow"}, `
* "Buy six brown eggs today" → ["Buy ten brown eggs today" "Buy six brown eggs tomorrow"]: ? collision, changed by AB, by words "Buy ten brown eggs tomorrow"`},
		"the same by two of three": {"a\nb\nc", []string{"a\nx\nc", "a\nb\nc", "a\nx\nc"}, `
  "a\n" → ["a\n" "a\n" "a\n"]: "a\n" alike from A, changed by nobody
* "b\n" → ["x\n" "b\n" "x\n"]: "x\n" the same change from A, changed by AC
  "c" → ["c" "c" "c"]: "c" alike from A, changed by nobody`},
		"the same by all": {"a\nb", []string{"a\nx", "a\nx"}, `
  "a\n" → ["a\n" "a\n"]: "a\n" alike from A, changed by nobody
  "b" → ["x" "x"]: "x" the same change from A, changed by AB`},
		"line ends": {"a\nb\nc\n", []string{"a\r\nb\r\nc\r\n", "a\nB\nc\n"}, `
* "a\n" → ["a\r\n" "a\n"]: "a\r\n" one-sided from A, changed by A
* "b\n" → ["b\r\n" "B\n"]: "B\r\n" merged, changed by AB
* "c\n" → ["c\r\n" "c\n"]: "c\r\n" one-sided from A, changed by A`},
		"no line end at the end": {"a\nb\n", []string{"a\nb", "A\nb\n"}, `
* "a\n" → ["a\n" "A\n"]: "A\n" one-sided from B, changed by B
  "b\n" → ["b" "b\n"]: "b" alike from A, changed by nobody`},
		"a line moved by one and deleted by the other": {"one\ntwo\nthree\nfour\n", []string{"two\nthree\nfour\none\n", "two\nthree\nfour\n"}, `
  "one\n" → ["" ""]: "" the same change from A, changed by AB
  "two\nthree\nfour\n" → ["two\nthree\nfour\n" "two\nthree\nfour\n"]: "two\nthree\nfour\n" alike from A, changed by nobody
* "" → ["one\n" ""]: "one\n" one-sided from A, changed by A`},
		"a line put elsewhere by one, and both took it out": {"a\nb\nb", []string{"b\na\nc\nb", "a\nc\nb\na"}, `
* "a\n" → ["" "a\nc\n"]: ? collision, changed by AB
  "b\n" → ["b\n" "b\n"]: "b\n" alike from A, changed by nobody
* "b" → ["a\nc\nb" "a"]: ? collision, changed by AB`},
		"no base": {"", []string{"a\nb", "a\nc"}, `
  "" → ["a\n" "a\n"]: "a\n" alike from A
* "" → ["b" "c"]: ? no base`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := "\n" + drawChunks(merge.Chunks(baseOf(c.base), c.values)); got != c.want+"\n" {
				t.Errorf("got%s\nwant%s", got, c.want)
			}
		})
	}
}

func TestBothIsOneAfterTheOtherWithWhatTheyShareOnce(t *testing.T) {
	for name, c := range map[string]struct{ first, second, want string }{
		"nothing in common":      {"cheese\n", "eggs\n", "cheese\neggs\n"},
		"without ends":           {"cheese", "eggs", "cheese\neggs"},
		"the first without end":  {"cheese", "eggs\n", "cheese\neggs\n"},
		"a common last line":     {"cheese\nmilk\n", "eggs\nmilk\n", "cheese\neggs\nmilk\n"},
		"a common first line":    {"milk\ncheese\n", "milk\neggs\n", "milk\ncheese\neggs\n"},
		"a common line between":  {"a\nmilk\nb\n", "c\nmilk\nd\n", "a\nc\nmilk\nb\nd\n"},
		"one is in the other":    {"a\nb\nc\n", "b\n", "a\nb\nc\n"},
		"only a blank line":      {"a\n\nb\n", "c\n\nd\n", "a\n\nb\nc\n\nd\n"},
		"the same":               {"a\nb\n", "a\nb\n", "a\nb\n"},
		"the same, ends differ":  {"a\nb", "a\nb\n", "a\nb\n"},
		"a line that is in both": {"a\nb\n", "b\na\n", "a\nb\na\n"},
	} {
		if got := merge.Both(c.first, c.second, "\n"); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func linesOf(text string) []string {
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// isIn reports whether lines are among others, in the same order.
func isIn(lines, others []string) bool {
	for _, l := range others {
		if len(lines) > 0 && l == lines[0] {
			lines = lines[1:]
		}
	}
	return len(lines) == 0
}

func TestBothHasEveryLineOfEachInItsOrder(t *testing.T) {
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "", "---"}), 1, 6)
	rapid.Check(t, func(t *rapid.T) {
		a, b := lines.Draw(t, "a"), lines.Draw(t, "b")
		end := rapid.SampledFrom([]string{"", "\n"})
		got := linesOf(merge.Both(strings.Join(a, "\n")+end.Draw(t, "end"), strings.Join(b, "\n")+end.Draw(t, "end"), "\n"))
		switch {
		case a[len(a)-1] == "" || b[len(b)-1] == "": // a blank line needs a line end
		case !isIn(a, got) || !isIn(b, got):
			t.Fatalf("%q and %q: got %q", a, b, got)
		case slices.Equal(a, b) && !slices.Equal(got, a):
			t.Fatalf("%q twice: got %q", a, got)
		}
	})
}

func TestStretchesAreFittedTogetherWithoutLosingALine(t *testing.T) {
	for _, c := range []struct {
		parts     []string
		end, want string
	}{
		{[]string{"a", "b"}, "", "a\nb"},
		{[]string{"a", "", "b\n"}, "\n", "a\nb\n"},
		{[]string{"a\n", ""}, "", "a"},
		{[]string{"a\r\n", "b", "c"}, "\r\n", "a\r\nb\r\nc\r\n"},
		{[]string{"a\nb"}, "\r\n", "a\nb\r\n"},
		{[]string{"a", "b"}, "\r\n", "a\r\nb\r\n"},
		{[]string{"a\r", "\nb"}, "", "a\r\n\nb"},
		{[]string{"a\rb", "\n"}, "\n", "a\rb\r\n\n"},
		{[]string{"a\n\n"}, "", "a\n\n"},
		{[]string{"\n"}, "", "\n"},
		{[]string{"", ""}, "\n", ""},
		{nil, "\n", ""},
	} {
		if got := strings.Join(merge.Fit(c.parts, c.end), ""); got != c.want {
			t.Errorf("%q, end %q: got %q, want %q", c.parts, c.end, got, c.want)
		}
	}
}

// A text of one line gets the line end of the version that added it, and no other.
func TestAnAddedLineEndIsThatOfItsVersion(t *testing.T) {
	base := "milk"
	for want, values := range map[string][]string{
		"milk\r\n":          {"milk", "milk\r\n"},
		"milk and eggs\r\n": {"milk and eggs", "milk\r\n"},
		"milk and eggs\n":   {"milk\n", "milk and eggs"},
	} {
		if got := textOf(&base, values); got.Open || got.Value != want {
			t.Errorf("%q: got %q, open %v; want %q", values, got.Value, got.Open, want)
		}
	}
}
