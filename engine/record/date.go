package record

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Date is a day, optionally with a time of day in a zone or floating. A floating time is the
// same wall-clock time everywhere (RFC 5545 §3.3.5).
type Date struct {
	// local holds day and time as if they were in UTC.
	local time.Time
	timed bool
	// Zone is an IANA name, "UTC", or a name that only the file defines; it is "" for floating
	// times and for days.
	Zone string
}

// Layouts of the text form.
const (
	dayLayout     = "2006-01-02"
	minuteLayout  = "2006-01-02T15:04"
	secondLayout  = "2006-01-02T15:04:05"
	universalZone = "UTC"
)

// DayOf returns the day of t in t's location.
func DayOf(t time.Time) Date {
	return Date{local: time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)}
}

// WithTime returns the date with a floating time of day.
func (d Date) WithTime(hour, minute int) Date {
	y, m, day := d.local.Date()
	return Date{local: time.Date(y, m, day, hour, minute, 0, 0, time.UTC), timed: true}
}

// ParseDate parses the text form. The error is a *ValueError.
func ParseDate(text string) (Date, error) {
	stamp, zone, _ := strings.Cut(text, " ")
	zone = strings.TrimSpace(zone)
	if bare, universal := strings.CutSuffix(stamp, "Z"); universal && zone == "" {
		stamp, zone = bare, universalZone
	}
	if local, err := time.Parse(dayLayout, stamp); err == nil && zone == "" {
		return Date{local: local}, nil
	}
	for _, layout := range []string{minuteLayout, secondLayout} {
		if local, err := time.Parse(layout, stamp); err == nil {
			return Date{local, true, zone}, nil
		}
	}
	return Date{}, wrong(text, problemOf(stamp))
}

// problemOf distinguishes a day that does not exist from text that is not a day.
func problemOf(stamp string) Problem {
	day, clock, timed := strings.Cut(stamp, "T")
	if _, err := time.Parse(dayLayout, day); err != nil {
		if strings.Contains(err.Error(), "out of range") {
			return NoSuchDay
		}
		return NotADay
	}
	if timed && clock != "" {
		return NotATime
	}
	return NotADay
}

// canonicalDate accepts only the text form; package quickadd handles words such as "tomorrow",
// because it knows the current day.
func canonicalDate(text string) (string, error) {
	d, err := ParseDate(text)
	if err != nil {
		return "", err
	}
	return d.String(), nil
}

// IsZero reports whether d is the zero Date, that is, no date.
func (d Date) IsZero() bool { return d == Date{} }

// HasTime reports whether the date has a time of day.
func (d Date) HasTime() bool { return d.timed }

// Day returns the date without its time.
func (d Date) Day() Date { return DayOf(d.local) }

// Clock returns the time of day, or 0 and 0 if there is none.
func (d Date) Clock() (hour, minute int) { return d.local.Hour(), d.local.Minute() }

// AddDays returns the date n days later at the same time of day.
func (d Date) AddDays(n int) Date {
	d.local = d.local.AddDate(0, 0, n)
	return d
}

// In returns the date in the named zone; days have no zone.
func (d Date) In(zone string) Date {
	if d.timed {
		d.Zone = zone
	}
	return d
}

// Naive returns day and time as if they were in UTC.
func (d Date) Naive() time.Time { return d.local }

// At returns the instant at which the date begins for a person in the zone here; a day begins
// at midnight there. Unknown zones count as floating.
func (d Date) At(here *time.Location) time.Time {
	where := here
	if d.Zone != "" {
		if known, err := time.LoadLocation(d.Zone); err == nil {
			where = known
		}
	}
	l := d.local
	return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), 0, where)
}

// String returns the text form.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	if !d.timed {
		return d.local.Format(dayLayout)
	}
	text := d.local.Format(minuteLayout)
	if d.local.Second() != 0 {
		text = d.local.Format(secondLayout)
	}
	switch d.Zone {
	case "":
		return text
	case universalZone:
		return text + "Z"
	}
	return text + " " + d.Zone
}

// Passed reports whether something due on the date is overdue: a day once it is over, a time
// once it has passed.
func (d Date) Passed(now time.Time) bool {
	if !d.timed {
		d = d.AddDays(1)
	}
	return !d.At(now.Location()).After(now)
}

// duration is a length of time (RFC 5545 §3.3.6). Days are nominal: they last until the same
// time of another day. Seconds are exact.
type duration struct {
	negative      bool
	days, seconds int
}

var durationForm = regexp.MustCompile(`^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$`)

var errDuration = errors.New("not a duration such as PT15M")

func parseDuration(text string) (duration, error) {
	text = strings.ToUpper(text)
	m := durationForm.FindStringSubmatch(text)
	if m == nil || strings.HasSuffix(text, "P") || strings.HasSuffix(text, "T") {
		return duration{}, errDuration
	}
	n := func(i int) int { // m[i] has up to six digits, or is ""
		value, _ := strconv.Atoi(m[i])
		return value
	}
	d := duration{days: 7*n(2) + n(3), seconds: 3600*n(4) + 60*n(5) + n(6)}
	d.negative = m[1] == "-" && (d.days > 0 || d.seconds > 0)
	return d, nil
}

// String returns the shortest form: whole weeks as weeks, otherwise days and time.
func (d duration) String() string {
	text := "P"
	if d.negative {
		text = "-P"
	}
	switch {
	case d.days == 0 && d.seconds == 0:
		return text + "T0S"
	case d.days%7 == 0 && d.seconds == 0:
		return text + strconv.Itoa(d.days/7) + "W"
	}
	return text + part(d.days, "D") + d.clock()
}

func (d duration) clock() string {
	if d.seconds == 0 {
		return ""
	}
	return "T" + part(d.seconds/3600, "H") + part(d.seconds/60%60, "M") + part(d.seconds%60, "S")
}

func part(n int, unit string) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n) + unit
}

// from returns the instant at this distance from t; days are counted in t's zone.
func (d duration) from(t time.Time) time.Time {
	sign := 1
	if d.negative {
		sign = -1
	}
	return t.AddDate(0, 0, sign*d.days).Add(time.Duration(sign*d.seconds) * time.Second)
}

// plus returns the date at this distance in the same zone, where a day does not always have 24
// hours.
func (d Date) plus(by duration) Date {
	at := by.from(d.At(time.UTC))
	if !d.timed {
		at = by.from(d.local)
	}
	d.local = time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, time.UTC)
	return d
}
