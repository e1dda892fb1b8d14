package quick

import (
	"strings"
	"time"

	"crossfeed/engine/record"
)

// weekday reads "fri" (the next one, today included), "next fri" (in the week
// that begins on the next Monday), "kommenden Freitag" (the next one after
// today), "Freitag nächster Woche", and a date with its day of the week.
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

// chosenWeekday reads a day of the week after "next", "coming" or "this".
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

// doubts tells whether the name of a day probably is another word: nothing
// around it says that it is a day, such as a time after it.
func (r reader) doubts(w []word) bool {
	language := r.Language
	if language != German {
		language = English
	}
	if r.sure || !doubtful[language][strings.TrimSuffix(w[0].key, ".")] {
		return false
	}
	_, timed := r.atTime(afterThe(w[1:]))
	return timed == 0
}

// agreed is a date of n words where it is on that day of the week. Where it is
// not, the two words contradict each other, and none of them is taken for both.
func agreed(d record.Date, day time.Weekday, n int) (record.Date, int) {
	if d.Naive().Weekday() != day {
		return record.Date{}, 0
	}
	return d, n
}

// afterThe are the words after a preposition, if there is one.
func afterThe(w []word) []word {
	if prepositions[keyAt(w, 0)] {
		return w[1:]
	}
	return w
}

// weekdayAt reads the name of a day, perhaps shortened with a full stop.
func weekdayAt(w []word) (time.Weekday, int) {
	if day, known := weekdayNames[strings.TrimSuffix(keyAt(w, 0), ".")]; known {
		return day, 1
	}
	return 0, 0
}

// upcoming is the next such day; today is one.
func (r reader) upcoming(day time.Weekday) record.Date {
	return r.today().AddDays(int(day-r.Time.Weekday()+7) % 7)
}

// inNextWeek is that day of the next week; weeks begin on Monday.
func (r reader) inNextWeek(day time.Weekday) record.Date {
	return r.today().AddDays(7 + sinceMonday(day) - sinceMonday(r.Time.Weekday()))
}

// sinceMonday is the number of days since the Monday before.
func sinceMonday(day time.Weekday) int { return int(day+6) % 7 }
