package wording_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/record"
	"crossfeed/ui/wording"
)

// It is Sunday, May 24, 2026, 14:00 in the user's time zone.
func TestDatesAreSaidWithHowFarAwayTheyAre(t *testing.T) {
	for date, want := range map[string]string{
		"2026-05-24":              "Sun, May 24 · today",
		"2026-05-25T18:00":        "Mon, May 25, 18:00 · tomorrow",
		"2026-05-23":              "Sat, May 23 · yesterday",
		"2026-05-27":              "Wed, May 27 · in 3 days",
		"2026-05-20":              "Wed, May 20 · 4 days ago",
		"2027-01-01":              "Fri, Jan 1, 2027",
		"2026-05-25T18:00Z":       "Mon, May 25, 18:00 (May 25, 20:00 here) · tomorrow",
		"2026-05-25T18:00 Mars/X": "Mon, May 25, 18:00 · tomorrow",
		"31.2.":                   "",
		"":                        "",
	} {
		if got := speaker().Date(date); got != want {
			t.Errorf("%s: got %q, want %q", date, got, want)
		}
	}
}

func TestRulesOfRepetitionAreSaidInWords(t *testing.T) {
	for rule, want := range map[string]string{
		"":                                    "never",
		"FREQ=DAILY":                          "every day",
		"FREQ=WEEKLY;INTERVAL=2;BYDAY=FR":     "every 2 weeks on Fri",
		"FREQ=WEEKLY;BYDAY=MO,WE":             "every week on Mon, Wed",
		"FREQ=MONTHLY;BYDAY=-1SU":             "every month on the last Sun",
		"FREQ=MONTHLY;BYDAY=2FR":              "every month on the second Fri",
		"FREQ=MONTHLY;BYMONTHDAY=5":           "every month on day 5",
		"FREQ=YEARLY;COUNT=3":                 "every year, 3 times",
		"FREQ=DAILY;UNTIL=20261224":           "every day, until Thu, Dec 24",
		"FREQ=DAILY;UNTIL=20261224T180000Z":   "every day, until Thu, Dec 24",
		"FREQ=MONTHLY;BYMONTHDAY=-1":          "custom (FREQ=MONTHLY;BYMONTHDAY=-1)",
		"FREQ=YEARLY;BYMONTH=2;BYDAY=1MO":     "custom (FREQ=YEARLY;BYMONTH=2;BYDAY=1MO)",
		"FREQ=HOURLY;INTERVAL=6":              "custom (FREQ=HOURLY;INTERVAL=6)",
		"FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1": "custom (FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1)",
	} {
		if got := speaker().Repeat(rule); got != want {
			t.Errorf("%s: got %q, want %q", rule, got, want)
		}
	}
}

func TestAlarmsAreSaidInWords(t *testing.T) {
	for trigger, want := range map[string]string{
		"-PT15M":               "15 minutes before",
		"-PT1H30M":             "1 hour 30 minutes before",
		"-P1D":                 "1 day before",
		"-P1W":                 "1 week before",
		"PT0S":                 "when it is due",
		"PT10M":                "10 minutes after",
		"start PT0S":           "when it starts",
		"start -PT5M":          "5 minutes before it starts",
		"end -PT5M":            "5 minutes before",
		"2026-05-24T09:00:00Z": "May 24, 11:00",
		"? tomorrow morning":   "alarm ? tomorrow morning",
	} {
		if got := speaker().Alarm(trigger); got != want {
			t.Errorf("%s: got %q, want %q", trigger, got, want)
		}
	}
}

func TestBirthdaysAreSaidWithTheAge(t *testing.T) {
	for day, want := range map[string]string{
		"1985-04-12": "Apr 12, 1985 · 41 years old", "1985-05-24": "May 24, 1985 · 41 years old", "1985-05-25": "May 25, 1985 · 40 years old",
		"--04-12": "Apr 12", "--02-29": "Feb 29", "2030-01-01": "Jan 1, 2030", "around 1900": "",
	} {
		if got := speaker().Birthday(day); got != want {
			t.Errorf("%s: got %q, want %q", day, got, want)
		}
	}
}

// Types are listed; a person's own label replaces them.
func TestTypesAreSaidInWords(t *testing.T) {
	for want, e := range map[string]record.Entry{
		"other": {}, "fax, work": {Types: []string{"fax", "work"}}, "pager": {Types: []string{"pager"}}, "Ski hut": {Types: []string{"home"}, Label: "Ski hut"},
	} {
		if got := wording.Types(e); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// There are words for every problem that a value can have.
func TestProblemsAreSaidInWords(t *testing.T) {
	for _, p := range []record.Problem{
		record.NotADay, record.NoSuchDay, record.NoSuchZone, record.NotAPriority, record.NotAnAddress, record.NotAMail, record.NotAProperty,
		record.NoTitle, record.NoName, record.DueBeforeStart, record.DatesDiffer, record.RepeatWithoutDate, record.NotAPicture, record.PictureTooLarge,
	} {
		if got := wording.Problem(p); got == "" || got == "This cannot be saved: "+string(p) {
			t.Errorf("%q is said as %q", p, got)
		}
	}
}

func TestMonthsOfCalendars(t *testing.T) {
	if got := wording.Month(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)); got != "Nov 2026" {
		t.Errorf("got %q", got)
	}
}

// Two files with the same name and size are described by what distinguishes them.
func TestFilesThatReadTheSameAreToldApart(t *testing.T) {
	file := func(digit string, size int64, name string) string {
		return record.Attached(strings.Repeat(digit, 64), size, name).String()
	}
	one, other, small := file("1", 12345, "Invoice.pdf"), file("2", 12345, "Invoice.pdf"), file("3", 1, "a.txt")
	for _, c := range []struct{ values, want []string }{
		{[]string{one, small, ""}, []string{"Invoice.pdf (12 kB)", "a.txt (1 B)", ""}},
		{[]string{one, one}, []string{"Invoice.pdf (12 kB)", "Invoice.pdf (12 kB)"}},
		{[]string{one, other}, []string{"Invoice.pdf (12 kB) …11111111", "Invoice.pdf (12 kB) …22222222"}},
		{[]string{one + "\n" + small, one + "\n" + other}, []string{
			"Invoice.pdf (12 kB) …11111111\na.txt (1 B) …33333333", "Invoice.pdf (12 kB) …11111111\nInvoice.pdf (12 kB) …22222222"}},
		{[]string{"x/a.jpg 0", "y/a.jpg 0"}, []string{"a.jpg …x/a.jpg", "a.jpg …y/a.jpg"}},
	} {
		if got := (wording.Speaker{}).Apart(record.Files, c.values...); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
