package quickadd_test

import (
	"testing"

	"crossfeed/engine/record"
	"crossfeed/engine/record/quickadd"
)

func TestRulesInWords(t *testing.T) {
	for _, c := range []struct {
		language   quickadd.Language
		text, want string
	}{
		{quickadd.English, "every 3 days", "FREQ=DAILY;INTERVAL=3"},
		{quickadd.English, "weekly", "FREQ=WEEKLY"},
		{quickadd.English, "every second tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"},
		{quickadd.English, "last Friday of the month", "FREQ=MONTHLY;BYDAY=-1FR"},
		{quickadd.English, "on the second Tuesday of every month", "FREQ=MONTHLY;BYDAY=2TU"},
		{quickadd.English, "every 2 months on the last Sunday", "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1SU"},
		{quickadd.English, "every month on day 5", "FREQ=MONTHLY;BYMONTHDAY=5"},
		{quickadd.English, "every week until May 1", "FREQ=WEEKLY;UNTIL=20270501"},
		{quickadd.English, "every day, 10 times", "FREQ=DAILY;COUNT=10"},
		{quickadd.English, "daily until tomorrow", "FREQ=DAILY;UNTIL=20261126"},
		{quickadd.English, "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;INTERVAL=3"},
		{quickadd.German, "letzter Freitag im Monat", "FREQ=MONTHLY;BYDAY=-1FR"},
		{quickadd.German, "jeden ersten Montag des Monats", "FREQ=MONTHLY;BYDAY=1MO"},
		{quickadd.German, "alle 2 Wochen: Mo, Do", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"},
		{quickadd.German, "jeden Tag, 10-mal", "FREQ=DAILY;COUNT=10"},
		{quickadd.German, "täglich bis 1. Mai 2027", "FREQ=DAILY;UNTIL=20270501"},
		{quickadd.English, "now and then", ""},
		{quickadd.English, "every day or so", ""},
		{quickadd.English, "last Friday", ""},
		{quickadd.English, "", ""},
	} {
		got, is := quickadd.Repeat(c.text, berlin(t, wednesday, c.language))
		if got != c.want || is != (c.want != "") {
			t.Errorf("%q: got %q, %v; want %q", c.text, got, is, c.want)
		}
		if problems := record.Check(record.Todo, record.Values{"title": "t", "due": "2026-11-25", "repeat": got}); problems != nil {
			t.Errorf("%q: the editor would refuse %q: %v", c.text, got, problems)
		}
	}
}

// A todo that repeats is first due on a day of its rule.
func TestRepeatingTodosBeginOnADayOfTheirRule(t *testing.T) {
	checkTypings(t, berlin(t, wednesday, quickadd.English), []typing{
		{"pay rent last Friday of the month", todo("pay rent", "due", "2026-11-27", "repeat", "FREQ=MONTHLY;BYDAY=-1FR")},
		{"club first mon of the month 18:00", todo("club", "due", "2026-12-07T18:00", "repeat", "FREQ=MONTHLY;BYDAY=1MO")},
		{"pills every day until Dec 5 #health", todo("pills", "due", "2026-11-25", "tags", "health", "repeat", "FREQ=DAILY;UNTIL=20261205")},
		{"last friday of the fair", todo("last of the fair", "due", "2026-11-27")},
	})
}
