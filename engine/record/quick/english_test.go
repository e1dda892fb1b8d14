package quick_test

import (
	"testing"

	"crossfeed/engine/record/quick"
)

func TestDatesInEnglish(t *testing.T) {
	checkSayings(t, berlin(t, wednesday, quick.English), []saying{
		// Days by name.
		{"today", "2026-11-25"},
		{"Tomorrow", "2026-11-26"},
		{"yesterday", "2026-11-24"},
		{"the day after tomorrow", "2026-11-27"},
		{"end of month", "2026-11-30"},
		{"end of the month", "2026-11-30"},

		// A day of the week is the next one, today included.
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

		// The beginning of what comes next.
		{"next week", "2026-11-30"},
		{"next month", "2026-12-01"},
		{"next year", "2027-01-01"},

		// So long from now.
		{"in 3 days", "2026-11-28"},
		{"in 2 weeks", "2026-12-09"},
		{"in a week", "2026-12-02"},
		{"in three months", "2027-02-25"},
		{"in 1 year", "2027-11-25"},
		{"in 2 hours", "2026-11-25T12:30"},
		{"in 45 minutes", "2026-11-25T11:15"},

		// Days of the calendar; without a year, the next such day.
		{"27 Nov", "2026-11-27"},
		{"Nov 27", "2026-11-27"},
		{"November 25", "2026-11-25"},
		{"Nov 24", "2027-11-24"},
		{"27th of November", "2026-11-27"},
		{"Nov 27th, 2027", "2027-11-27"},
		{"3 may 2028", "2028-05-03"},
		{"2026-11-27", "2026-11-27"},
		{"27.11.", "2026-11-27"},
		{"27.11.2026", "2026-11-27"},
		{"27.11.26", "2026-11-27"},
		// Month first, with a stroke.
		{"11/27", "2026-11-27"},
		{"11/27/2027", "2027-11-27"},
		{"3/4", "2027-03-04"},
		// With its day of the week, if that is true.
		{"Fri, 27 Nov", "2026-11-27"},
		{"Friday the 27th of November", "2026-11-27"},
		{"Thu 27 Nov", ""},

		// With a time, before or after.
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

		// German words are understood too.
		{"nächsten Freitag um 18 Uhr", "2026-12-04T18:00"},
		{"do", "2026-11-26"},

		// What is no date.
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
