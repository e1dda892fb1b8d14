package quickadd

import (
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record"
)

// weekday parses "fri" (the next one, which may be today), "next fri" (in the week that begins
// on the next Monday), "kommenden Freitag" (the next one after today), "Freitag nächster
// Woche", and a date with its day of the week.
func (r reader) weekday(w []word) (record.Date, int) {
	first := keyAt(w, 0)
	if following[first] || coming[first] || present[first] {
		return r.chosenWeekday(w)
	}
	day, n := weekdayAt(w)
	if n == 0 {
		return record.Date{}, 0
	}
	rest := w[n:]
	if !r.sure && compounds[first][keyAt(rest, 0)] {
		return record.Date{}, 0
	}
	if d, m := r.calendar(afterThe(rest)); m > 0 {
		return agreed(d, day, n+len(rest)-len(afterThe(rest))+m)
	}
	if following[keyAt(rest, 0)] && units[keyAt(rest, 1)] == weeks {
		return r.inNextWeek(day), n + 2
	}
	if r.doubts(w) {
		return record.Date{}, 0
	}
	return r.upcoming(day), n
}

// chosenWeekday parses a day of the week after "next", "coming" or "this".
func (r reader) chosenWeekday(w []word) (record.Date, int) {
	day, n := weekdayAt(w[1:])
	switch {
	case n == 0:
		return record.Date{}, 0
	case following[w[0].key]:
		return r.inNextWeek(day), 1 + n
	case coming[w[0].key] && day == r.Time.Weekday():
		return r.today().AddDays(7), 1 + n
	}
	return r.upcoming(day), 1 + n
}

// doubts reports whether the name of a day probably is another word: there is no context, such
// as a following time, to show that it means the day.
func (r reader) doubts(w []word) bool {
	language := r.Language
	if language != German {
		language = English
	}
	key := strings.TrimSuffix(w[0].key, ".")
	if r.sure || !doubtful[language][key] && !weekends[key] || r.on && weekends[key] {
		return false
	}
	_, timed := r.atTime(afterThe(w[1:]))
	return timed == 0
}

// agreed returns a date made of n words if it falls on that day of the week. If it does not,
// the words contradict each other, and there is no date.
func agreed(d record.Date, day time.Weekday, n int) (record.Date, int) {
	if d.Naive().Weekday() != day {
		return record.Date{}, 0
	}
	return d, n
}

// afterThe returns the words after a preposition, if there is one.
func afterThe(w []word) []word {
	if prepositions[keyAt(w, 0)] {
		return w[1:]
	}
	return w
}

// weekdayAt parses the name of a day, which may be abbreviated with a full stop.
func weekdayAt(w []word) (time.Weekday, int) {
	if day, known := weekdayNames[strings.TrimSuffix(keyAt(w, 0), ".")]; known {
		return day, 1
	}
	return 0, 0
}

// upcoming returns the next such day, which may be today.
func (r reader) upcoming(day time.Weekday) record.Date {
	return r.today().AddDays(int(day-r.Time.Weekday()+7) % 7)
}

// inNextWeek returns that day of the next week; weeks begin on Monday.
func (r reader) inNextWeek(day time.Weekday) record.Date {
	return r.today().AddDays(7 + sinceMonday(day) - sinceMonday(r.Time.Weekday()))
}

// sinceMonday returns the number of days since the last Monday.
func sinceMonday(day time.Weekday) int { return int(day+6) % 7 }

// named maps names of days to functions of today.
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

// named parses "tomorrow", "Monatsende".
func (r reader) named(w []word) (record.Date, int) {
	for n := min(longestName, len(w)); n > 0; n-- {
		if of, known := named[strings.Join(keysOf(w[:n]), " ")]; known {
			return of(r.today()), n
		}
	}
	return record.Date{}, 0
}

// ahead parses "in 3 days", "in einer Woche".
func (r reader) ahead(w []word) (record.Date, int) {
	n, u := span(w)
	if u < days {
		return record.Date{}, 0
	}
	return later(r.today(), n, u), 3
}

// moment parses "in 2 hours", or a date with a time in the text form.
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

// span parses "in", a number and a unit; it returns unit 0 if there is none.
func span(w []word) (int, unit) {
	n := numberOf(keyAt(w, 1))
	if keyAt(w, 0) != "in" || n == 0 {
		return 0, 0
	}
	return n, units[keyAt(w, 2)]
}

// numberOf returns a number in digits or words, from 1 to 999, or 0.
func numberOf(key string) int {
	if n, err := strconv.Atoi(key); err == nil && n > 0 && n < 1000 {
		return n
	}
	return numbers[key]
}

// instant returns the local minute of a time.
func instant(t time.Time) when {
	return when{record.DayOf(t).WithTime(t.Hour(), t.Minute()), true, true}
}

// later returns the day n units later, or the last day of the month if that month is too
// short.
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

// nextUnit parses "next week", meaning its Monday or a day after it ("nächste Woche Freitag"),
// and "next month" and "next year", meaning their first days.
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
