package ical

import (
	"fmt"
	"strings"
	"time"
)

// change is a change of the clocks of a zone.
type change struct {
	daylight bool
	// name is the abbreviation, such as CET, or "+01" if there is none.
	name string
	// from and to are the offsets before and after, in seconds east of UTC.
	from, to int
}

// onset is a change and its time, in the local time before it (RFC 5545 §3.6.5, DTSTART),
// regardless of the location of wall.
type onset struct {
	change
	wall time.Time
}

func newYear(year int, z *time.Location) time.Time {
	return time.Date(year, time.January, 1, 0, 0, 0, 0, z)
}

// onsets returns the changes after one time up to another, in order.
func onsets(after, to time.Time) (all []onset) {
	for t := after; ; {
		_, next := t.ZoneBounds()
		if next.IsZero() || next.After(to) {
			return all
		}
		if !next.After(t) {
			// On the last day of a leap year, the reported bound is in the past.
			next = t.Add(day)
		}
		if o := newOnset(t, next); o.differs(t) {
			all = append(all, o)
		}
		t = next
	}
}

const day = 24 * time.Hour

// newOnset returns the change at a time, relative to the state before it.
func newOnset(before, at time.Time) onset {
	_, from := before.Zone()
	name, to := at.Zone()
	daylight := at.IsDST()
	if before.IsDST() != daylight {
		daylight = to > from // Ireland defines its winter time as daylight saving time
	}
	return onset{change{daylight, name, from, to}, at.UTC().Add(time.Duration(from) * time.Second)}
}

// differs reports whether there is a change from the state before. A bound may also be the end
// of a year, or a change that the file does not show.
func (c change) differs(before time.Time) bool {
	name, offset := before.Zone()
	return c.name != name || c.to != offset
}

// currentOnset returns the onset of the time in effect. If it has been in effect for more
// than a year, it counts as standard time from the epoch.
func currentOnset(at time.Time) onset {
	if late := onsets(at.AddDate(-1, 0, 0), at); len(late) > 0 {
		return late[len(late)-1]
	}
	name, offset := at.Zone()
	return onset{change{false, name, offset, offset}, newYear(min(at.Year(), epoch), time.UTC)}
}

// epoch is the year in which definitions of zones without a known beginning start.
const epoch = 1970

// rule is an onset that recurs every year: on a weekday, on or after a day of a month, at the
// same time.
type rule struct {
	// onset is the first that follows the rule.
	onset
	// day is the earliest possible day of the month.
	day int
}

// Within 28 years, each day of a month falls on every weekday, so that many years prove a
// rule. The database lists changes up to 2037; after that, there are only changes by the rule
// in force.
const (
	cycle   = 28
	listing = 2037
)

// lasting returns the rules that all changes of a zone follow permanently, and the first year
// since which they do, which is not before the year before first. A zone that no longer
// changes, or changes by the moon, has none.
func lasting(z *time.Location, first, last int) (rules []rule, since int) {
	begin, far := first-1, max(last, listing)+1
	years := make([][]onset, far+cycle-begin)
	for _, o := range onsets(newYear(begin, z).Add(-1), newYear(far+cycle, z)) {
		if at := o.wall.Year() - begin; at >= 0 && at < len(years) {
			years[at] = append(years[at], o)
		}
	}
	rules = rulesOf(years[far-begin:])
	since = far
	for since > begin && follow(years[since-1-begin], rules) {
		since--
	}
	for i := range rules {
		rules[i].onset = years[since-begin][i]
	}
	return rules, since
}

// rulesOf returns a rule for each change of a year if all years follow these rules.
func rulesOf(years [][]onset) (rules []rule) {
	for i, o := range years[0] {
		r := rule{onset: o, day: o.wall.Day()}
		for _, year := range years {
			if i < len(year) {
				r.day = min(r.day, year[i].wall.Day())
			}
		}
		rules = append(rules, r)
	}
	for _, year := range years {
		if !follow(year, rules) {
			return nil
		}
	}
	return rules
}

// follow reports whether the changes of a year follow the rules.
func follow(year []onset, rules []rule) bool {
	if len(year) != len(rules) {
		return false
	}
	for i, o := range year {
		if !rules[i].has(o) {
			return false
		}
	}
	return true
}

// has reports whether an onset follows the rule.
func (r rule) has(o onset) bool {
	const clock = "15:04:05"
	return r.change == o.change && r.wall.Month() == o.wall.Month() && r.wall.Weekday() == o.wall.Weekday() &&
		r.wall.Format(clock) == o.wall.Format(clock) && r.day <= o.wall.Day() && o.wall.Day() < r.day+week
}

const week = 7

// String returns the rule in the syntax of RFC 5545 §3.3.10: if possible, with the ordinal of
// the weekday in the month.
func (r rule) String() string {
	month, weekday := r.wall.Month(), strings.ToUpper(r.wall.Weekday().String()[:2])
	text := fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d", month)
	switch {
	case r.day+week-1 == daysIn(month):
		return text + ";BYDAY=-1" + weekday
	case r.day%week == 1:
		return fmt.Sprintf("%s;BYDAY=%d%s", text, r.day/week+1, weekday)
	}
	var days []string
	for d := range week {
		days = append(days, fmt.Sprint(r.day+d))
	}
	return text + ";BYMONTHDAY=" + strings.Join(days, ",") + ";BYDAY=" + weekday
}

// daysIn returns the length of a month in a leap year.
func daysIn(month time.Month) int {
	return time.Date(2000, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
