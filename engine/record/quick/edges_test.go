package quick_test

import (
	"testing"
	"time"

	"crossfeed/engine/record/quick"
)

func TestDaysAtTheEndsOfMonthsAndYears(t *testing.T) {
	for _, c := range []struct{ now, text, date string }{
		{"2026-12-31 23:59", "tomorrow", "2027-01-01"},
		{"2027-01-01 00:00", "yesterday", "2026-12-31"},
		{"2026-12-31 12:00", "31.12.", "2026-12-31"},
		{"2026-12-31 12:00", "1.1.", "2027-01-01"},
		{"2026-12-31 12:00", "next week", "2027-01-04"},
		{"2026-12-31 12:00", "next month", "2027-01-01"},
		{"2026-12-31 12:00", "end of month", "2026-12-31"},
		{"2026-12-31 23:30", "in 45 minutes", "2027-01-01T00:15"},
		{"2026-12-31 23:30", "23:00", "2027-01-01T23:00"},
		// A month without the day gives its last one.
		{"2027-01-31 12:00", "in 1 month", "2027-02-28"},
		{"2028-02-29 12:00", "in 1 year", "2029-02-28"},
		{"2028-02-10 12:00", "end of month", "2028-02-29"},
		// Weeks begin on Monday.
		{"2026-11-29 12:00", "sun", "2026-11-29"},
		{"2026-11-29 12:00", "next sun", "2026-12-06"},
		{"2026-11-29 12:00", "next week", "2026-11-30"},
		{"2026-11-30 12:00", "next week", "2026-12-07"},
		{"2026-11-27 12:00", "fri", "2026-11-27"},
		{"2026-11-27 12:00", "next fri", "2026-12-04"},
		{"2026-11-28 12:00", "next fri", "2026-12-04"},
		// The next 29 February, also across a century without one.
		{"2026-11-25 12:00", "29.2.", "2028-02-29"},
		{"2028-02-29 12:00", "feb 29", "2028-02-29"},
		{"2096-03-01 12:00", "29 feb", "2104-02-29"},
		{"2026-11-25 12:00", "29.2.2027", ""},
		{"2026-11-25 12:00", "29.2.2028", "2028-02-29"},
	} {
		checkSayings(t, berlin(t, c.now, quick.English), []saying{{c.text, c.date}})
	}
}

func TestHoursAreCountedAcrossTheChangeOfTheClock(t *testing.T) {
	// 29 March 2026, 2:00 to 3:00 is left out; 25 October, 3:00 to 2:00 comes twice.
	for _, c := range []struct{ now, text, date string }{
		{"2026-03-29 01:30", "in 1 hour", "2026-03-29T03:30"},
		{"2026-10-25 01:30", "in 3 hours", "2026-10-25T03:30"},
		{"2026-03-28 23:30", "tomorrow", "2026-03-29"},
		{"2026-03-28 23:30", "in 2 days", "2026-03-30"},
		{"2026-10-24 23:30", "in 2 days", "2026-10-26"},
	} {
		checkSayings(t, berlin(t, c.now, quick.English), []saying{{c.text, c.date}})
	}
}

func TestATimeThatTheClockLeavesOutStaysAsItWasTyped(t *testing.T) {
	now := berlin(t, "2026-03-28 12:00", quick.German)
	d, ok := quick.Date("29.3. 2:30", now)
	if !ok || d.String() != "2026-03-29T02:30" {
		t.Fatalf("got %v, %v", d, ok)
	}
	if at := d.At(now.Time.Location()); at.Format("15:04") != "03:30" {
		t.Errorf("it is at %v, want 03:30 of summer time", at)
	}
}

func TestTodayIsTheDayWhereThePersonIs(t *testing.T) {
	now := quick.Now{Time: time.Date(2026, 11, 25, 23, 30, 0, 0, time.UTC).In(time.FixedZone("", 3600))}
	checkSayings(t, now, []saying{{"today", "2026-11-26"}, {"thu", "2026-11-26"}, {"23:00", "2026-11-26T23:00"}})
}
