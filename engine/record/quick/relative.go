package quick

import (
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record"
)

// named are days that have a name, counted from today.
var named = map[string]func(today record.Date) record.Date{
	"today": daysOn(0), "heute": daysOn(0),
	"tomorrow": daysOn(1), "tmrw": daysOn(1), "morgen": daysOn(1),
	"day after tomorrow": daysOn(2), "uebermorgen": daysOn(2),
	"yesterday": daysOn(-1), "gestern": daysOn(-1),
	"end of month": endOfMonth, "end of the month": endOfMonth, "eom": endOfMonth,
	"monatsende": endOfMonth, "ende des monats": endOfMonth,
}

// longestName is the number of words of the longest name.
const longestName = 4

func daysOn(n int) func(record.Date) record.Date {
	return func(today record.Date) record.Date { return today.AddDays(n) }
}

func endOfMonth(today record.Date) record.Date {
	y, m, _ := today.Naive().Date()
	return dayOf(y, m+1, 0)
}

// named reads "tomorrow", "Monatsende".
func (r reader) named(w []word) (record.Date, int) {
	for n := min(longestName, len(w)); n > 0; n-- {
		if of, known := named[strings.Join(keysOf(w[:n]), " ")]; known {
			return of(r.today()), n
		}
	}
	return record.Date{}, 0
}

// ahead reads "in 3 days", "in einer Woche".
func (r reader) ahead(w []word) (record.Date, int) {
	n, u := span(w)
	if u < days {
		return record.Date{}, 0
	}
	return later(r.today(), n, u), 3
}

// moment reads "in 2 hours", and a day with its time in the text form of a date.
func (r reader) moment(w []word) (when, int) {
	switch n, u := span(w); u {
	case hours:
		return instant(r.Time.Add(time.Duration(n) * time.Hour)), 3
	case minutes:
		return instant(r.Time.Add(time.Duration(n) * time.Minute)), 3
	}
	d, err := record.ParseDate(strings.ToUpper(keyAt(w, 0)))
	if err != nil || !d.HasTime() {
		return when{}, 0
	}
	return when{d, true, true}, 1
}

// span reads "in", a number and a unit; no unit is none.
func span(w []word) (int, unit) {
	n := numberOf(keyAt(w, 1))
	if keyAt(w, 0) != "in" || n == 0 {
		return 0, 0
	}
	return n, units[keyAt(w, 2)]
}

// numberOf is a number in digits or words, from 1 to 999; 0 is none.
func numberOf(key string) int {
	if n, err := strconv.Atoi(key); err == nil && n > 0 && n < 1000 {
		return n
	}
	return numbers[key]
}

// instant is the minute of a time, on the clock of the person.
func instant(t time.Time) when {
	return when{record.DayOf(t).WithTime(t.Hour(), t.Minute()), true, true}
}

// later is a day some units on. A month without that day gives its last one.
func later(from record.Date, n int, u unit) record.Date {
	y, m, d := from.Naive().Date()
	switch u {
	case days:
		return from.AddDays(n)
	case weeks:
		return from.AddDays(7 * n)
	case years:
		n *= 12
	}
	last := dayOf(y, m+time.Month(n)+1, 0)
	return dayOf(y, m+time.Month(n), min(d, last.Naive().Day()))
}

// nextUnit reads "next week", which is its Monday, perhaps with another day of
// it ("nächste Woche Freitag"), "next month" and "next year", their first days.
func (r reader) nextUnit(w []word) (record.Date, int) {
	if key := keyAt(w, 0); !following[key] && !coming[key] {
		return record.Date{}, 0
	}
	y, m, _ := r.today().Naive().Date()
	switch units[keyAt(w, 1)] {
	case weeks:
		day, n := weekdayAt(w[2:])
		if n == 0 {
			day = time.Monday
		}
		return r.inNextWeek(day), 2 + n
	case months:
		return dayOf(y, m+1, 1), 2
	case years:
		return dayOf(y+1, time.January, 1), 2
	}
	return record.Date{}, 0
}
