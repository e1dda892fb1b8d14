package quickadd_test

import (
	"testing"
	"time"

	"crossfeed/engine/record/quickadd"
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
		// A month without the day results in its last day.
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
		// The next 29 February, even across a century without one.
		{"2026-11-25 12:00", "29.2.", "2028-02-29"},
		{"2028-02-29 12:00", "feb 29", "2028-02-29"},
		{"2096-03-01 12:00", "29 feb", "2104-02-29"},
		{"2026-11-25 12:00", "29.2.2027", ""},
		{"2026-11-25 12:00", "29.2.2028", "2028-02-29"},
	} {
		checkSayings(t, berlin(t, c.now, quickadd.English), []saying{{c.text, c.date}})
	}
}

func TestHoursAreCountedAcrossTheChangeOfTheClock(t *testing.T) {
	// On 29 March 2026, 2:00 to 3:00 does not exist; on 25 October, it occurs twice.
	for _, c := range []struct{ now, text, date string }{
		{"2026-03-29 01:30", "in 1 hour", "2026-03-29T03:30"},
		{"2026-10-25 01:30", "in 3 hours", "2026-10-25T03:30"},
		{"2026-03-28 23:30", "tomorrow", "2026-03-29"},
		{"2026-03-28 23:30", "in 2 days", "2026-03-30"},
		{"2026-10-24 23:30", "in 2 days", "2026-10-26"},
	} {
		checkSayings(t, berlin(t, c.now, quickadd.English), []saying{{c.text, c.date}})
	}
}

func TestATimeThatTheClockLeavesOutStaysAsItWasTyped(t *testing.T) {
	now := berlin(t, "2026-03-28 12:00", quickadd.German)
	d, ok := quickadd.Date("29.3. 2:30", now)
	if !ok || d.String() != "2026-03-29T02:30" {
		t.Fatalf("got %v, %v", d, ok)
	}
	if at := d.At(now.Time.Location()); at.Format("15:04") != "03:30" {
		t.Errorf("it is at %v, want 03:30 of summer time", at)
	}
}

func TestTodayIsTheDayWhereThePersonIs(t *testing.T) {
	now := quickadd.Now{Time: time.Date(2026, 11, 25, 23, 30, 0, 0, time.UTC).In(time.FixedZone("", 3600))}
	checkSayings(t, now, []saying{{"today", "2026-11-26"}, {"thu", "2026-11-26"}, {"23:00", "2026-11-26T23:00"}})
}

// Tonight is never over.
func TestTonightIsLaterInTheEvening(t *testing.T) {
	for _, c := range []struct{ now, date string }{
		{"2026-11-25 19:59", "2026-11-25T20:00"},
		{"2026-11-25 20:00", "2026-11-25T21:00"},
		{"2026-11-25 22:30", "2026-11-25T23:00"},
		{"2026-11-25 23:00", "2026-11-25"},
	} {
		checkSayings(t, berlin(t, c.now, quickadd.English), []saying{{"tonight", c.date}, {"heute Abend", c.date}, {"tonight at 9", "2026-11-25T21:00"}})
	}
}

