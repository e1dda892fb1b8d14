package quickadd

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record"
)

// Formats of numeric dates.
var (
	dotted     = regexp.MustCompile(`^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?$`)
	dottedOnce = regexp.MustCompile(`^(\d{1,2})\.(\d{1,2})()$`)
	slashed    = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?$`)
	dayOfMonth = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|\.)?$`)
	fullYear   = regexp.MustCompile(`^(?:19|2\d)\d\d$`)
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
	if year := keyAt(w, n); fullYear.MatchString(year) {
		return r.dated(year, m, day[1], n+1)
	}
	return r.dated("", m, day[1], n)
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

// nextSuch returns the next day with that month and day, made of n words. 29 February may be
// eight years away.
func (r reader) nextSuch(m time.Month, day, n int) (record.Date, int) {
	for y := r.Time.Year(); y <= r.Time.Year()+8; y++ {
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
