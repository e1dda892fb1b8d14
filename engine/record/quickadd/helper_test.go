package quickadd_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"crossfeed/engine/record/quickadd"
)

// berlin returns a time in Berlin for a person who types in that language.
func berlin(t testing.TB, clock string, l quickadd.Language) quickadd.Now {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", clock, zone)
	if err != nil {
		t.Fatal(err)
	}
	return quickadd.Now{Time: at, Language: l}
}

// wednesday is the current time in the tables of both languages: a Wednesday in November, half
// past ten in the morning.
const wednesday = "2026-11-25 10:30"

// saying is a row of a manual: the typed text and the date, or "" for none.
type saying struct{ text, date string }

func checkSayings(t *testing.T, now quickadd.Now, all []saying) {
	t.Helper()
	for _, s := range all {
		d, ok := quickadd.Date(s.text, now)
		if d.String() != s.date || ok != (s.date != "") {
			t.Errorf("%q: got %q, %v; want %q", s.text, d, ok, s.date)
		}
	}
}