func TestDatesInEnglish(t *testing.T) {
	checkSayings(t, berlin(t, wednesday, quickadd.English), []saying{
		// Days by name.
		{"today", "2026-11-25"},
		{"Tomorrow", "2026-11-26"},
		{"yesterday", "2026-11-24"},
		{"the day after tomorrow", "2026-11-27"},
		{"end of month", "2026-11-30"},
		{"end of the month", "2026-11-30"},

		// A day of the week is the next one, which may be today.
		{"wed", "2026-11-25"},
		{"fri", "2026-11-27"},
		{"Friday", "2026-11-27"},
		{"this friday", "2026-11-27"},
		{"on Fri.", "2026-11-27"},
		{"tue", "2026-12-01"},
		// "next" is in the week that begins on the next Monday.
		{"next wed", "2026-12-02"},
		{"next fri", "2026-12-04"},
		{"next monday", "2026-11-30"},
		{"friday next week", "2026-12-04"},
		{"next week friday", "2026-12-04"},
		// "coming" is the next one after today.
		{"coming wednesday", "2026-12-02"},
		{"coming friday", "2026-11-27"},

		// The beginning of the next week, month or year.
		{"next week", "2026-11-30"},
		{"next month", "2026-12-01"},
		{"next year", "2027-01-01"},

		// A distance from now.
		{"in 3 days", "2026-11-28"},
		{"in 2 weeks", "2026-12-09"},
		{"in a week", "2026-12-02"},
		{"in three months", "2027-02-25"},
		{"in 1 year", "2027-11-25"},
		{"in 2 hours", "2026-11-25T12:30"},
		{"in 45 minutes", "2026-11-25T11:15"},

		// Calendar dates; without a year, the next such day.
		{"27 Nov", "2026-11-27"},
		{"Nov 27", "2026-11-27"},
		{"November 25", "2026-11-25"},
		{"Nov 24", "2027-11-24"},
		{"27th of November", "2026-11-27"},
		{"Nov 27th, 2027", "2027-11-27"},
		{"December 10, 1815", "1815-12-10"},
		{"10 December 1815", "1815-12-10"},
		{"3 may 2028", "2028-05-03"},
		{"2026-11-27", "2026-11-27"},
		{"27.11.", "2026-11-27"},
		{"27.11.2026", "2026-11-27"},
		{"27.11.26", "2026-11-27"},
		// Month first, with a slash.
		{"11/27", "2026-11-27"},
		{"11/27/2027", "2027-11-27"},
		{"3/4", "2027-03-04"},
		// With its day of the week, if that is correct.
		{"Fri, 27 Nov", "2026-11-27"},
		{"Friday the 27th of November", "2026-11-27"},
		{"Thu 27 Nov", ""},

		// With a time before or after it.
		{"fri 18:00", "2026-11-27T18:00"},
		{"18:00 fri", "2026-11-27T18:00"},
		{"next fri at 6pm", "2026-12-04T18:00"},
		{"at 6 pm on friday", "2026-11-27T18:00"},
		{"tomorrow, 6:30 p.m.", "2026-11-26T18:30"},
		{"tomorrow noon", "2026-11-26T12:00"},
		{"tomorrow 12 am", "2026-11-26T00:00"},
		{"2026-11-27 at 12pm", "2026-11-27T12:00"},
		{"by Nov 27 9:05", "2026-11-27T09:05"},
		{"6 am fri", "2026-11-27T06:00"},
		// A time alone is the next such time.
		{"18:00", "2026-11-25T18:00"},
		{"10:30", "2026-11-25T10:30"},
		{"10:29", "2026-11-26T10:29"},
		{"noon", "2026-11-25T12:00"},

		// German words are understood, too.
		{"nächsten Freitag um 18 Uhr", "2026-12-04T18:00"},
		{"do", "2026-11-26"},

		// Not a date.
		{"", ""},
		{"soon", ""},
		{"fri milk", ""},
		{"fri sat", ""},
		{"18:00 19:00", ""},
		{"friday13", ""},
		{"31.2.", ""},
		{"Feb 30", ""},
		{"30 feb 2027", ""},
		{"27/11", ""},
		{"13/1", ""},
		{"24:00", ""},
		{"18:60", ""},
		{"13 pm", ""},
		{"0 am", ""},
		{"in 0 days", ""},
		{"in 1000 years", ""},
		{"on", ""},
		{"0001-01-01", ""},
		{`\fri`, ""},
	})
}

