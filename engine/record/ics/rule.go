package ics

import (
	"fmt"
	"strings"
	"time"
)

// rule is an onset that comes every year: on a weekday, on or after a day of a
// month, at the same time.
type rule struct {
	// onset is the first that follows the rule.
	onset
	// day is the earliest day of the month on which it comes.
	day int
}

// The calendar has every day of a month on every weekday within 28 years, so as
// many show a rule. The database lists changes up to 2037; behind it, there are
// only those by the rule that is in force.
const (
	cycle   = 28
	listing = 2037
)

// lasting finds the rules that all changes of a zone follow for good, and the
// first year from which they do, which is not before the year before first. A
// zone that changes no more, or by the moon, has none.
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

// rulesOf finds a rule for each change of a year that all years follow.
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

// follow tells whether the changes of a year are those of the rules.
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

// has tells whether an onset follows the rule.
func (r rule) has(o onset) bool {
	const clock = "15:04:05"
	return r.change == o.change && r.wall.Month() == o.wall.Month() && r.wall.Weekday() == o.wall.Weekday() &&
		r.wall.Format(clock) == o.wall.Format(clock) && r.day <= o.wall.Day() && o.wall.Day() < r.day+week
}

const week = 7

// String is the rule as RFC 5545 §3.3.10 writes it: by the number of the weekday
// in the month, where the days are those of such a number.
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

// daysIn is the length of a month in a leap year.
func daysIn(month time.Month) int {
	return time.Date(2000, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
