package display_test

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"

	"crossfeed/ui/display"
)

// piece is a part of a line that one of its versions has, or both.
type piece = display.Piece[display.Version]

// rows breaks a line into rows of a number of letters.
func rows(line string, letters int) []string { return rowsOf(letters, letters, piece{Text: line}) }

// rowsOf breaks a line of several pieces; the first row may have another number of letters.
func rowsOf(first, letters int, pieces ...piece) []string {
	return rowsIn(display.Room{First: float32(first), Width: float32(letters)}, pieces...)
}

func rowsIn(room display.Room, pieces ...piece) []string {
	measure := func(text string, _ display.Version) float32 { return float32(uniseg.StringWidth(text)) }
	of := func(v display.Version) display.Version { return v }
	var all []string
	for _, row := range display.WrapPieces(pieces, room, measure, of) {
		text := ""
		for _, p := range row {
			text += p.Text
		}
		all = append(all, text)
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
		"a number, by groups":       {"1,234,567.00", 9, "1,234,|567.00"},
		"a phone number, by groups": {"+49 30 12345678", 12, "+49 30 |12345678"},
		"a sign":                    {"tel: +4930123456", 11, "tel: |+4930123456"},
		"a sign, too wide":          {"+49301234567890", 10, "+493012345|67890"},
		"a phone number in groups":  {"call +1 (212) 555-0110 now", 18, "call |+1 (212) 555-0110 |now"},
		"a phone number, bracketed": {"call (212) 555-0110 now", 16, "call |(212) 555-0110 |now"},
		"a phone number by spaces":  {"call 030 12 34 56 now", 14, "call |030 12 34 56 |now"},
		"a phone number of twos":    {"call 42 12 34 56 now", 14, "call |42 12 34 56 |now"},
		"an amount by thousands":    {"pay 1 234 567,50 € now", 16, "pay |1 234 567,50 € |now"},
		"an amount in dollars":      {"pay about $1,234.50 now", 12, "pay about |$1,234.50 |now"},
		"a share":                   {"it is now 12,5 % of it", 14, "it is now |12,5 % of it"},
		"a day and a time":          {"from 2026-11-27T18:00 on", 17, "from |2026-11-27T18:00 |on"},
		"thin spaces, too wide":     {"1\u2009234\u2009567", 8, "1\u2009234\u2009|567"},
		"narrow spaces, too wide":   {"1\u202f234\u202f567", 8, "1\u202f234\u202f|567"},
		"hard spaces, too wide":     {"1\u00a0234\u00a0567", 8, "1\u00a0234\u00a0|567"},
		"a sign after a thin space": {"from\u2009-12.5 to", 6, "from\u2009|-12.5 |to"},
		"a year and a time":         {"May 24, 2026 18:00", 14, "May 24, 2026 |18:00"},
		"two numbers of one digit":  {"buy 2 5 or so", 6, "buy 2 |5 or |so"},
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
	got := rowsOf(15, 15, piece{Text: "call the "}, piece{"office", display.Before}, piece{"shop", display.After}, piece{Text: "."})
	if got := strings.Join(got, "|"); got != "call the office|shop." {
		t.Errorf("got %q", got)
	}
}

// A number with changed digits is not broken more than another one: neither in the version
// before, nor in the one after.
func TestAChangedNumberIsNotBroken(t *testing.T) {
	before := func(text string) piece { return piece{text, display.Before} }
	after := func(text string) piece { return piece{text, display.After} }
	both := func(text string) piece { return piece{Text: text} }
	for name, c := range map[string]struct {
		pieces  []piece
		letters int
		want    string
	}{
		"a digit":              {[]piece{both("aged about 4"), before("6"), after("4"), both(" or so")}, 13, "aged about |464 or so"},
		"a group":              {[]piece{both("call 555-"), before("12"), after("34"), both(" now")}, 11, "call |555-1234 |now"},
		"all of it":            {[]piece{both("call "), before("5551234"), after("5551235"), both(" now")}, 12, "call 5551234|5551235 now"},
		"digits less":          {[]piece{both("call about 55512"), before("34"), both(" now")}, 16, "call about |5551234 now"},
		"a word before it":     {[]piece{both("call about "), before("noon"), after("12:30"), both(" or so")}, 16, "call about noon|12:30 or so"},
		"the group after a +":  {[]piece{both("tel: +49 30 "), before("12"), after("13"), both("")}, 14, "tel: |+49 30 1213"},
		"too wide for one row": {[]piece{both("+49 30 "), before("1234567"), after("1234568")}, 10, "+49 30 |1234567|1234568"},
	} {
		if got := strings.Join(rowsOf(c.letters, c.letters, c.pieces...), "|"); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// A number that is wider than a row takes one of its own, as far as there is room for it, and
// the words around it are broken as always.
func TestANumberWiderThanARowIsNotBrokenWhereItHasRoom(t *testing.T) {
	for line, want := range map[string]string{
		"+1 (212) 555-0110":           "+1 (212) 555-0110",
		"call +1 (212) 555-0110, now": "call |+1 (212) 555-0110, |now",
		"tel:+1 (212) 555-0110":       "tel:|+1 (212) 555-0110",
		"a12 345 678.00 € or":         "a|12 345 678.00 € |or",
		"00 49 30 12 34 56 78 90":     "00 49 30 12 |34 56 78 90",
		"123456789012345678901":       "123456789012|345678901",
		"abcdefghijklmnop":            "abcdefghijkl|mnop",
	} {
		got := strings.Join(rowsIn(display.Room{First: 12, Width: 12, Number: 18}, piece{Text: line}), "|")
		if got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"+1 (212) 555-0110": "|+1 (212) 555-0110",
		"eggs and milk":     "eggs |and milk",
	} {
		got := strings.Join(rowsIn(display.Room{First: 5, Width: 12, Number: 18}, piece{Text: line}), "|")
		if got != want {
			t.Errorf("%q becomes %q after a note, want %q", line, got, want)
		}
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
	for line, want := range map[string]string{
		"milk and eggs and bread": "milk |and eggs and |bread",
		"555-1234 and eggs":       "|555-1234 and |eggs",
		"555-1234567890 eggs":     "555-|1234567890 |eggs",
	} {
		if got := strings.Join(rowsOf(5, 13, piece{Text: line}), "|"); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}
