package quickadd

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record"
)

// when is a day, a time of day, or both.
type when struct {
	// date has a valid time of day only if clock is true, and a valid day only if day is true.
	date       record.Date
	day, clock bool
}

// join combines a day with a time. It reports whether that was possible.
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

// reader parses phrases at the beginning of a list of words. Its methods return the number of
// words in the phrase, or 0.
type reader struct {
	Now
	// sure means that a date is expected, so that ambiguous words are taken as dates.
	sure bool
	// at means that "at" precedes, so that a number alone may be a time.
	at bool
	// on means that "on" or the like precedes, so that "weekend" is a day.
	on bool
}

func (r reader) today() record.Date { return record.DayOf(r.Time) }

// when parses a day, a time, or both in either order.
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

// part parses the longest possible day or time, including prepositions.
func (r reader) part(w []word) (when, int) {
	const most = 2 // "bis zum"
	skipped := 0
	for skipped < most && prepositions[keyAt(w, skipped)] {
		r.sure = r.sure || w[skipped].key == "am"
		r.at = ats[w[skipped].key]
		r.on = r.on || ons[w[skipped].key]
		skipped++
	}
	found, n := when{}, 0
	for _, read := range []func([]word) (when, int){r.tonight, r.moment, r.onDay, r.atTime} {
		if it, m := read(w[skipped:]); m > n {
			found, n = it, m
		}
	}
	if n == 0 {
		return when{}, 0
	}
	return found, skipped + n
}

// onDay parses a day.
func (r reader) onDay(w []word) (when, int) {
	d, n := r.day(w)
	return when{date: d, day: n > 0}, n
}

// day parses a day in any format, preferring the longest match.
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

// resolve returns the date; a time alone is today, or tomorrow if it has passed.
func (r reader) resolve(w when) record.Date {
	if !w.day && r.passed(w) {
		return w.date.AddDays(1)
	}
	return w.date
}

// passed reports whether the time of day is in the past today.
func (r reader) passed(w when) bool {
	hour, minute := w.date.Clock()
	return w.clock && hour*60+minute < r.Time.Hour()*60+r.Time.Minute()
}

// clockForm matches a time of day. Without a colon it needs "pm" or "Uhr", which may be the
// next word.
var clockForm = regexp.MustCompile(`^(\d{1,2})(?:([:.])(\d{2}))?(am|pm|a\.m\.|p\.m\.|uhr)?$`)

var meridians = setOf("am", "pm", "a.m.", "p.m.", "uhr")

var noons = setOf("noon", "mittags")

// atTime parses a time of day.
func (r reader) atTime(w []word) (when, int) {
	if noons[keyAt(w, 0)] {
		return when{date: r.today().WithTime(12, 0), clock: true}, 1
	}
	parts := clockForm.FindStringSubmatch(keyAt(w, 0))
	if parts == nil {
		return when{}, 0
	}
	n, suffix := 1, parts[4]
	if next := keyAt(w, 1); suffix == "" && meridians[next] && !r.beforeDay(w[1:]) {
		n, suffix = 2, next
	}
	hour, _ := strconv.Atoi(parts[1])
	if suffix == "" && parts[2] == "" && r.at && r.ends(w[1:]) {
		return r.atHour(hour)
	}
	minute, _ := strconv.Atoi(parts[3])
	hour, ok := onClock(hour, strings.ReplaceAll(suffix, ".", ""))
	if !ok || minute > 59 || suffix == "" && parts[2] != ":" {
		return when{}, 0
	}
	return when{date: r.today().WithTime(hour, minute), clock: true}, n
}

// ends reports whether a phrase that other words could continue ends here: "at 5" before a tag or
// a day, but not in "look at 5 houses".
func (r reader) ends(w []word) bool {
	r.at = false
	if len(w) == 0 || tagOf(w[0]) != "" || every[w[0].key] || strings.HasPrefix(w[0].key, "/") {
		return true
	}
	if _, known := priorities[w[0].key]; known {
		return true
	}
	_, n := r.day(afterThe(w))
	return n > 0
}

// closes is ends, but a time may follow, too.
func (r reader) closes(w []word) bool {
	_, n := r.when(w)
	return n > 0 || r.ends(w)
}

// atHour returns the time "at 5": few mean the early morning.
func (r reader) atHour(hour int) (when, int) {
	const early = 7
	if hour < 1 || hour > 23 {
		return when{}, 0
	}
	if hour < early {
		hour += 12
	}
	return when{date: r.today().WithTime(hour, 0), clock: true}, 1
}

// evening is the hour of "tonight" without a time. Later, it is the next full hour of the day.
const evening = 20

// tonight parses "tonight" and "heute Abend", also with a time.
func (r reader) tonight(w []word) (when, int) {
	n := 0
	switch {
	case keyAt(w, 0) == "tonight":
		n = 1
	case keyAt(w, 0) == "heute" && keyAt(w, 1) == "abend":
		n = 2
	default:
		return when{}, 0
	}
	r.at = ats[keyAt(w, n)]
	rest := afterThe(w[n:])
	at, m := r.atTime(rest)
	if m == 0 {
		next := max(evening, r.Time.Hour()+1)
		if next == 24 {
			return when{date: r.today(), day: true}, n
		}
		return when{r.today().WithTime(next, 0), true, true}, n
	}
	hour, minute := at.date.Clock()
	if hour < 12 {
		hour += 12
	}
	return when{r.today().WithTime(hour, minute), true, true}, len(w) - len(rest) + m
}

