package wording_test

import (
	"testing"

	"crossfeed/engine/record"
)

// It is Sunday, 24 May 2026, 14:00 in the user's time zone.
func TestDueIsSaidInFewWords(t *testing.T) {
	for date, want := range map[string]string{
		"2026-05-24":                  "today",
		"2026-05-24T18:00":            "today 18:00",
		"2026-05-25":                  "tomorrow",
		"2026-05-23T09:30":            "yesterday 09:30",
		"2026-05-29":                  "Fri",
		"2026-05-30T08:00":            "Sat 08:00",
		"2026-05-31":                  "31 May",
		"2026-05-01":                  "1 May",
		"2027-01-02":                  "2 Jan 2027",
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
