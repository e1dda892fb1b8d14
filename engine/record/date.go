package record

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Date is a day, or a day and a time of day: in a zone, or floating, which is
// the same time on the clock wherever somebody is (RFC 5545 §3.3.5).
type Date struct {
	// local holds day and time as if they were in UTC.
	local time.Time
	timed bool
	// Zone is an IANA name, "UTC", or a name that only the file knows it came
	// from; "" is floating, as days are.
	Zone string
}

// Layouts of the text form.
const (
	dayLayout     = "2006-01-02"
	minuteLayout  = "2006-01-02T15:04"
	secondLayout  = "2006-01-02T15:04:05"
	universalZone = "UTC"
)

// DayOf is the day of a time where the time is.
func DayOf(t time.Time) Date {
	return Date{local: time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)}
}

// WithTime is the date at a time of day, floating.
func (d Date) WithTime(hour, minute int) Date {
	y, m, day := d.local.Date()
	return Date{local: time.Date(y, m, day, hour, minute, 0, 0, time.UTC), timed: true}
}

// ParseDate reads the text form. The error is a *ValueError.
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

// problemOf tells a day that does not exist from a text that is no day.
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

// canonicalDate accepts the text form only; words such as "tomorrow" are for
// the package quick, which knows what day it is.
func canonicalDate(text string) (string, error) {
	d, err := ParseDate(text)
	if err != nil {
		return "", err
	}
	return d.String(), nil
}

// IsZero tells whether there is no date.
func (d Date) IsZero() bool { return d == Date{} }

// HasTime tells whether there is a time of day.
func (d Date) HasTime() bool { return d.timed }

// Day is the day alone.
func (d Date) Day() Date { return DayOf(d.local) }

// Clock is the time of day; 0 and 0 where there is none.
func (d Date) Clock() (hour, minute int) { return d.local.Hour(), d.local.Minute() }

// AddDays is the date some days later, at the same time of day.
func (d Date) AddDays(n int) Date {
	d.local = d.local.AddDate(0, 0, n)
	return d
}

// In is the date in a zone, by its name.
func (d Date) In(zone string) Date {
	if d.timed {
		d.Zone = zone
	}
	return d
}

// Naive is day and time as if they were in UTC.
func (d Date) Naive() time.Time { return d.local }

// At is the instant at which the date begins, for somebody in a zone: a day at
// its midnight there. A zone that is not known counts as floating.
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

// String is the text form.
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

// Passed tells whether something that is due then is overdue for somebody: a
// day once it is over, a time once it is past.
func (d Date) Passed(now time.Time) bool {
	if !d.timed {
		d = d.AddDays(1)
	}
	return !d.At(now.Location()).After(now)
}

// duration is a length of time (RFC 5545 §3.3.6): days last until the same time
// of another day, seconds last as long as they say.
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
	n := func(i int) int { // up to six digits, or none
		value, _ := strconv.Atoi(m[i])
		return value
	}
	d := duration{days: 7*n(2) + n(3), seconds: 3600*n(4) + 60*n(5) + n(6)}
	d.negative = m[1] == "-" && (d.days > 0 || d.seconds > 0)
	return d, nil
}

// String is the shortest form: whole weeks as weeks, otherwise days and time.
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

// from is the instant that lies so far from another: days are counted in the
// zone of that.
func (d duration) from(t time.Time) time.Time {
	sign := 1
	if d.negative {
		sign = -1
	}
	return t.AddDate(0, 0, sign*d.days).Add(time.Duration(sign*d.seconds) * time.Second)
}

// plus is the date so far from another one, in the same zone: 24 hours are not
// always a day there.
func (d Date) plus(by duration) Date {
	at := by.from(d.At(time.UTC))
	if !d.timed {
		at = by.from(d.local)
	}
	d.local = time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, time.UTC)
	return d
}
