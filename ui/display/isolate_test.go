package display_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/ui/display"
)

// A right-to-left name is isolated, without other controls, and a widget shows it like that.
// Other names stay as they are.
func TestANameFromRightToLeftIsIsolated(t *testing.T) {
	for name, want := range map[string]string{
		"Groceries":               "Groceries",
		"קניות":                   "\u2068קניות\u2069",
		"קניות 2":                 "\u2068קניות 2\u2069",
		"تسوق":                    "\u2068تسوق\u2069",
		"a \u2069קניות\u2068":     "\u2068a קניות\u2069",
		"\u2067\u202eקניות\u200f": "\u2068\ufffdקניות\u2069",
		"\u2068קניות\u2069 2":     "\u2068\u2068קניות\u2069 2\u2069",
	} {
		got := display.Isolated(name)
		if got != want {
			t.Errorf("%+q is %+q, want %+q", name, got, want)
		}
		if sentence := "“" + got + "” (3)"; display.Line(sentence) != sentence || display.Label(sentence) != sentence || display.Wrapped(sentence) != sentence {
			t.Errorf("%+q is shown as %+q", sentence, display.Line(sentence))
		}
		if clean := display.Clean(got); strings.ContainsAny(clean, "\u2068\u2069") {
			t.Errorf("%+q is clean", clean)
		}
	}
}

// Whatever the text is, the isolates shown are terminated, and do not terminate anything
// around the text.
func TestIsolatesAreShownInPairs(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"a", "ש", "\u2066", "\u2067", "\u2068", "\u2069", "\u202e"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(pieces, 0, 12).Draw(t, "text"), "")
		for _, shown := range []string{display.Line(text), display.Label(text), display.Wrapped(text), display.Isolated(text + "ש")} {
			depth := 0
			for _, r := range shown {
				switch r {
				case '\u2068':
					depth++
				case '\u2069':
					depth--
				case '\u2066', '\u2067', '\u202e':
					depth = -1
				}
				if depth < 0 {
					t.Fatalf("%+q is shown as %+q", text, shown)
				}
			}
			if depth != 0 {
				t.Fatalf("an isolate of %+q does not end: %+q", text, shown)
			}
		}
	})
}