// beforeDay reports whether "am" is the German preposition before a day.
func (r reader) beforeDay(w []word) bool {
	if r.Language != German || w[0].key != "am" {
		return false
	}
	r.sure = true
	_, n := r.day(w[1:])
	return n > 0
}

// onClock converts an hour with its suffix to the 24-hour clock.
func onClock(hour int, suffix string) (int, bool) {
	if suffix != "am" && suffix != "pm" {
		return hour, hour < 24
	}
	if hour < 1 || hour > 12 {
		return 0, false
	}
	if suffix == "pm" {
		return hour%12 + 12, true
	}
	return hour % 12, true
}

// Formats of numeric dates.
var (
	dotted     = regexp.MustCompile(`^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?$`)
	dottedOnce = regexp.MustCompile(`^(\d{1,2})\.(\d{1,2})()$`)
	slashed    = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?$`)
	dayOfMonth = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|\.)?$`)
	fullYear   = regexp.MustCompile(`^(?:19|2\d)\d\d$`)
	// anyYear also matches what could be another number: "call Dec 10 1500".
	anyYear = regexp.MustCompile(`^[12]\d{3}$`)
)

// calendar parses a calendar date. Without a year, it is the next such day, which may be
// today.
func (r reader) calendar(w []word) (record.Date, int) {
	if d, n := r.figures(keyAt(w, 0)); n > 0 {
		return d, n
	}
	at, month := 0, 1 // "27 Nov"
	switch {
	case monthOf(keyAt(w, 0)) != 0: // "Nov 27"
		at, month = 1, 0
	case keyAt(w, 1) == "of": // "27th of November"
		month = 2
	}
	day := dayOfMonth.FindStringSubmatch(keyAt(w, at))
	m := monthOf(keyAt(w, month))
	if day == nil || m == 0 {
		return record.Date{}, 0
	}
	n := max(at, month) + 1
	if year := keyAt(w, n); fullYear.MatchString(year) || (r.sure || w[n-1].comma) && anyYear.MatchString(year) {
		return r.dated(year, m, day[1], n+1)
	}
	return r.dated("", m, day[1], n)
}

// Birthday returns the calendar date in a text as a birthday, "1815-12-10", or "--12-10" without
// a year, and reports whether the whole text is one. A year of two digits is in the past.
func Birthday(text string, now Now) (string, bool) {
	words := wordsOf(text)
	r := reader{Now: now, sure: true}
	d, n := r.calendar(words)
	if n == 0 || n < len(words) {
		return "", false
	}
	r.Time = r.Time.AddDate(mostYears+1, 0, 0)
	if later, _ := r.calendar(words); later != d { // the text has no year
		return d.Naive().Format("--01-02"), true
	}
	day := d.Naive()
	if day.After(now.Time) && !strings.Contains(text, day.Format("2006")) {
		day = day.AddDate(-100, 0, 0)
	}
	return day.Format(time.DateOnly), true
}

// figures parses a numeric date, which is a single word.
func (r reader) figures(key string) (record.Date, int) {
	if d, err := record.ParseDate(key); err == nil && !d.HasTime() && !d.IsZero() {
		return d, 1
	}
	day, month := 1, 2
	parts := dotted.FindStringSubmatch(key)
	if parts == nil && r.sure {
		parts = dottedOnce.FindStringSubmatch(key)
	}
	if parts == nil && r.Language != German {
		parts, day, month = slashed.FindStringSubmatch(key), 2, 1
	}
	if parts == nil {
		return record.Date{}, 0
	}
	m, _ := strconv.Atoi(parts[month])
	return r.dated(parts[3], time.Month(m), parts[day], 1)
}

func monthOf(key string) time.Month { return monthNames[strings.TrimSuffix(key, ".")] }

// dated returns the day with these numbers, made of n words, or none if there is no such day.
// Two-digit years are in this century.
func (r reader) dated(year string, m time.Month, day string, n int) (record.Date, int) {
	d, _ := strconv.Atoi(day)
	if year == "" {
		return r.nextSuch(m, d, n)
	}
	y, _ := strconv.Atoi(year)
	if len(year) == 2 {
		y += 2000
	}
	if !exists(y, m, d) {
		return record.Date{}, 0
	}
	return dayOf(y, m, d), n
}

// mostYears is how far the next 29 February may be away.
const mostYears = 8

// nextSuch returns the next day with that month and day, made of n words.
func (r reader) nextSuch(m time.Month, day, n int) (record.Date, int) {
	for y := r.Time.Year(); y <= r.Time.Year()+mostYears; y++ {
		if !exists(y, m, day) {
			continue
		}
		if d := dayOf(y, m, day); !d.Naive().Before(r.today().Naive()) {
			return d, n
		}
	}
	return record.Date{}, 0
}

func dayOf(y int, m time.Month, d int) record.Date {
	return record.DayOf(time.Date(y, m, d, 0, 0, 0, 0, time.UTC))
}

// exists reports whether the calendar has that day.
func exists(y int, m time.Month, d int) bool {
	t := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	return y > 0 && t.Month() == m && t.Day() == d
}
