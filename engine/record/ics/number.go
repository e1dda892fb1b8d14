package ics

import (
	"strconv"
	"strings"
)

// isNumber tells whether there are digits and nothing else.
func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// integer reads a value of RFC 5545 §3.3.8.
func integer(value string) (text string, ok bool) {
	value = strings.TrimSpace(value)
	digits := strings.TrimPrefix(strings.TrimPrefix(value, "+"), "-")
	return value, len(value)-len(digits) <= 1 && isNumber(digits)
}

// float reads a value of RFC 5545 §3.3.7: no exponent, no infinity.
func float(value string) (text string, ok bool) {
	value = strings.TrimSpace(value)
	_, err := strconv.ParseFloat(value, 64)
	return value, err == nil && strings.Trim(value, "+-.0123456789") == ""
}

// boolean reads a value of RFC 5545 §3.3.2.
func boolean(value string) (text string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(value))
	return text, text == "true" || text == "false"
}

// duration reads a value of RFC 5545 §3.3.6: weeks, or days and a time.
func duration(value string) (text string, ok bool) {
	text = strings.ToUpper(strings.TrimSpace(value))
	rest := strings.TrimPrefix(strings.TrimPrefix(text, "+"), "-")
	rest, period := strings.CutPrefix(rest, "P")
	if !period || len(text)-len(rest) > 2 {
		return text, false
	}
	if weeks, only := strings.CutSuffix(rest, "W"); only {
		return text, isNumber(weeks)
	}
	day, clock, timed := strings.Cut(rest, "T")
	return text, (day != "" || timed) && units(day, "D") && (!timed || clock != "" && units(clock, "HMS"))
}

// units tells whether there are numbers, each with one of the letters behind it,
// these in order.
func units(s, letters string) bool {
	for s != "" {
		at := strings.IndexAny(s, letters)
		if at < 1 || !isNumber(s[:at]) {
			return false
		}
		_, letters, _ = strings.Cut(letters, s[at:at+1])
		s = s[at+1:]
		if letters == "" && s != "" {
			return false
		}
	}
	return true
}
