package display_test

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"

	"crossfeed/ui/display"
)

// rows breaks a line into rows of a number of letters.
func rows(line string, letters int, also ...int) []string {
	starts := display.BreakRows(line, float32(letters), float32(letters), also, func(from, to int) float32 {
		return float32(uniseg.StringWidth(line[from:to]))
	})
	var all []string
	for i, from := range starts {
		to := len(line)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		all = append(all, line[from:to])
	}
	return all
}

func TestRowsEndBetweenWords(t *testing.T) {
	for name, c := range map[string]struct {
		line    string
		letters int
		want    string
	}{
		"fits":                      {"milk and eggs", 20, "milk and eggs"},
		"between words":             {"milk and eggs", 8, "milk and |eggs"},
		"a space past the end":      {"milk and eggs", 4, "milk |and |eggs"},
		"an empty line":             {"", 4, ""},
		"a number with a point":     {"it costs 1234.50 now", 12, "it costs |1234.50 now"},
		"a comma stays":             {"300 g flour, half", 11, "300 g |flour, half"},
		"a date":                    {"on 2026-11-27 or so", 8, "on |2026-11-|27 or so"},
		"a date that fits":          {"on 2026-11-27 or so", 11, "on |2026-11-27 |or so"},
		"a date between slashes":    {"on 11/27/2026 or so", 11, "on |11/27/2026 |or so"},
		"a date between dots":       {"am 27.11.2026 um 9", 11, "am |27.11.2026 |um 9"},
		"a phone number":            {"call 555-123-4567 now", 12, "call |555-123-4567 |now"},
		"a phone number, abroad":    {"call +49-30/123-45 now", 13, "call |+49-30/123-45 |now"},
		"a date in a long word":     {"notes/about-2026-11-27.txt", 16, "notes/|about-|2026-11-27.txt"},
		"a date in an address":      {"https://example.org/log/2026-11-27/", 30, "https://example.org/log/|2026-11-27/"},
		"a date wider than a row":   {"2026-11-27", 6, "2026-|11-27"},
		"a hyphen before a word":    {"2026-11-eggs", 8, "2026-11-|eggs"},
		"an address":                {"https://example.org/2026/11/eggs.html", 20, "https://example.org/|2026/11/eggs.html"},
		"a number wider than a row": {"12345678901234", 6, "123456|789012|34"},
		"a word with a number":      {"abcdef12345", 8, "abcdef|12345"},
		"a word and its comma":      {"abcdefgh, i", 8, "abcdefg|h, i"},
	} {
		if got := strings.Join(rows(c.line, c.letters), "|"); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// Removed text and its replacement are two words, although there is no space between them.
func TestALineMayBeBrokenWhereItIsSaid(t *testing.T) {
	if got := strings.Join(rows("call the officeshop.", 15, len("call the office")), "|"); got != "call the office|shop." {
		t.Errorf("got %q", got)
	}
}

func TestRowsLoseNothingAndFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringMatching(`([a-z]{1,12}|[0-9]{1,9}|[.,:/ -]|é|ש|日本|👩‍👩‍👧){0,30}`).Draw(t, "line")
		letters := rapid.IntRange(2, 20).Draw(t, "letters")
		got := rows(line, letters)
		if strings.Join(got, "") != line {
			t.Fatalf("%q became %q", line, got)
		}
		for _, r := range got {
			if uniseg.StringWidth(strings.TrimRight(r, " ")) > letters {
				t.Fatalf("%q of %q is wider than %d", r, line, letters)
			}
		}
	})
}

// A note after the first row takes space there, and nowhere else.
func TestTheFirstRowMayBeNarrower(t *testing.T) {
	line := "milk and eggs and bread"
	starts := display.BreakRows(line, 5, 13, nil, func(from, to int) float32 { return float32(to - from) })
	if len(starts) != 3 || line[:starts[1]] != "milk " || line[starts[1]:starts[2]] != "and eggs and " {
		t.Errorf("rows begin at %v", starts)
	}
}
