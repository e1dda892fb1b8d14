package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/merge"
)

// draw writes rows as a person reads them: a gutter, both sides with their
// numbers, and what is marked in brackets.
func draw(rows []merge.Row) string {
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%c %s | %s\n", " +-~"[r.Kind], drawSide(r.Left), drawSide(r.Right))
	}
	return b.String()
}

func drawSide(s merge.Side) string {
	if s.Number == 0 {
		return "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d ", s.Number)
	for _, p := range s.Spans {
		if p.Marked {
			fmt.Fprintf(&b, "[%s]", p.Text)
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestTextsAreComparedByLinesAndThenByWords(t *testing.T) {
	for name, c := range map[string]struct{ left, right, want string }{
		"nothing":            {"", "", ""},
		"equal":              {"a\nb", "a\nb", "  1 a | 1 a\n  2 b | 2 b\n"},
		"an empty line":      {"a\n\nb", "a\n\nb", "  1 a | 1 a\n  2  | 2 \n  3 b | 3 b\n"},
		"from nothing":       {"", "new", "+ . | 1 new\n"},
		"to nothing":         {"old", "", "- 1 old | .\n"},
		"a line more":        {"a\nc", "a\nb\nc", "  1 a | 1 a\n+ . | 2 b\n  2 c | 3 c\n"},
		"a line less":        {"a\nb\nc", "a\nc", "  1 a | 1 a\n- 2 b | .\n  3 c | 2 c\n"},
		"a word changed":     {"Buy brown eggs", "Buy white eggs", "~ 1 Buy [brown] eggs | 1 Buy [white] eggs\n"},
		"a word more":        {"Eggs", "Eggs ×12", "~ 1 Eggs | 1 Eggs[ ×12]\n"},
		"the end of a word":  {"one egg", "one eggs", "~ 1 one egg | 1 one egg[s]\n"},
		"a number":           {"25 May", "26 May", "~ 1 [25] May | 1 [26] May\n"},
		"nothing in common":  {"cat", "dog", "- 1 cat | .\n+ . | 1 dog\n"},
		"little in common":   {"Call the plumber", "Wash the car", "- 1 Call the plumber | .\n+ . | 1 Wash the car\n"},
		"a line end more":    {"a", "a\n", "  1 a | 1 a\n+ . | 2 \n"},
		"only the line ends": {"a\r\nb\rc\n", "a\nb\nc\r", "  1 a | 1 a\n  2 b | 2 b\n  3 c | 3 c\n  4  | 4 \n"},
		"spaces":             {"a  line here", "a line here", "~ 1 a[ ] line here | 1 a line here\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := draw(merge.Text(c.left, c.right)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestLineEndsAreKept(t *testing.T) {
	var ends []string
	for _, r := range merge.Text("a\r\nb\rc\nd", "a\r\nb\rc\nd") {
		ends = append(ends, r.Left.End)
	}
	if got := fmt.Sprintf("%q", ends); got != `["\r\n" "\r" "\n" ""]` {
		t.Errorf("the line ends are %s", got)
	}
}

func TestRemovedAndAddedLinesThatAreAlikeStandBesideEachOther(t *testing.T) {
	left := "Shopping\nmilk from the farm\nold bread\nThe end"
	right := "Shopping\nsalt\nmilk from the market\nold bread rolls\nThe end"
	want := "" +
		"  1 Shopping | 1 Shopping\n" +
		"+ . | 2 salt\n" +
		"~ 2 milk from the [farm] | 3 milk from the [market]\n" +
		"~ 3 old bread | 4 old bread[ rolls]\n" +
		"  4 The end | 5 The end\n"
	if got := draw(merge.Text(left, right)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestOfSeveralLinesTheMostAlikeIsTaken(t *testing.T) {
	want := "" +
		"+ . | 1 Call the dentist\n" +
		"~ 1 Call the plumber | 2 Call the plumber[ at noon]\n"
	if got := draw(merge.Text("Call the plumber", "Call the dentist\nCall the plumber at noon")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
