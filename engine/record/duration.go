package record

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

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
