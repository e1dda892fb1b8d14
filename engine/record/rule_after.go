package record

import (
	"maps"
	"slices"
	"time"

	"github.com/teambition/rrule-go"
)

// after gives, one at a time, the occurrences of the rule that follow a date, as
// if they were in UTC: rules are about the clock on the wall. COUNT and UNTIL are
// for the caller.
func (r rule) after(d Date) func() (time.Time, bool) {
	r = maps.Clone(r)
	delete(r, "COUNT")
	delete(r, "UNTIL")
	if !d.timed {
		for _, part := range []string{"BYHOUR", "BYMINUTE", "BYSECOND"} {
			delete(r, part) // days have none (RFC 5545 §3.3.10)
		}
	}
	switch r.first("FREQ") {
	case "HOURLY", "MINUTELY", "SECONDLY":
		if !d.timed {
			return never
		}
		return r.ticks(d.local)
	}
	return r.days(d.local)
}

func never() (time.Time, bool) { return time.Time{}, false }

// mostTimes is how many times of a day a rule may name. The library makes a list
// of all of them for each day of a year.
const mostTimes = 24 * 60

// days are the occurrences by the library. It looks for the next one until the
// year 9999, and cannot be stopped before; so that a rule that has none ends
// soon, it works near that year, where the calendar is the same.
func (r rule) days(from time.Time) func() (time.Time, bool) {
	o, err := rrule.StrToROption(r.String())
	if err != nil || max(1, len(o.Byhour))*max(1, len(o.Byminute))*max(1, len(o.Bysecond)) > mostTimes {
		return never
	}
	years := late(from.Year())
	o.Dtstart = from.AddDate(years, 0, 0)
	made, err := rrule.NewRRule(*o)
	if err != nil {
		return never
	}
	each := made.Iterator()
	return func() (time.Time, bool) {
		for {
			at, found := each()
			if !found || at.After(o.Dtstart) {
				return at.AddDate(-years, 0, 0), found
			}
		}
	}
}

// late is how many years lie between a year and the one from 9500 to 9899 whose
// days fall on the same days of the week: the calendar repeats every 400 years.
func late(year int) int {
	const first, cycle = 9500, 400
	return (first - year + cycle - 1) / cycle * cycle
}

// numbers are the values of a part.
func (r rule) numbers(part string) []int {
	all := make([]int, len(r[part]))
	for i, v := range r[part] {
		all[i] = numberOf(v)
	}
	slices.Sort(all)
	return all
}
