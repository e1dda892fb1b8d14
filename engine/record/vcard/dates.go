package vcard

import (
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record/exchange"
)

// dates returns the value of a property that is a date, a time or a timestamp.
func (s *statement) dates(f form) ([]value, error) {
	if f == day && s.declared == exchange.TextType {
		return []value{s.single(text)}, nil
	}
	kind, basic, ok := parseDay(s.value)
	switch {
	case f == instant && (kind != exchange.DateTimeType || !strings.HasPrefix(shape(basic), "ddddddddTdddddd")):
		return nil, exchange.NotACardTime
	case f == instant:
		kind = timestamp
	case !ok:
		return nil, exchange.NotACardDay
	}
	return []value{{kind, withoutOmitted(s.param(omitYear), basic)}}, nil
}

// omitYear is Apple's parameter for a birthday without a year. The year is only in the value
// because vCard 3.0 requires one.
const omitYear = "X-APPLE-OMIT-YEAR"

func withoutOmitted(year, basic string) string {
	if rest, found := strings.CutPrefix(basic, year); found && len(year) == 4 && len(rest) >= 4 {
		return "--" + rest
	}
	return basic
}

// shape replaces every digit with "d", so that formats can be compared.
func shape(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return 'd'
		}
		return r
	}, s)
}

// parseDay parses a date, a time or both in the formats of any version. It returns them in the
// format of vCard 4.0 (RFC 6350 §4.3) with the name of the type.
func parseDay(s string) (kind, basic string, ok bool) {
	s = strings.TrimSpace(s)
	at := strings.IndexAny(s, "Tt ")
	if at < 0 {
		basic, ok = parseDate(s)
		return exchange.DateType, basic, ok
	}
	clock, ok := parseClock(s[at+1:])
	if at == 0 || !ok {
		return "time", "T" + clock, false
	}
	date, ok := parseDate(s[:at])
	return exchange.DateTimeType, date + "T" + clock, ok
}

// parseDate parses a date whose year, month or day may be missing.
func parseDate(s string) (string, bool) {
	digits := strings.ReplaceAll(s, "-", "")
	switch shape(s) {
	case "dddd-dd-dd", "dddddddd":
		return digits, isDay(digits[:4], digits[4:6], digits[6:])
	case "dddd-dd":
		return s, isDay("2000", digits[4:], "1")
	case "dddd":
		return s, true
	case "--dd-dd", "--dddd":
		return "--" + digits, isDay("2000", digits[:2], digits[2:])
	case "--dd":
		return s, isDay("2000", digits, "1")
	case "---dd":
		return s, isDay("2000", "1", digits)
	}
	return "", false
}

// isDay reports whether the calendar has that day.
func isDay(year, month, day string) bool {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return m >= 1 && m <= 12 && d >= 1 && t.Day() == d
}

// parseClock parses a time of day with its zone. It drops fractions of seconds that are zero,
// which no version supports.
func parseClock(s string) (string, bool) {
	at := strings.IndexAny(s, "Zz+-")
	if at < 0 {
		at = len(s)
	}
	clock, offset := s[:at], strings.ToUpper(s[at:])
	if whole, parts, found := strings.Cut(clock, "."); found && strings.Trim(parts, "0") == "" {
		clock = whole
	}
	switch shape(clock) {
	case "dd", "dddd", "dddddd", "dd:dd", "dd:dd:dd":
	default:
		return "", false
	}
	clock, offset = strings.ReplaceAll(clock, ":", ""), strings.ReplaceAll(offset, ":", "")
	return clock + offset, clockFits(clock) && (offset == "" || offset == "Z" || isOffset(offset))
}

// clockFits reports whether hours, minutes and seconds are in range, including a leap second.
func clockFits(digits string) bool {
	for i, limit := range []string{"23", "59", "60"} {
		if from := 2 * i; from < len(digits) && digits[from:from+2] > limit {
			return false
		}
	}
	return true
}

// extended formats a date, a time or both for vCard 3.0: with hyphens and colons (RFC 2426
// §3.1.5).
func extended(basic string) string {
	date, clock, timed := strings.Cut(basic, "T")
	switch shape(date) {
	case "dddddddd":
		date = date[:4] + "-" + date[4:6] + "-" + date[6:]
	case "--dddd":
		date = date[:4] + "-" + date[4:]
	}
	if !timed {
		return date
	}
	at := strings.IndexAny(clock, "Z+-")
	if at < 0 {
		at = len(clock)
	}
	return date + "T" + colons(clock[:at]) + colons(clock[at:])
}

// colons inserts colons between pairs of digits.
func colons(s string) string {
	sign := ""
	if s != "" && (s[0] == '+' || s[0] == '-') {
		sign, s = s[:1], s[1:]
	}
	for i := 2; i < len(s); i += 3 {
		s = s[:i] + ":" + s[i:]
	}
	return sign + s
}
