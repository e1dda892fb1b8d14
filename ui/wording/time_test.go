package wording_test

import (
	"testing"
	"time"

	"crossfeed/engine/record"
	"crossfeed/ui/wording/wordingtest"
)

// It is Sunday, May 24, 2026, 14:00 in the user's time zone.
func TestDueIsSaidInFewWords(t *testing.T) {
	for date, want := range map[string]string{
		"2026-05-24":                  "today",
		"2026-05-24T18:00":            "today 18:00",
		"2026-05-25":                  "tomorrow",
		"2026-05-23T09:30":            "yesterday 09:30",
		"2026-05-29":                  "Fri",
		"2026-05-30T08:00":            "Sat 08:00",
		"2026-05-31":                  "May 31",
		"2026-05-01":                  "May 1",
		"2026-05-31T18:00":            "May 31, 18:00",
		"2027-01-02":                  "Jan 2, 2027",
		"2026-05-24T23:30Z":           "tomorrow 01:30",
		"2026-05-25T00:30Z":           "tomorrow 02:30",
		"2026-05-24T12:00 Asia/Tokyo": "today 05:00",
	} {
		d, err := record.ParseDate(date)
		if err != nil {
			t.Fatal(err)
		}
		if got := speaker().Due(d); got != want {
			t.Errorf("%s is said as %q, want %q", date, got, want)
		}
	}
}

func TestADayIsOverdueOnceItIsOver(t *testing.T) {
	for date, want := range map[string]bool{
		"2026-05-24": false, "2026-05-23": true, "2026-05-24T13:59": true, "2026-05-24T14:01": false,
	} {
		d, err := record.ParseDate(date)
		if err != nil {
			t.Fatal(err)
		}
		if got := speaker().Overdue(d); got != want {
			t.Errorf("%s: got %v", date, got)
		}
	}
}

// English dates are American, German ones have the day first.
func TestDatesAreInTheOrderOfTheLanguage(t *testing.T) {
	say := func(what string, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s is said as %q, want %q", what, got, want)
		}
	}
	at := time.Date(2026, 5, 19, 7, 43, 0, 0, time.UTC)
	say("a time", speaker().Local(at), "May 19, 09:43")
	say("a time of another year", speaker().Local(at.AddDate(1, 0, 0)), "May 19, 2027, 09:43")
	say("a date", speaker().ShortDate("2026-11-27T18:00"), "Fri, Nov 27, 18:00")
	say("a date of another year", speaker().ShortDate("2027-11-27"), "Sat, Nov 27, 2027")
	say("a birthday", speaker().Birthday("--05-19"), "May 19")
	if err := wordingtest.SpeakGerman(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := wordingtest.SpeakEnglish(); err != nil {
			t.Fatal(err)
		}
	})
	say("a time in German", speaker().Local(at), "19. Mai 09:43")
	say("a time of another year in German", speaker().Local(at.AddDate(1, 0, 0)), "19. Mai 2027 09:43")
	say("a date in German", speaker().ShortDate("2026-11-27T18:00"), "Fr 27. November, 18:00")
	say("a birthday in German", speaker().Birthday("--05-19"), "19. Mai")
}
