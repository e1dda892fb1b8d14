package wording_test

import (
	"os"
	"testing"
	"time"

	"crossfeed/ui/wording"
	"crossfeed/ui/wording/wordingtest"
)

func TestMain(m *testing.M) {
	if err := wordingtest.SpeakEnglish(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

var noon = time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)

func speaker() wording.Speaker {
	return wording.Speaker{Own: "desk", Now: func() time.Time { return noon }, Zone: time.FixedZone("", 2*3600)}
}

func TestAgo(t *testing.T) {
	for want, past := range map[string]time.Duration{
		"just now":       30 * time.Second,
		"1 minute ago":   time.Minute,
		"59 minutes ago": 59*time.Minute + 59*time.Second,
		"1 hour ago":     time.Hour,
		"3 days ago":     3*24*time.Hour + time.Hour,
		"5 months ago":   160 * 24 * time.Hour,
		"3 years ago":    3*8766*time.Hour + time.Hour,
		"in the future: that device’s clock must be wrong": -time.Hour,
	} {
		if got := speaker().Ago(noon.Add(-past)); got != want {
			t.Errorf("%v: got %q, want %q", past, got, want)
		}
	}
	if got := speaker().Ago(noon.Add(time.Minute)); got != "just now" {
		t.Errorf("a clock that is a minute fast: %q", got)
	}
}

// Times are shown in the user's time zone; the current year is omitted.
func TestTimesAreLocal(t *testing.T) {
	if got := speaker().Local(time.Date(2026, 5, 3, 23, 30, 0, 0, time.UTC)); got != "May 4, 01:30" {
		t.Errorf("got %q", got)
	}
	if got := speaker().Local(time.Date(2005, 5, 21, 9, 43, 33, 0, time.UTC)); got != "May 21, 2005, 11:43" {
		t.Errorf("got %q", got)
	}
	if got := speaker().Short(noon.Add(-time.Hour)); got != "13:00" {
		t.Errorf("of today: %q", got)
	}
	if got := speaker().Short(noon.Add(-48 * time.Hour)); got != "May 22" {
		t.Errorf("of another day: %q", got)
	}
}

func TestPeople(t *testing.T) {
	for by, want := range map[string]string{"desk": "you", "laptop": "laptop", "": "someone", "p3suw4wkotl6vjga": "unnamed device p3suw", "Grandmother's kitchen PC": "Grandmother's kitchen PC"} {
		if got := speaker().Person(by); got != want {
			t.Errorf("%q is %q, want %q", by, got, want)
		}
	}
	if got, want := speaker().Deleted("laptop", noon), "deleted by laptop, May 24, 14:00"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := speaker().Changed("desk", time.Time{}), "changed by you"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
