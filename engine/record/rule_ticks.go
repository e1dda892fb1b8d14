package record

import (
	"slices"
	"time"
)

// mostTicks is how many hours, minutes or seconds are tried: the seconds of more
// than a week, in which a rule by day of the week and time shows itself.
const mostTicks = 8 * 24 * 60 * 60

// ticks are the occurrences of a rule by hours, minutes or seconds. The library
// looks for ever where such a rule has none: FREQ=HOURLY;INTERVAL=24;BYHOUR=5
// from six o'clock. BYSETPOS is not followed here.
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
	// due are the occurrences within the last step.
	due []time.Time
	// minutes and seconds are those of an hour or a minute; none where the clock
	// gives them.
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

// within are the occurrences of the step: one, or those that BYMINUTE and
// BYSECOND name in it.
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

// fits tells whether the parts that leave occurrences out leave the step in. What
// is asked seldom and costs more is asked last: there are many steps.
func (k *ticking) fits() bool {
	hour, minute, second := k.at.Clock()
	return oneOf(k.onlyHours, hour) && oneOf(k.onlyMinutes, minute) && oneOf(k.only, second) &&
		(len(k.weekdays) == 0 || slices.Contains(k.weekdays, weekdayOf(k.at))) &&
		(len(k.months) == 0 || slices.Contains(k.months, int(k.at.Month()))) &&
		(len(k.monthdays)+len(k.yeardays) == 0 || k.fitsDay())
}

// fitsDay counts days from either end of the month and of the year.
func (k *ticking) fitsDay() bool {
	y, month, day := k.at.Date()
	return oneOf(k.monthdays, day, day-1-daysOf(y, month)) &&
		oneOf(k.yeardays, k.at.YearDay(), k.at.YearDay()-1-daysOfYear(y))
}

// oneOf tells whether a list has one of the numbers, or names none at all.
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

func weekdayOf(t time.Time) string { return weekdayNames[t.Weekday()] }
