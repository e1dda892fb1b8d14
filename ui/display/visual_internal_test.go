package display

import (
	"strings"
	"testing"
)

// marked returns a line in which the parts between brackets are marked.
func marked(line string) []Piece[int] {
	var all []Piece[int]
	for i, part := range strings.Split(line, "|") {
		all = append(all, Piece[int]{Text: part, Mark: i % 2})
	}
	return all
}

// Hebrew letters are stored in reading order, from right to left; the expected output is
// listed from left to right.
func TestALineFromRightToLeftIsOneLine(t *testing.T) {
	for name, c := range map[string]struct {
		line        string
		rightToLeft bool
		want        string
	}{
		"one direction":                   {"call |the| shop", false, "call |the| shop"},
		"a marked word":                   {"אבג |דהו| זחט", true, "זחט| |דהו| |אבג"},
		"a marked word at the end":        {"אבג |דהו", true, "דהו| |אבג"},
		"a number":                        {"אבג 123 דהו", true, "דהו| |123| |אבג"},
		"a marked number":                 {"אבג |123| דהו", true, "דהו| |123| |אבג"},
		"a number of two pieces":          {"אבג 1|23| דהו", true, "דהו| |1|23| |אבג"},
		"Latin in Hebrew":                 {"אבג abc def דהו", true, "דהו| |abc def| |אבג"},
		"a marked Latin word in Hebrew":   {"אבג abc |def| דהו", true, "דהו| |abc |def| |אבג"},
		"Hebrew in Latin":                 {"abc אבג דהו def", false, "abc |דהו| |אבג| def"},
		"a marked Hebrew word in Latin":   {"abc אבג |דהו| def", false, "abc |דהו| |אבג| def"},
		"a number after Hebrew in Latin":  {"abc אבג 12.5 def", false, "abc |12.5| |אבג| def"},
		"a number before Hebrew in Latin": {"abc 12 אבג def", false, "abc 12 |אבג| def"},
		"a number between":                {"אבג 12 דהו", false, "דהו| |12| |אבג"},
		"signs alone":                     {"אבג| (|דהו", true, "דהו|) |אבג"},
		"a full stop":                     {"אבג.", true, ".|אבג"},
		"Latin at the end of Hebrew":      {"אבג abc.", true, ".|abc| |אבג"},
		"vowel points stay on letters":    {"אב|ְג", true, "ג|אבְ"},
	} {
		var got []string
		for _, s := range Visual(marked(c.line), c.rightToLeft) {
			got = append(got, s.Text)
		}
		if text := strings.Join(got, "|"); text != c.want {
			t.Errorf("%s: drawn from left to right: %q, want %q", name, text, c.want)
		}
	}
}

// Text that Fyne draws correctly stays as it is: pieces may use different fonts.
func TestALineFromLeftToRightIsLeftAlone(t *testing.T) {
	line := []Piece[int]{{Text: "    "}, {Text: "→"}, {Text: " "}, {Text: "日本 – “x”", Mark: 1}}
	if got := Visual(line, false); len(got) != 4 {
		t.Errorf("drawn as %+v", got)
	}
}

func TestMarksStayOnTheirLetters(t *testing.T) {
	for _, s := range Visual(marked("אבג |דהו| זחט 12 |abc| יכל"), true) {
		if want := s.Text == "דהו" || s.Text == "abc"; (s.Mark != 0) != want {
			t.Errorf("%q has the mark %d", s.Text, s.Mark)
		}
	}
}

func TestLettersOfAWordThatIsMarkedInPartStillJoin(t *testing.T) {
	got := Visual(marked("سلا|م"), true)
	if len(got) != 2 || got[0].Text != "\u200dم" || got[1].Text != "سلا\u200d" {
		t.Errorf("drawn as %+v", got)
	}
}

func TestTheFirstLetterSaysWhichWayALineRuns(t *testing.T) {
	for line, want := range map[string]bool{"": false, "123": false, "abc אבג": false, "אבג abc": true, "12. אבג": true, "(שלום": true, "é": false, "日本": false} {
		if RightToLeft(line) != want {
			t.Errorf("%q: %v, want %v", line, !want, want)
		}
	}
}