func TestDatesInGerman(t *testing.T) {
	checkSayings(t, berlin(t, wednesday, quickadd.German), []saying{
		// Days by name.
		{"heute", "2026-11-25"},
		{"Morgen", "2026-11-26"},
		{"gestern", "2026-11-24"},
		{"übermorgen", "2026-11-27"},
		{"uebermorgen", "2026-11-27"},
		{"u\u0308bermorgen", "2026-11-27"},
		{"Monatsende", "2026-11-30"},
		{"bis Ende des Monats", "2026-11-30"},

		// A day of the week is the next one, which may be today.
		{"Mi", "2026-11-25"},
		{"fr", "2026-11-27"},
		{"Freitag", "2026-11-27"},
		{"am Fr.", "2026-11-27"},
		{"bis Freitag", "2026-11-27"},
		{"diesen Freitag", "2026-11-27"},
		{"So", "2026-11-29"},
		{"Sonnabend", "2026-11-28"},
		// "nächsten" means in the next week.
		{"nächsten Mittwoch", "2026-12-02"},
		{"nächsten Freitag", "2026-12-04"},
		{"naechsten freitag", "2026-12-04"},
		{"Freitag nächster Woche", "2026-12-04"},
		{"nächste Woche Freitag", "2026-12-04"},
		// "kommenden" means the next one after today.
		{"kommenden Mittwoch", "2026-12-02"},
		{"kommenden Freitag", "2026-11-27"},

		{"nächste Woche", "2026-11-30"},
		{"kommende Woche", "2026-11-30"},
		{"nächsten Monat", "2026-12-01"},
		{"nächstes Jahr", "2027-01-01"},

		{"in 3 Tagen", "2026-11-28"},
		{"in einer Woche", "2026-12-02"},
		{"in zwei Wochen", "2026-12-09"},
		{"in drei Monaten", "2027-02-25"},
		{"in einem Jahr", "2027-11-25"},
		{"in 2 Stunden", "2026-11-25T12:30"},

		{"27.11.", "2026-11-27"},
		{"27.11", "2026-11-27"},
		{"24.11.", "2027-11-24"},
		{"27.11.2026", "2026-11-27"},
		{"27. November", "2026-11-27"},
		{"27. Nov. 2027", "2027-11-27"},
		{"1. März", "2027-03-01"},
		{"Freitag, den 27.11.", "2026-11-27"},
		{"zum 27.11.", "2026-11-27"},
		{"2026-11-27", "2026-11-27"},

		{"Freitag 18 Uhr", "2026-11-27T18:00"},
		{"18 Uhr Freitag", "2026-11-27T18:00"},
		{"um 18:30 am Freitag", "2026-11-27T18:30"},
		{"morgen um 18.30 Uhr", "2026-11-26T18:30"},
		{"27.11. 8Uhr", "2026-11-27T08:00"},
		{"morgen mittags", "2026-11-26T12:00"},
		{"8 Uhr", "2026-11-26T08:00"},
		{"8:00 am Freitag", "2026-11-27T08:00"},

		// English words are understood, too.
		{"next fri 6pm", "2026-12-04T18:00"},
		{"6 am", "2026-11-26T06:00"},
		{"tue", "2026-12-01"},

		// Not a date: in German, no month comes before a slash, and "am" belongs to the day.
		{"11/27", ""},
		{"6 am Freitag", ""},
		{"31.2.", ""},
		{"31. Februar", ""},
		{"0.11.", ""},
		{"27.13.", ""},
		{"Freitag, den 28.11.", ""},
		{"25 Uhr", ""},
		{"bald", ""},
	})
}

// A bare hour after "at" is one at which people are awake. "tonight" is 20:00, unless a time
// follows.
func TestHoursAfterAt(t *testing.T) {
	checkSayings(t, berlin(t, wednesday, quickadd.English), []saying{
		{"at 5", "2026-11-25T17:00"},
		{"at 11", "2026-11-25T11:00"},
		{"at 12", "2026-11-25T12:00"},
		{"at 9", "2026-11-26T09:00"},
		{"at 15", "2026-11-25T15:00"},
		{"fri at 5", "2026-11-27T17:00"},
		{"at 5 fri", "2026-11-27T17:00"},
		{"at 5 on friday", "2026-11-27T17:00"},
		{"at 5am", "2026-11-26T05:00"},
		{"at 24", ""},
		{"5", ""},
		{"tonight", "2026-11-25T20:00"},
		{"tonight at 9", "2026-11-25T21:00"},
		{"tonight 6:30", "2026-11-25T18:30"},
		{"tonight 22:00", "2026-11-25T22:00"},
	})
	checkSayings(t, berlin(t, wednesday, quickadd.German), []saying{
		{"heute Abend", "2026-11-25T20:00"},
		{"heute Abend um 9", "2026-11-25T21:00"},
		{"Freitag um 5", "2026-11-27T17:00"},
		{"um 5 Uhr", "2026-11-26T05:00"},
	})
}

func TestBirthdaysAreCalendarDates(t *testing.T) {
	for text, want := range map[string]string{
		"December 10, 1815": "1815-12-10", "10. Dezember 1815": "1815-12-10", "12.10.85": "1985-10-12", "12/10/1985": "1985-12-10",
		"Dec 10": "--12-10", "Feb 29": "--02-29", "29.2.": "--02-29", "Nov 25": "--11-25", "1815-12-10": "1815-12-10",
		"Feb 30": "", "tomorrow": "", "Dec 10 or so": "", "": "",
	} {
		if got, is := quickadd.Birthday(text, berlin(t, wednesday, quickadd.English)); got != want || is != (want != "") {
			t.Errorf("%q: got %q, %v; want %q", text, got, is, want)
		}
	}
}
