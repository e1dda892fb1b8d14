package merge_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/merge"
)

// draw shows rows as a person sees them: a gutter, both sides with their numbers, and marked
// spans in brackets.
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
		"an amount":          {"pay 1,234,567.00 now", "pay 12 345.00 now", "~ 1 pay [1,234,567.00] now | 1 pay [12 345.00] now\n"},
		"an age":             {"he is 46 years old", "he is 44 years old", "~ 1 he is [46] years old | 1 he is [44] years old\n"},
		"a date":             {"before 2026-11-20, all", "before 2026-11-27, all", "~ 1 before [2026-11-20], all | 1 before [2026-11-27], all\n"},
		"more digits":        {"room 12", "room 123", "~ 1 room [12] | 1 room [123]\n"},
		"a number and a dot": {"it costs 12", "it costs 12.", "~ 1 it costs 12 | 1 it costs 12[.]\n"},
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

// drawEnds is draw with the line ends of both sides.
func drawEnds(rows []merge.Row) string {
	var b strings.Builder
	for _, r := range rows {
		line := strings.TrimSuffix(draw([]merge.Row{r}), "\n")
		fmt.Fprintf(&b, "%s (%q %q)\n", line, r.Left.End, r.Right.End)
	}
	return b.String()
}

func TestTextsOfAnyLineEndsAreCompared(t *testing.T) {
	for name, c := range map[string]struct{ left, right, want string }{
		"LF": {"a\nold egg\nc\n", "a\nnew egg\nc\n", `
  1 a | 1 a ("\n" "\n")
~ 2 [old] egg | 2 [new] egg ("\n" "\n")
  3 c | 3 c ("\n" "\n")
  4  | 4  ("" "")
`},
		"CRLF": {"a\r\nold egg\r\nc", "a\r\nnew egg\r\nc", `
  1 a | 1 a ("\r\n" "\r\n")
~ 2 [old] egg | 2 [new] egg ("\r\n" "\r\n")
  3 c | 3 c ("" "")
`},
		"CR": {"a\rold egg\rc", "a\rnew egg\rc", `
  1 a | 1 a ("\r" "\r")
~ 2 [old] egg | 2 [new] egg ("\r" "\r")
  3 c | 3 c ("" "")
`},
		"from LF to CRLF": {"a\nb", "a\r\nb\r\nc", `
  1 a | 1 a ("\n" "\r\n")
  2 b | 2 b ("" "\r\n")
+ . | 3 c ("" "")
`},
		"an empty line between CRs": {"a\r\rb", "a\rb", `
  1 a | 1 a ("\r" "\r")
- 2  | . ("\r" "")
  3 b | 2 b ("" "")
`},
		"the last line end is gone": {"a\nb\n", "a\nb", `
  1 a | 1 a ("\n" "\n")
  2 b | 2 b ("\n" "")
- 3  | . ("" "")
`},
		"the last line changed, without end": {"a\nold egg", "a\nnew egg", `
  1 a | 1 a ("\n" "\n")
~ 2 [old] egg | 2 [new] egg ("" "")
`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := "\n" + drawEnds(merge.Text(c.left, c.right)); got != c.want {
				t.Errorf("got%s\nwant%s", got, c.want)
			}
		})
	}
}

