package merge_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/merge"
)

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

// isIn reports whether lines are among others, in their order.
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
		case a[len(a)-1] == "" || b[len(b)-1] == "": // a blank line needs an end
		case !isIn(a, got) || !isIn(b, got):
			t.Fatalf("%q and %q: got %q", a, b, got)
		case slices.Equal(a, b) && !slices.Equal(got, a):
			t.Fatalf("%q twice: got %q", a, got)
		}
	})
}

func TestStretchesAreFittedTogetherWithoutLosingALine(t *testing.T) {
	for _, c := range []struct {
		parts []string
		ended bool
		want  string
	}{
		{[]string{"a", "b"}, false, "a\nb"},
		{[]string{"a", "", "b\n"}, true, "a\nb\n"},
		{[]string{"a\n", ""}, false, "a"},
		{[]string{"a\r\n", "b", "c"}, true, "a\r\nb\r\nc\r\n"},
		{[]string{"a\r", "\nb"}, false, "a\r\n\nb"},
		{[]string{"a\n\n"}, false, "a\n\n"},
		{[]string{"\n"}, false, "\n"},
		{[]string{"", ""}, true, ""},
		{nil, true, ""},
	} {
		if got := strings.Join(merge.Fit(c.parts, c.ended), ""); got != c.want {
			t.Errorf("%q, ended %v: got %q, want %q", c.parts, c.ended, got, c.want)
		}
	}
}
