package history

import (
	"strings"
	"testing"

	"crossfeed/ui/wording/wordingtest"
)

// A long value is cut at the end of a character, even if that consists of several code points.
func TestALongValueIsToldInPart(t *testing.T) {
	if err := wordingtest.SpeakEnglish(); err != nil {
		t.Fatal(err)
	}
	short := strings.Repeat("word ", longest/5)
	if got := shortened(short); got != short {
		t.Errorf("%d bytes were cut to %d", len(short), len(got))
	}
	got := shortened(short + "tail " + "end.")
	if want := short + "…\n9 more characters. Export the log to see the full text."; got != want {
		t.Errorf("got … %q", got[len(got)-60:])
	}
	const family = "👩‍👩‍👧" // 18 bytes
	told, _, _ := strings.Cut(shortened(strings.Repeat(family, 100_000)), "…")
	if want := strings.Repeat(family, longest/len(family)); told != want {
		t.Errorf("%d bytes are told, want %d", len(told), len(want))
	}
}