func TestTextsOfManyScriptsAreComparedByLines(t *testing.T) {
	for name, c := range map[string]struct{ left, right, want string }{
		"Hebrew":              {"שלום\nקנה חלב היום\n", "שלום\nקנה לחם היום\nתודה\n", "  1 שלום | 1 שלום\n~ 2 קנה [חלב] היום | 2 קנה [לחם] היום\n+ . | 3 תודה\n  3  | 4 \n"},
		"Arabic and Latin":    {"اشتر milk غدا", "اشتر bread غدا", "~ 1 اشتر [milk] غدا | 1 اشتر [bread] غدا\n"},
		"Japanese":            {"牛乳を買う\n卵を買う", "卵を買う\nパンを買う", "- 1 牛乳を買う | .\n  2 卵を買う | 1 卵を買う\n+ . | 2 パンを買う\n"},
		"Korean":              {"우유를 사다\n오늘", "빵을 사다\n오늘", "~ 1 [우유를] 사다 | 1 [빵을] 사다\n  2 오늘 | 2 오늘\n"},
		"a line of emoji":     {"🥛\n🥚", "🥛\n🍞\n🥚", "  1 🥛 | 1 🥛\n+ . | 2 🍞\n  2 🥚 | 3 🥚\n"},
		"an emoji in a line":  {"well done 🥛 today", "well done 🍞 today", "~ 1 well done [🥛] today | 1 well done [🍞] today\n"},
		"beyond the 16th bit": {"the 𝔞 and 𠀋 here", "the 𝔟 and 𠀋 here", "~ 1 the [𝔞] and 𠀋 here | 1 the [𝔟] and 𠀋 here\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := draw(merge.Text(c.left, c.right)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// impatient is a context that is done after a number of calls.
type impatient struct {
	context.Context
	left int
}

func (c *impatient) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestAComparisonThatNobodyWaitsForGivesNothingButTheError(t *testing.T) {
	left, right := scrambled(300, 1), "first\n"+scrambled(300, 2)
	want := draw(merge.Text(left, right))
	asked := 0
	for ; ; asked++ {
		rows, err := merge.TextContext(&impatient{context.Background(), asked}, left, right)
		if err == nil {
			if draw(rows) != want {
				t.Errorf("done after %d questions it gives something else than Text", asked)
			}
			break
		}
		if rows != nil || !errors.Is(err, context.Canceled) {
			t.Fatalf("done after %d questions it gives %d rows and %v", asked, len(rows), err)
		}
	}
	if asked < 10 {
		t.Errorf("it asked %d times whether anybody waits, want more", asked)
	}
}

// blocks returns n sections of lines that are hard to compare, separated by unique lines.
func blocks(n int, seed uint64) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%sblock %d ends\n", scrambled(1_500, seed+uint64(2*i)), i)
	}
	return b.String()
}

func TestAHugeComparisonStopsSoon(t *testing.T) {
	left, right := blocks(20, 1), blocks(20, 2)
	c := &impatient{context.Background(), math.MaxInt}
	var whole, cut time.Duration = math.MaxInt64, math.MaxInt64
	times := testsize.Of(1, 3) // other processes may slow one of them down
	for range times {
		whole = min(whole, pace.Spent(func() {
			if _, err := merge.TextContext(c, left, right); err != nil {
				t.Fatal(err)
			}
		}))
	}
	asked := (math.MaxInt - c.left) / times
	for range times {
		cut = min(cut, pace.Spent(func() {
			if _, err := merge.TextContext(&impatient{context.Background(), asked / 20}, left, right); err == nil {
				t.Error("it went on to the end")
			}
		}))
	}
	if cut > whole/2 {
		t.Errorf("the whole takes %v and asks %d times; cancelled after a twentieth of that it took %v", whole, asked, cut)
	}
	t.Logf("the whole takes %v and asks %d times; cancelled after a twentieth of that it took %v", whole, asked, cut)
}

// A grapheme cluster is either marked or not marked as a whole.
func TestMarksKeepCharactersWhole(t *testing.T) {
	for name, c := range map[string]struct{ left, right, want string }{
		"an emoji's skin": {
			"well done 👍 today", "well done 👍🏽 today",
			"~ 1 well done [👍] today | 1 well done [👍🏽] today\n",
		},
		"a family": {
			"us: 👨‍👩‍👧 ok", "us: 👨‍👩‍👦 ok",
			"~ 1 us: [👨‍👩‍👧] ok | 1 us: [👨‍👩‍👦] ok\n",
		},
		"a flag": {
			"made in 🇩🇪 here", "made in 🇩🇰 here",
			"~ 1 made in [🇩🇪] here | 1 made in [🇩🇰] here\n",
		},
		"a combining accent": {
			"the cafe\u0301 is open", "the cafe is open",
			"~ 1 the caf[e\u0301] is open | 1 the caf[e] is open\n",
		},
		"an accent that lost its letter": {
			"\u0301 is open", "e\u0301 is open",
			"~ 1 [\u0301] is open | 1 [e\u0301] is open\n",
		},
		"Chinese": {
			"我今天买牛奶", "我明天买牛奶",
			"~ 1 我[今]天买牛奶 | 1 我[明]天买牛奶\n",
		},
		"Thai": {
			"น้ำดี", "น้ำดำ",
			"~ 1 น้ำ[ดี] | 1 น้ำ[ดำ]\n",
		},
		"Hebrew": {
			"קנה חלב היום", "קנה לחם היום",
			"~ 1 קנה [חלב] היום | 1 קנה [לחם] היום\n",
		},
		"Arabic": {
			"اشتر الحليب غدا", "اشتر الخبز غدا",
			"~ 1 اشتر [الحليب] غدا | 1 اشتر [الخبز] غدا\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := draw(merge.Text(c.left, c.right)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
