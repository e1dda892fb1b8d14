package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/record"
)

func canonicalOf(t testing.TB, field, typed string) (string, record.Problem) {
	t.Helper()
	f, err := record.Find(record.Todo, field)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Canonical(typed)
	var wrong *record.ValueError
	if err != nil && (!errors.As(err, &wrong) || wrong.Field != field) {
		t.Fatalf("%s %q: error %v", field, typed, err)
	}
	if wrong == nil {
		return got, ""
	}
	return got, wrong.Problem
}

func TestWhatIsTypedBecomesCanonical(t *testing.T) {
	for _, c := range []struct{ field, typed, want string }{
		{"repeat", "rrule:freq=weekly;byday=fr", "FREQ=WEEKLY;BYDAY=FR"},
		{"repeat", "BYDAY=MO,FR;FREQ=WEEKLY;COUNT=03", "FREQ=WEEKLY;COUNT=3;BYDAY=MO,FR"},
		{"repeat", "FREQ=DAILY;INTERVAL=1;WKST=MO", "FREQ=DAILY"},
		{"repeat", "FREQ=MONTHLY;BYDAY=+1MO,-1FR,1MO", "FREQ=MONTHLY;BYDAY=1MO,-1FR"},
		{"repeat", "FREQ=DAILY;UNTIL=2026-12-31", "FREQ=DAILY;UNTIL=20261231"},
		{"repeat", "FREQ=DAILY;UNTIL=20261231T180000Z", "FREQ=DAILY;UNTIL=20261231T180000Z"},
		{"repeat", "FREQ=DAILY;UNTIL=2026-12-31T18:00", "FREQ=DAILY;UNTIL=20261231T180000"},
		{"priority", "0", ""}, {"priority", "Medium", "5"}, {"priority", "none", ""}, {"priority", " 9 ", "9"},
		{"order", "+012", "12"},
		{"alarms", "-pt15m\n\n -P7D", "-PT15M\n-P1W"},
		{"alarms", "START  PT90M", "start PT1H30M"},
		{"alarms", "-PT0S", "PT0S"}, {"alarms", "P0D", "PT0S"}, {"alarms", "PT24H", "PT24H"}, {"alarms", "P8D", "P8D"},
		{"alarms", "2026-11-27T10:00:00+01:00", "2026-11-27T09:00:00Z"},
		{"title", "a\x00b", "a\uFFFDb"},
	} {
		if got, problem := canonicalOf(t, c.field, c.typed); got != c.want || problem != "" {
			t.Errorf("%s %q: %q %s, want %q", c.field, c.typed, got, problem, c.want)
		}
	}
}

func TestWhatCannotBeIsRefused(t *testing.T) {
	refused := map[record.Problem]map[string][]string{
		record.NotARule: {"repeat": {
			"weekly", "FREQ=FORTNIGHTLY", "BYDAY=FR", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=2;UNTIL=20261231",
			"FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=9999999", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=WEEKLY;BYDAY=XX",
			"FREQ=WEEKLY;BYDAY=", "FREQ=WEEKLY;BYDAY=1FR", "FREQ=MONTHLY;BYDAY=6MO", "FREQ=YEARLY;BYDAY=54MO", "FREQ=YEARLY;BYMONTH=1;BYDAY=-6MO",
			"FREQ=DAILY;UNTIL=tomorrow", "FREQ=DAILY;BYEASTER=1", "FREQ=DAILY,WEEKLY", "FREQ=YEARLY;RSCALE=HEBREW", "FREQ",
		}},
		record.NotAPriority: {"priority": {"10", "-1", "urgent", "1.5"}},
		record.NotAnInteger: {"order": {"x", "1.5", "99999999999999999999"}},
		record.NotATrigger:  {"alarms": {"15m", "P", "PT", "-P1W2", "start 2026-11-27T09:00:00Z", "start", "?", "2026-11-27T09:00", "PT15M early"}},
		record.NotADay:      {"due": {"soon", "2026", "27.11.2026"}},
		record.NoSuchDay:    {"due": {"2026-02-30", "2026-13-01"}},
	}
	for want, fields := range refused {
		for field, all := range fields {
			for _, typed := range all {
				if got, problem := canonicalOf(t, field, typed); problem != want {
					t.Errorf("%s %q: %q %q, want %q", field, typed, got, problem, want)
				}
			}
		}
	}
}

// Rules come from untrusted files, and the library reads beyond its tables, or loops forever,
// for some of them.
func TestNoRuleStopsTheProgram(t *testing.T) {
	soon := 5000 * pace.Yard()
	number := func(most int) func(*rapid.T, string) string {
		return func(t *rapid.T, name string) string {
			return fmt.Sprint(rapid.IntRange(1, most).Draw(t, name) * rapid.SampledFrom([]int{1, 1, -1}).Draw(t, "sign"))
		}
	}
	parts := map[string]func(*rapid.T, string) string{
		"BYMONTH": number(12), "BYMONTHDAY": number(31), "BYYEARDAY": number(366), "BYWEEKNO": number(53), "BYSETPOS": number(366),
		"BYHOUR": number(23), "BYMINUTE": number(59), "BYSECOND": number(60), "INTERVAL": number(100_000),
		"BYDAY": func(t *rapid.T, name string) string {
			return rapid.SampledFrom([]string{"", "1", "-1", "5", "-5", "53", "-53"}).Draw(t, "nth") + rapid.SampledFrom([]string{"MO", "WE", "SU"}).Draw(t, name)
		},
		"WKST": func(t *rapid.T, name string) string { return rapid.SampledFrom([]string{"TH", "SU"}).Draw(t, name) },
	}
	rapid.Check(t, func(t *rapid.T) {
		rule := "FREQ=" + rapid.SampledFrom([]string{"YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"}).Draw(t, "freq")
		for _, name := range []string{"INTERVAL", "BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYDAY", "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS", "WKST"} {
			if rapid.IntRange(0, 2).Draw(t, name) == 0 {
				rule += ";" + name + "=" + parts[name](t, name)
			}
		}
		c, err := record.New(record.Todo, record.Values{"due": rapid.SampledFrom([]string{"2026-11-27T06:00", "2027-01-01", "1999-12-31T23:59:59", "2028-02-29"}).Draw(t, "due"), "repeat": rule})
		if err != nil {
			return // it is rejected as invalid
		}
		var at record.Date
		var ok bool
		if took := pace.Spent(func() { _, at, ok = record.Next(c, finished, record.Date{}, time.UTC) }); took > soon {
			t.Errorf("%s took %s", rule, took)
		}
		if due := record.Read(c).Get("due"); ok && at.String() <= due {
			t.Errorf("%s: %s follows %s", rule, at, due)
		}
	})
}

func TestManyTimesOfADayAreRefusedBeforeTheyFillTheMemory(t *testing.T) {
	list := func(n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprint(i)
		}
		return strings.Join(all, ",")
	}
	rule := "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=" + list(24) + ";BYMINUTE=" + list(60) + ";BYSECOND=" + list(60)
	if _, at, ok := record.Next(repeating(t, "", "2026-11-27T06:00", rule), finished, record.Date{}, time.UTC); ok {
		t.Errorf("%s follows", at)
	}
}
