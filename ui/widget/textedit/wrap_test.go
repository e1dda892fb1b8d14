package textedit

import (
	"slices"
	"strings"
	"testing"
)

// A word that is wider than a row is broken next to a date that fits into a row, and inside a
// date that does not.
func TestADateIsBrokenOnlyWhereItIsWiderThanARow(t *testing.T) {
	for line, want := range map[string]string{
		"about_2026-11-27.txt": "about_|2026-11-27.|txt",
		"2026-11-27-12-30":     "2026-11-27-|12-30",
	} {
		w := newWrapper(func(text string) float32 { return float32(len(text)) })
		w.width = 11
		got := line
		for _, at := range slices.Backward(w.rows(line)) {
			got = got[:at] + "|" + got[at:]
		}
		if got != want {
			t.Errorf("%q is broken as %q, want %q", line, strings.ReplaceAll(got, "|", " | "), want)
		}
	}
}
