package record_test

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

var finished = record.Done{Status: record.Completed, At: time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)}

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// repeating returns a completed todo with those dates and that rule.
func repeating(t testing.TB, start, due, rule string) *item.Content {
	t.Helper()
	c, err := record.New(record.Todo, record.Values{
		"title": "Bins", "start": start, "due": due, "repeat": rule, "done": finished.String(),
	})
	if err != nil {
		t.Fatalf("%s %s %s: %v", start, due, rule, err)
	}
	return c
}

func TestTheNextOccurrenceFollowsTheRule(t *testing.T) {
	for _, c := range []struct{ name, start, due, rule, wantStart, wantDue, wantRule string }{
		{"every week", "", "2026-11-27", "FREQ=WEEKLY", "", "2026-12-04", "FREQ=WEEKLY"},
		{"every other Friday", "", "2026-11-27", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "", "2026-12-11", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"},
		{"Mondays and Fridays", "", "2026-11-27", "FREQ=WEEKLY;BYDAY=MO,FR", "", "2026-11-30", "FREQ=WEEKLY;BYDAY=MO,FR"},
		{"the last Sunday of a month", "", "2026-11-29", "FREQ=MONTHLY;BYDAY=-1SU", "", "2026-12-27", "FREQ=MONTHLY;BYDAY=-1SU"},
		{"the last working day of a month", "", "2026-11-30", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "", "2026-12-31", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"},
		{"the 31st of months that have one", "", "2027-01-31", "FREQ=MONTHLY", "", "2027-03-31", "FREQ=MONTHLY"},
		{"29 February", "", "2028-02-29", "FREQ=YEARLY", "", "2032-02-29", "FREQ=YEARLY"},
		{"a first date that the rule does not give", "", "2026-11-25", "FREQ=WEEKLY;BYDAY=FR", "", "2026-11-27", "FREQ=WEEKLY;BYDAY=FR"},
		{"start and due keep their distance", "2026-11-26T09:00", "2026-11-27T18:00", "FREQ=DAILY;INTERVAL=3", "2026-11-29T09:00", "2026-11-30T18:00", "FREQ=DAILY;INTERVAL=3"},
		{"the rule counts from the start", "2026-11-27", "2026-11-29", "FREQ=WEEKLY;BYDAY=FR", "2026-12-04", "2026-12-06", "FREQ=WEEKLY;BYDAY=FR"},
		{"a start alone", "2026-11-27", "", "FREQ=DAILY", "2026-11-28", "", "FREQ=DAILY"},
		{"18:00 stays 18:00 when summer ends", "", "2026-10-24T18:00 Europe/Berlin", "FREQ=DAILY", "", "2026-10-25T18:00 Europe/Berlin", "FREQ=DAILY"},
		{"one less is left", "", "2026-11-27", "FREQ=DAILY;COUNT=3", "", "2026-11-28", "FREQ=DAILY;COUNT=2"},
		{"until a day, that day included", "", "2026-11-27T18:00", "FREQ=DAILY;UNTIL=20261128", "", "2026-11-28T18:00", "FREQ=DAILY;UNTIL=20261128"},
		{"until an instant, which is one in the zone", "", "2026-11-27T18:00 Europe/Berlin", "FREQ=DAILY;UNTIL=20261128T170000Z", "", "2026-11-28T18:00 Europe/Berlin", "FREQ=DAILY;UNTIL=20261128T170000Z"},
		{"hours of the day", "", "2026-11-27T20:00", "FREQ=HOURLY;INTERVAL=4;BYHOUR=8,12,16,20", "", "2026-11-28T08:00", "FREQ=HOURLY;INTERVAL=4;BYHOUR=8,12,16,20"},
		{"twice an hour", "", "2026-11-27T20:00", "FREQ=HOURLY;BYMINUTE=0,30", "", "2026-11-27T20:30", "FREQ=HOURLY;BYMINUTE=0,30"},
		{"the last day of a month by minutes", "", "2026-11-30T23:30", "FREQ=MINUTELY;INTERVAL=30;BYMONTHDAY=-1", "", "2026-12-31T00:00", "FREQ=MINUTELY;INTERVAL=30;BYMONTHDAY=-1"},
		{"times of day mean nothing to days", "", "2026-11-27", "FREQ=DAILY;BYHOUR=8,20", "", "2026-11-28", "FREQ=DAILY;BYHOUR=8,20"},
		{"a date of long ago", "", "1999-12-31", "FREQ=YEARLY", "", "2000-12-31", "FREQ=YEARLY"},
	} {
		next, at, ok := record.Next(repeating(t, c.start, c.due, c.rule), finished, record.Date{}, time.UTC)
		if !ok {
			t.Errorf("%s: nothing follows", c.name)
			continue
		}
		r := record.Read(next)
		if r.Get("start") != c.wantStart || r.Get("due") != c.wantDue || r.Get("repeat") != c.wantRule || r.Get("done") != "false" {
			t.Errorf("%s: start %q, due %q, repeat %q, done %q", c.name, r.Get("start"), r.Get("due"), r.Get("repeat"), r.Get("done"))
		}
		if want := cmp.Or(c.wantDue, c.wantStart); at.String() != want {
			t.Errorf("%s: at %s, want %s", c.name, at, want)
		}
	}
}

// An open todo that is skipped has the dates and the rule of its next occurrence.
func TestASkippedTodoMovesToItsNextOccurrence(t *testing.T) {
	day := record.Date{}
	for _, c := range []struct{ start, due, rule string }{
		{"", "2026-11-27", "FREQ=WEEKLY"}, {"2026-11-26T09:00", "2026-11-27T18:00", "FREQ=DAILY;INTERVAL=3"},
		{"", "2026-10-24T18:00 Europe/Berlin", "FREQ=DAILY"}, {"", "2026-11-27", "FREQ=DAILY;COUNT=3"}, {"2026-11-27", "", "FREQ=DAILY"},
	} {
		done := repeating(t, c.start, c.due, c.rule)
		if v := record.Read(done).Skip(day, time.UTC); v != nil {
			t.Errorf("%v: a completed todo is moved to %v", c, v)
		}
		open, err := record.Apply(done, record.Values{"done": "false"})
		if err != nil {
			t.Fatal(err)
		}
		skipped, err := record.Apply(open, record.Read(open).Skip(day, time.UTC))
		if err != nil {
			t.Fatal(err)
		}
		next, _, _ := record.Next(done, finished, day, time.UTC)
		for _, name := range []string{"start", "due", "repeat", "done"} {
			if got, want := record.Read(skipped).Get(name), record.Read(next).Get(name); got != want {
				t.Errorf("%v: %s is %q, want %q", c, name, got, want)
			}
		}
	}
	last, _ := record.Apply(repeating(t, "", "2026-11-27", "FREQ=DAILY;COUNT=1"), record.Values{"done": "false"})
	if v := record.Read(last).Skip(day, time.UTC); v != nil {
		t.Errorf("the last one is moved to %v", v)
	}
}

func TestNothingFollowsAtTheEndOfARule(t *testing.T) {
	for name, c := range map[string]*item.Content{
		"no rule":                      repeating(t, "", "2026-11-27", ""),
		"no date":                      repeating(t, "", "", "FREQ=DAILY"),
		"the last of a number":         repeating(t, "", "2026-11-27", "FREQ=DAILY;COUNT=1"),
		"the next is after the end":    repeating(t, "", "2026-11-27", "FREQ=DAILY;UNTIL=20261127"),
		"an instant before, in a zone": repeating(t, "", "2026-11-27T18:00 Europe/Berlin", "FREQ=DAILY;UNTIL=20261128T165959Z"),
		"a clock before":               repeating(t, "", "2026-11-27T18:00", "FREQ=DAILY;UNTIL=20261128T175959"),
		"hours of days":                repeating(t, "", "2026-11-27", "FREQ=HOURLY"),
		"a note":                       item.Plain("Bins", ""),
	} {
		if next, at, ok := record.Next(c, finished, record.Date{}, time.UTC); ok || next != nil || !at.IsZero() {
			t.Errorf("%s: %s follows", name, at)
		}
	}
	if _, _, ok := record.Next(repeating(t, "", "2026-11-27", "FREQ=DAILY"), record.Done{}, record.Date{}, time.UTC); ok {
		t.Error("something follows what is not done")
	}
}

// A rule without any occurrence causes no delay and does not hang the program.
func TestARuleThatNeverMatchesEndsSoon(t *testing.T) {
	for _, rule := range []string{
		"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
		"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
		"FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;BYSETPOS=7",
		"FREQ=MONTHLY;BYDAY=MO;BYSETPOS=300",
		"FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
		"FREQ=HOURLY;INTERVAL=24;BYHOUR=5",
		"FREQ=MINUTELY;INTERVAL=1440;BYMINUTE=5",
		"FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
		"FREQ=SECONDLY;BYSETPOS=2",
		"FREQ=HOURLY;INTERVAL=100000;BYMONTHDAY=31;BYMONTH=4",
	} {
		took := pace.Yards(func() {
			if _, at, ok := record.Next(repeating(t, "", "2026-11-27T06:00", rule), finished, record.Date{}, time.UTC); ok {
				t.Errorf("%s: %s follows", rule, at)
			}
		})
		if took > 2000 {
			t.Errorf("%s took %.0f yards", rule, took)
		}
	}
	if _, at, ok := record.Next(repeating(t, "", "2026-11-27T06:00", "FREQ=SECONDLY"), finished, record.Date{}, time.UTC); !ok || at.String() != "2026-11-27T06:00:01" {
		t.Errorf("every second: %s, %v", at, ok)
	}
}

func TestDaysThatAreTakenOutArePassedAndCount(t *testing.T) {
	const due = `<summary><text>Bins</text></summary><status><text>COMPLETED</text></status><due><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-11-27T18:00:00</date-time></due>`
	const rule = `<rrule><recur><freq>DAILY</freq><count>5</count></recur></rrule>`
	for name, out := range map[string]string{
		"as a day":           `<exdate><date>2026-11-28</date></exdate>`,
		"as an instant":      `<exdate><date-time>2026-11-28T17:00:00Z</date-time></exdate>`,
		"in the zone":        `<exdate><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-11-28T18:00:00</date-time></exdate>`,
		"among several":      `<exdate><date>2026-11-01</date><date>2026-11-28</date></exdate>`,
		"as a floating time": `<exdate><date-time>2026-11-28T18:00:00</date-time></exdate>`,
	} {
		next, at, ok := record.Next(todo(t, due+rule+out), finished, record.Date{}, time.UTC)
		if !ok || at.String() != "2026-11-29T18:00 Europe/Berlin" || record.Read(next).Get("repeat") != "FREQ=DAILY;COUNT=3" {
			t.Errorf("%s: %s, %v", name, at, ok)
		}
	}
	all := `<exdate><date>2026-11-28</date><date>2026-11-29</date><date>2026-11-30</date><date>2026-12-01</date></exdate>`
	if _, at, ok := record.Next(todo(t, due+rule+all), finished, record.Date{}, time.UTC); ok {
		t.Errorf("all are taken out, and %s follows", at)
	}
}

func TestTheNextTodoKeepsEverythingElse(t *testing.T) {
	const kept = `<x-unknown><unknown>v</unknown></x-unknown><categories><text>home</text></categories>`
	head := `<title>Bins</title><content>to the street</content><f:x xmlns:f="urn:f">1</f:x>` + todoStart + `<properties><summary><text>Bins</text></summary><description><text>to the street</text></description>` + kept
	alarms := func(at, more string) string {
		return `<components><valarm><properties><action><text>DISPLAY</text></action><trigger><duration>-PT15M</duration></trigger><x-a><unknown>1</unknown></x-a></properties></valarm>` +
			`<valarm><properties><action><text>DISPLAY</text></action><trigger><date-time>` + at + `</date-time></trigger>` + more + `</properties></valarm></components>`
	}
	c := content(t, head+`<uid><text>u</text></uid><dtstamp><date-time>2026-01-01T00:00:00Z</date-time></dtstamp><status><text>COMPLETED</text></status><completed><date-time>2026-12-01T10:00:00Z</date-time></completed><percent-complete><integer>100</integer></percent-complete>`+
		`<dtstart><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-10-24T18:00:00</date-time></dtstart><duration><duration>PT1H</duration></duration><rrule><recur><freq>DAILY</freq></recur></rrule></properties>`+
		alarms("2026-10-24T15:00:00Z", `<acknowledged><date-time>2026-10-24T15:00:00Z</date-time></acknowledged>`)+`</vtodo>`)
	want := content(t, head+`<status><text>NEEDS-ACTION</text></status>`+
		`<dtstart><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-10-25T18:00:00</date-time></dtstart><duration><duration>PT1H</duration></duration><rrule><recur><freq>DAILY</freq></recur></rrule></properties>`+
		alarms("2026-10-25T16:00:00Z", ``)+`</vtodo>`)
	next, at, ok := record.Next(c, finished, record.Date{}, time.UTC)
	if !ok || at.String() != "2026-10-25T19:00 Europe/Berlin" {
		t.Fatalf("%s, %v", at, ok)
	}
	same(t, "next", next, want)
}

func TestTheNextTodoHasWhatAPlainReaderWrote(t *testing.T) {
	c := repeating(t, "", "2026-11-27", "FREQ=DAILY").WithTitle("Bins and paper")
	next, _, ok := record.Next(c, finished, record.Date{}, time.UTC)
	if !ok || !strings.Contains(next.XML(), `<summary><text>Bins and paper</text></summary>`) {
		t.Errorf("%v %v", ok, next)
	}
}

// UNTIL must be a day if the dates are days. Many programs write a time.
func TestUntilATimeEndsDaysWithItsDay(t *testing.T) {
	c := repeating(t, "", "2026-11-27", "FREQ=DAILY;UNTIL=20261128T000000Z")
	if _, at, ok := record.Next(c, finished, record.Date{}, zone(t, "America/New_York")); !ok || at.String() != "2026-11-28" {
		t.Errorf("%s, %v", at, ok)
	}
	c = repeating(t, "", "2026-11-28", "FREQ=DAILY;UNTIL=20261128T235959Z")
	if _, at, ok := record.Next(c, finished, record.Date{}, zone(t, "America/New_York")); ok {
		t.Errorf("%s follows", at)
	}
}
