package quick

import "crossfeed/engine/record"

// when is a day, a time of day, or both.
type when struct {
	// date has the time of day where clock is true; its day counts only where
	// day is true.
	date       record.Date
	day, clock bool
}

// join is both as one, where one of them has the day and the other the time.
func (a when) join(b when) (when, bool) {
	switch nothing := (when{}); {
	case a == nothing:
		return b, true
	case b == nothing:
		return a, true
	case a.day && !a.clock && b.clock && !b.day:
		return when{a.date.WithTime(b.date.Clock()), true, true}, true
	case b.day && !b.clock && a.clock && !a.day:
		return b.join(a)
	}
	return a, false
}

// reader reads phrases at the beginning of words. Its methods return how many
// words the phrase has; 0 is none.
type reader struct {
	Now
	// sure: a date is expected here, so that a word that may also mean something
	// else is one.
	sure bool
}

// today is the day on which the person types.
func (r reader) today() record.Date { return record.DayOf(r.Time) }

// when reads a day, a time, or one after the other.
func (r reader) when(w []word) (when, int) {
	first, n := r.part(w)
	if n == 0 {
		return when{}, 0
	}
	second, m := r.part(w[n:])
	if both, ok := first.join(second); ok {
		return both, n + m
	}
	return first, n
}

// part reads a day or a time with the prepositions before it: the longest that
// there is.
func (r reader) part(w []word) (when, int) {
	const most = 2 // "bis zum"
	skipped := 0
	for skipped < most && prepositions[keyAt(w, skipped)] {
		r.sure = r.sure || w[skipped].key == "am"
		skipped++
	}
	found, n := when{}, 0
	for _, read := range []func([]word) (when, int){r.moment, r.onDay, r.atTime} {
		if it, m := read(w[skipped:]); m > n {
			found, n = it, m
		}
	}
	if n == 0 {
		return when{}, 0
	}
	return found, skipped + n
}

// onDay reads a day.
func (r reader) onDay(w []word) (when, int) {
	d, n := r.day(w)
	return when{date: d, day: n > 0}, n
}

// day reads a day in any of the ways in which it is written: the longest.
func (r reader) day(w []word) (record.Date, int) {
	var found record.Date
	n := 0
	for _, read := range []func([]word) (record.Date, int){r.named, r.ahead, r.nextUnit, r.weekday, r.calendar} {
		if d, m := read(w); m > n {
			found, n = d, m
		}
	}
	return found, n
}

// resolve is the date: a time alone is today, or tomorrow where it has passed.
func (r reader) resolve(w when) record.Date {
	if !w.day && r.passed(w) {
		return w.date.AddDays(1)
	}
	return w.date
}

// passed tells whether the time of day lies behind the person today.
func (r reader) passed(w when) bool {
	hour, minute := w.date.Clock()
	return w.clock && hour*60+minute < r.Time.Hour()*60+r.Time.Minute()
}
