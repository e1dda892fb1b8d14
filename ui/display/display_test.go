package display_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/ui/display"
)

func TestATextIsShownInTheOrderThatItHas(t *testing.T) {
	for text, want := range map[string]string{
		"photo\u202efdp.exe":        "photo\ufffdfdp.exe",
		"photo\u2067fdp.exe\u2069":  "photofdp.exe",
		"\u202a+49 89 123\u202c":    "+49 89 123", // as phones write numbers
		"\u200fpdf\u200f.\u200fexe": "pdf.exe",
		"\u061cpdf.exe":             "pdf.exe",
		"a\x1b[2J\u009bb\x00":       "a\ufffd[2J\ufffdb\ufffd",
		"one\ntwo\tthree":           "one\ntwo\tthree",
		"one\u2028two":              "one\ufffdtwo",
		"\xff":                      "\ufffd",
		"שלום, \u200d👩\u200d💻 Öl e\u0301": "שלום, \u200d👩\u200d💻 Öl e\u0301",
	} {
		if got := display.Clean(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func TestALineIsCutBetweenCharacters(t *testing.T) {
	long := strings.Repeat("x", display.Longest)
	for text, want := range map[string]string{
		"Milk":                 "Milk",
		"Milk\nbread":          "Milk…",
		"\r\n\nMilk":           "Milk",
		"Milk\tbread":          "Milk bread",
		long:                   long,
		long + "x":             long[1:] + "…",
		long[2:] + "e\u0301yz": long[2:] + "e\u0301…",
	} {
		if got := display.Line(text); got != want {
			t.Errorf("%.20q… is shown as %q, want %q", text, got, want)
		}
	}
}

// Whatever the text is, the result has no controls and is not too long, and short texts
// without controls are unchanged.
func TestWhateverATextIsItFits(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"a", " ", "\n", "\t", "\u202e", "\u2066", "\u200f", "e\u0301", "\u0301\u0301\u0301", "שלום", "👩\u200d💻", "\x1b", "\xff", "\u2028", strings.Repeat("b", 90)})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Repeat(strings.Join(rapid.SliceOfN(pieces, 0, 30).Draw(t, "text"), ""), rapid.SampledFrom([]int{1, 40}).Draw(t, "times"))
		for most, shown := range map[int]string{display.Longest: display.Line(text), display.Shortest: display.Label(text), display.Paragraph: display.Wrapped(text)} {
			if n := utf8.RuneCountInString(shown); n > 2*most {
				t.Errorf("%d code points are shown", n)
			}
			if strings.ContainsFunc(shown, func(r rune) bool {
				return unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) && (most != display.Paragraph || r != '\n' && r != '\t')
			}) {
				t.Errorf("%q is shown", shown)
			}
			if utf8.RuneCountInString(text) < most/4 && display.Clean(text) == text && !strings.ContainsAny(text, "\n\t") && shown != text {
				t.Errorf("%q is shown as %q", text, shown)
			}
		}
		if got, want := utf8.RuneCountInString(display.Visible(text)), utf8.RuneCountInString(text); got != want {
			t.Errorf("%d characters of %d have a place", got, want)
		}
	})
}

func TestALongTextTakesNoLongerThanItsBeginning(t *testing.T) {
	for _, piece := range []string{"x", "\u200f", "\u0301", "\u202e", "👩\u200d💻"} {
		text := strings.Repeat(piece, 8<<20/len(piece))
		work := func() {
			for range 20 {
				display.Line(text)
				display.Label(text)
				display.Wrapped(text)
			}
		}
		if took := min(pace.Yards(work), pace.Yards(work)); took > 60 { // a short measurement is disturbed easily
			t.Errorf("8 MB of %q take %.0f yards", piece, took)
		}
	}
}

func TestAWrappedTextHasFewLines(t *testing.T) {
	for lines, want := range map[int]int{1: 1, 80: 80, 81: 80, 1000: 80} {
		text := strings.TrimSuffix(strings.Repeat("a\n", lines), "\n")
		got := display.Wrapped(text)
		if n := strings.Count(got, "\n") + 1; n != want {
			t.Errorf("of %d lines %d are shown", lines, n)
		}
		if whole := got == text; whole != (lines <= 80) || !whole && !strings.HasSuffix(got, "a…") {
			t.Errorf("%d lines are shown as %q", lines, got)
		}
	}
}
