package feed

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// rfc3339 is the syntax of RFC 3339 §5.6 with extensions for reading: lower-case "t" and "z",
// a space for "T", missing seconds, and a missing zone, which means UTC.
var rfc3339 = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?([Zz]|[+-]\d{2}:\d{2})?$`)

// strict3339 is the syntax in SSE 0.93 §2.1.5.
var strict3339 = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`)

// ParseRFC3339 leniently parses a time of the sharing extensions (SSE 0.93 §2.1.5). A leap
// second becomes the second after it.
func ParseRFC3339(s string) (time.Time, error) {
	if len(s) == len("2005-05-21T11:43:33Z") && s[10] == 'T' && s[19] == 'Z' {
		if t, err := time.Parse(time.RFC3339, s); err == nil {
			return t, nil
		}
	}
	m := rfc3339.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return time.Time{}, fmt.Errorf("%q is no RFC 3339 time, like 2005-05-21T11:43:33Z", brief(s))
	}
	offset, err := numericZone(m[8])
	if err != nil {
		return time.Time{}, fmt.Errorf("%q: %w", brief(s), err)
	}
	c := civil{year: number(m[1]), month: number(m[2]), day: number(m[3]), hour: number(m[4]), minute: number(m[5]), second: number(m[6])}
	t, err := c.in(offset)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q: %w", brief(s), err)
	}
	return t.Add(fraction(m[7])), nil
}

// FormatRFC3339 formats a time as whole seconds in UTC, ending in Z.
func FormatRFC3339(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// civil is a date and time of day without a zone.
type civil struct{ year, month, day, hour, minute, second int }

// in returns the instant in a zone that is east minutes east of UTC, or an error if there is
// no such day or time.
func (c civil) in(east int) (time.Time, error) {
	day := time.Date(c.year, time.Month(c.month), c.day, 0, 0, 0, 0, time.UTC)
	if day.Day() != c.day || int(day.Month()) != c.month {
		return time.Time{}, fmt.Errorf("there is no such day")
	}
	if c.hour > 23 || c.minute > 59 || c.second > 60 {
		return time.Time{}, fmt.Errorf("there is no such time of day")
	}
	return time.Date(c.year, time.Month(c.month), c.day, c.hour, c.minute-east, c.second, 0, time.UTC), nil
}

// numericZone returns the minutes east of UTC of "+05:30", "-0800" and so on; "Z" and "" are
// UTC.
func numericZone(zone string) (int, error) {
	if len(zone) < 5 {
		return 0, nil
	}
	hours, minutes := number(zone[1:3]), number(zone[len(zone)-2:])
	if hours > 23 || minutes > 59 {
		return 0, fmt.Errorf("there is no zone %s", zone)
	}
	if zone[0] == '-' {
		return -60*hours - minutes, nil
	}
	return 60*hours + minutes, nil
}

// fraction returns a fraction of a second, truncated to nanoseconds.
func fraction(digits string) time.Duration {
	const nano = 9
	return time.Duration(number((digits + "000000000")[:nano]))
}

// number returns the value of digits, or 0 if there are none.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// rfc822 is the syntax of RFC 822 §5 with extensions for reading: any word as the weekday,
// one-digit days and hours, full names of months, dots after names, missing seconds, and a
// missing zone, which means UTC.
var rfc822 = regexp.MustCompile(`^(?:[A-Za-z]+\.?,?\s+)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?\s+(\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([A-Za-z]+|[+-]\d{4}|[+-]\d{2}:\d{2})?$`)

// strict822 is the syntax of RFC 822 §5 with a four-digit year (SSE 0.91 §1.2).
var strict822 = regexp.MustCompile(`^((Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}(:\d{2})? (UT|GMT|[ECMP][SD]T|[+-]\d{4})$`)

// zones are the offsets, in hours east of UTC, of the zones that RFC 822 §5.1 names.
var zones = map[string]int{
	"": 0, "UT": 0, "GMT": 0, "UTC": 0, "Z": 0,
	"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}

const months = "janfebmaraprmayjunjulaugsepoctnovdec"

// ParseRFC822 leniently parses a time of RSS. The weekday is not verified, and two-digit years
// are from 1950 to 2049.
func ParseRFC822(s string) (time.Time, error) {
	if len(s) == len(asWritten822) && strings.HasSuffix(s, " GMT") {
		if t, err := time.Parse(asWritten822, s); err == nil {
			return t, nil
		}
	}
	m := rfc822.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return time.Time{}, fmt.Errorf("%q is no RFC 822 time, like Sat, 21 May 2005 11:43:33 GMT", brief(s))
	}
	east, err := namedZone(m[7])
	if err != nil {
		return time.Time{}, fmt.Errorf("%q: %w", brief(s), err)
	}
	month := strings.Index(months, strings.ToLower(m[2]))
	if month%3 != 0 {
		return time.Time{}, fmt.Errorf("%q: there is no month %s", brief(s), m[2])
	}
	c := civil{year: fullYear(m[3]), month: month/3 + 1, day: number(m[1]), hour: number(m[4]), minute: number(m[5]), second: number(m[6])}
	t, err := c.in(east)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q: %w", brief(s), err)
	}
	return t, nil
}

// FormatRFC822 formats a time in GMT, with a four-digit year as RSS prefers.
func FormatRFC822(t time.Time) string { return t.UTC().Format(asWritten822) }

// asWritten822 is the most common format, which is parsed without the regular expression.
const asWritten822 = "Mon, 02 Jan 2006 15:04:05 GMT"

// namedZone returns a zone's offset in minutes east of UTC.
func namedZone(zone string) (int, error) {
	if strings.HasPrefix(zone, "+") || strings.HasPrefix(zone, "-") {
		return numericZone(zone)
	}
	hours, ok := zones[strings.ToUpper(zone)]
	if !ok {
		return 0, fmt.Errorf("RFC 822 has no zone %s", zone)
	}
	return 60 * hours, nil
}

func fullYear(digits string) int {
	year := number(digits)
	switch {
	case len(digits) > 2:
		return year
	case year < 50:
		return 2000 + year
	}
	return 1900 + year
}

// ParseInstant parses a time of an SSE 0.91 document: an RFC 822 time, or an RFC 3339 time
// that another program may have written. It is truncated to whole seconds, as times are when
// written: otherwise a time would change when it is written and read again. The error is that
// of ParseRFC822.
func ParseInstant(s string) (time.Time, error) {
	t, err := ParseRFC822(s)
	if err == nil {
		return t, nil
	}
	if t, otherwise := ParseRFC3339(s); otherwise == nil {
		return t.Truncate(time.Second), nil
	}
	return time.Time{}, err
}
