package textedit

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A word that is wider than a row is broken next to a date that fits into a row, and inside a
// date that does not.
func TestADateIsBrokenOnlyWhereItIsWiderThanARow(t *testing.T) {
	expectRows(t, 11, map[string]string{
		"about_2026-11-27.txt": "about_|2026-11-27.|txt",
		"2026-11-27-12-30":     "2026-11-27-|12-30",
	})
}

// A number with spaces is broken only where it is wider than a row, and then at a space.
func TestANumberWithSpacesIsBrokenOnlyWhereItIsWiderThanARow(t *testing.T) {
	expectRows(t, 17, map[string]string{
		"call +1 (212) 555-011, now":                     "call |+1 (212) 555-011, |now",
		"call Ann +49 30 12345":                          "call Ann |+49 30 12345",
		"tel:+49 30 12345678":                            "tel:|+49 30 12345678",
		"pay 1 234 567,50 € now":                         "pay |1 234 567,50 € |now",
		"pay now 1\u2009234\u2009567,50":                 "pay now |1\u2009234\u2009567,50",
		"1\u2009234\u2009567\u2009890\u2009123\u2009456": "1\u2009234\u2009567\u2009890\u2009|123\u2009456",
		"it is now about 12,5 % of":                      "it is now about |12,5 % of",
		"+49 30 1234 5678 9012":                          "+49 30 1234 5678 |9012",
		"0049 3012345678 90":                             "0049 3012345678 |90",
		"buy 2 5 7 9 1 3 5 7 or so":                      "buy 2 5 7 9 1 3 5 |7 or so",
	})
}

// expectRows checks how lines are broken to rows of a number of letters.
func expectRows(t *testing.T, letters float32, lines map[string]string) {
	t.Helper()
	for line, want := range lines {
		w := newWrapper(func(text string) float32 { return float32(utf8.RuneCountInString(text)) })
		w.width = letters
		got := line
		for _, at := range slices.Backward(w.rows(line)) {
			got = got[:at] + "|" + got[at:]
		}
		if got != want {
			t.Errorf("%q is broken as %q, want %q", line, strings.ReplaceAll(got, "|", " | "), want)
		}
	}
}
