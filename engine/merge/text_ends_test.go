package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/merge"
)

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
