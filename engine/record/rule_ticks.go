package record

import (
	"maps"
	"slices"
	"time"

	"github.com/teambition/rrule-go"
)

// mostTicks limits how many hours, minutes or seconds are tried: the number of seconds in
// eight days, within which a secondly rule by day of the week and time has an occurrence.
const mostTicks = 8 * 24 * 60 * 60

// ticks iterates over the occurrences of an hourly, minutely or secondly rule. The library
// loops forever if such a rule has none: FREQ=HOURLY;INTERVAL=24;BYHOUR=5 from six o'clock.
// BYSETPOS and BYWEEKNO are not supported here.
func (r rule) ticks(from time.Time) func() (time.Time, bool) {
	if r["BYSETPOS"] != nil || r["BYWEEKNO"] != nil {
		return never
	}
	k := r.ticking(from)
	return func() (time.Time, bool) {
		for ; len(k.due) > 0 || k.more(); k.tried++ {
			if len(k.due) == 0 {
				k.due = k.within()
				k.at = k.at.Add(k.step)
			}
			for len(k.due) > 0 {
				at := k.due[0]
				if k.due = k.due[1:]; at.After(from) {
					return at, true
				}
			}
		}
		return never()
	}
}

func (k *ticking) more() bool { return k.tried < mostTicks && k.at.Year() <= 9999 }

// ticking steps through hours, minutes or seconds.
type ticking struct {
	at    time.Time
	step  time.Duration
	tried int
	// due holds the remaining occurrences of the last step.
	due []time.Time
	// minutes and seconds list those of each hour or minute; if empty, at determines them.
	minutes, seconds             []int
	months, monthdays, yeardays  []int
	onlyHours, onlyMinutes, only []int
	weekdays                     []string
}

func (r rule) ticking(from time.Time) *ticking {
	interval := max(1, numberOf(r.first("INTERVAL")))
	k := &ticking{
		at:     from,
		months: r.numbers("BYMONTH"), monthdays: r.numbers("BYMONTHDAY"), yeardays: r.numbers("BYYEARDAY"),
		onlyHours: r.numbers("BYHOUR"), weekdays: r["BYDAY"],
	}
	minutes, seconds := r.numbers("BYMINUTE"), r.numbers("BYSECOND")
	switch r.first("FREQ") {
	case "HOURLY":
		k.step, k.minutes, k.seconds = time.Hour, minutes, seconds
	case "MINUTELY":
		k.step, k.onlyMinutes, k.seconds = time.Minute, minutes, seconds
	default:
		k.step, k.onlyMinutes, k.only = time.Second, minutes, seconds
	}
	k.step *= time.Duration(interval)
	return k
}

// within returns the occurrences of the step: one, or those specified by BYMINUTE and
// BYSECOND.
func (k *ticking) within() []time.Time {
	if !k.fits() {
		return nil
	}
	var all []time.Time
	for _, minute := range orElse(k.minutes, k.at.Minute()) {
		for _, second := range orElse(k.seconds, k.at.Second()) {
			y, m, d := k.at.Date()
			all = append(all, time.Date(y, m, d, k.at.Hour(), minute, second, 0, time.UTC))
		}
	}
	return all
}

// fits reports whether the rule's filters accept the step. There are many steps, so rarely
// used and expensive filters come last.
func (k *ticking) fits() bool {
	hour, minute, second := k.at.Clock()
	return oneOf(k.onlyHours, hour) && oneOf(k.onlyMinutes, minute) && oneOf(k.only, second) &&
		(len(k.weekdays) == 0 || slices.Contains(k.weekdays, weekdayNames[k.at.Weekday()])) &&
		(len(k.months) == 0 || slices.Contains(k.months, int(k.at.Month()))) &&
		(len(k.monthdays)+len(k.yeardays) == 0 || k.fitsDay())
}

// fitsDay checks days counted from either end of the month and of the year.
func (k *ticking) fitsDay() bool {
	y, month, day := k.at.Date()
	return oneOf(k.monthdays, day, day-1-daysOf(y, month)) &&
		oneOf(k.yeardays, k.at.YearDay(), k.at.YearDay()-1-daysOfYear(y))
}

// oneOf reports whether list contains any of the numbers or is empty.
func oneOf(list []int, numbers ...int) bool {
	return len(list) == 0 || slices.ContainsFunc(numbers, func(n int) bool { return slices.Contains(list, n) })
}

func orElse(list []int, n int) []int {
	if len(list) == 0 {
		return []int{n}
	}
	return list
}

func daysOf(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func daysOfYear(year int) int { return time.Date(year, 12, 31, 0, 0, 0, 0, time.UTC).YearDay() }

// after iterates over the occurrences of the rule after a date, as if they were in UTC: rules
// use wall-clock time. The caller handles COUNT and UNTIL.
func (r rule) after(d Date) func() (time.Time, bool) {
	r = maps.Clone(r)
	delete(r, "COUNT")
	delete(r, "UNTIL")
	if !d.timed {
		for _, part := range []string{"BYHOUR", "BYMINUTE", "BYSECOND"} {
			delete(r, part) // not allowed for days (RFC 5545 §3.3.10)
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

// mostTimes limits how many times of day a rule may have. The library lists all of them for
// each day of a year.
const mostTimes = 24 * 60

// days iterates over the occurrences with the library. It searches until the year 9999 and
// cannot be interrupted. So that rules without an occurrence end soon, it runs near that year,
// where the calendar is the same.
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

// late returns the distance from a year to the year between 9500 and 9899 with the same
// calendar, which repeats every 400 years.
func late(year int) int {
	const first, cycle = 9500, 400
	return (first - year + cycle - 1) / cycle * cycle
}

// numbers returns the values of a part in ascending order.
func (r rule) numbers(part string) []int {
	all := make([]int, len(r[part]))
	for i, v := range r[part] {
		all[i] = numberOf(v)
	}
	slices.Sort(all)
	return all
}
