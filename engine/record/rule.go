package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/teambition/rrule-go"
)

// rule is a recurrence rule, RRULE (RFC 5545 §3.3.10): the values of each of its parts.
type rule map[string][]string

// rulePart describes a part of a rule and the syntax of its values.
type rulePart struct {
	name string
	// list reports whether several values are allowed.
	list bool
	// canonical returns the canonical form of a value, or "" if it is invalid.
	canonical func(string) string
}

// ruleParts are in the order of xCal's schema (RFC 6321 appendix A), in which they are
// written. The library does not support RSCALE and SKIP of RFC 7529: rules with these parts
// are preserved, but not interpreted.
var ruleParts = []rulePart{
	{"FREQ", false, frequency},
	{"UNTIL", false, until},
	{"COUNT", false, between(1, 1_000_000, false)},
	{"INTERVAL", false, between(1, 100_000, false)},
	{"BYSECOND", true, between(0, 60, false)},
	{"BYMINUTE", true, between(0, 59, false)},
	{"BYHOUR", true, between(0, 23, false)},
	{"BYDAY", true, weekday},
	{"BYMONTHDAY", true, between(1, 31, true)},
	{"BYYEARDAY", true, between(1, 366, true)},
	{"BYWEEKNO", true, between(1, 53, true)},
	{"BYMONTH", true, between(1, 12, false)},
	{"BYSETPOS", true, between(1, 366, true)},
	{"WKST", false, plainWeekday},
}

// ruleDefaults are the default values of parts, which are left out.
var ruleDefaults = map[string]string{"INTERVAL": "1", "WKST": "MO"}

// parseRule parses a rule in iCalendar's syntax.
func parseRule(text string) (rule, error) {
	text = strings.TrimPrefix(strings.ToUpper(text), "RRULE:")
	r := rule{}
	for _, piece := range strings.Split(strings.Trim(text, ";"), ";") {
		name, values, _ := strings.Cut(strings.TrimSpace(piece), "=")
		if r[name] != nil {
			return nil, wrong(text, NotARule)
		}
		r[name] = strings.Split(values, ",")
	}
	if !r.normalise() {
		return nil, wrong(text, NotARule)
	}
	return r, nil
}

// normalise converts all values to their canonical forms and reports whether the rule is
// valid.
func (r rule) normalise() bool {
	known := 0
	for _, part := range ruleParts {
		values, has := r[part.name]
		if !has {
			continue
		}
		known++
		if r[part.name] = part.all(values); r[part.name] == nil {
			return false
		}
		if r.first(part.name) == ruleDefaults[part.name] {
			delete(r, part.name)
			known--
		}
	}
	return known == len(r) && r["FREQ"] != nil && (r["UNTIL"] == nil || r["COUNT"] == nil) &&
		r.countsDays() && r.understood()
}

// countsDays reports whether the ordinals of all weekdays, such as the second Friday of a
// month, are possible. The library reads beyond its tables for others.
func (r rule) countsDays() bool {
	most := 0
	switch freq := r.first("FREQ"); {
	case freq == "MONTHLY" || freq == "YEARLY" && r["BYMONTH"] != nil:
		most = 5
	case freq == "YEARLY":
		most = 53
	}
	for _, day := range r["BYDAY"] {
		if n := numberOf(day[:len(day)-2]); n > most || n < -most {
			return false
		}
	}
	return true
}

// all returns the canonical values without duplicates, or nil if one is invalid.
func (p rulePart) all(values []string) []string {
	var all []string
	for _, v := range values {
		v = p.canonical(strings.TrimSpace(v))
		if v == "" || len(all) > 0 && !p.list {
			return nil
		}
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

// understood reports whether the library accepts the rule.
func (r rule) understood() bool {
	o, err := rrule.StrToROption(r.String())
	if err != nil {
		return false
	}
	_, err = rrule.NewRRule(*o)
	return err == nil
}

// first returns the first value of a part, or "".
func (r rule) first(name string) string {
	if values := r[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// String returns the rule in iCalendar's syntax, with its parts in a fixed order.
func (r rule) String() string {
	var pieces []string
	for _, part := range ruleParts {
		if values := r[part.name]; len(values) > 0 {
			pieces = append(pieces, part.name+"="+strings.Join(values, ","))
		}
	}
	return strings.Join(pieces, ";")
}

func canonicalRule(text string) (string, error) {
	r, err := parseRule(text)
	return r.String(), err
}

func frequency(text string) string {
	if _, err := rrule.StrToFreq(text); err != nil {
		return ""
	}
	return text
}

// between returns a function that accepts integers from low to high and, if signed, their
// negatives.
func between(low, high int, signed bool) func(string) string {
	return func(text string) string {
		n, err := strconv.Atoi(text)
		size := n
		if signed && n < 0 {
			size = -n
		}
		if err != nil || size < low || size > high {
			return ""
		}
		return strconv.Itoa(n)
	}
}

// weekdayNames are in the order of time.Weekday.
var weekdayNames = [...]string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

func plainWeekday(text string) string {
	if slices.Contains(weekdayNames[:], text) {
		return text
	}
	return ""
}

// weekday accepts a day of the week, optionally with its ordinal within the month or year:
// "-1SU".
func weekday(text string) string {
	at := max(len(text)-2, 0)
	day := plainWeekday(text[at:])
	if day == "" || at == 0 {
		return day
	}
	n := between(1, 53, true)(text[:at])
	if n == "" {
		return ""
	}
	return n + day
}

// until accepts a day or a time, in iCalendar's basic format.
func until(text string) string {
	d := dateIn(text, nil)
	switch {
	case d.IsZero() || d.Zone != "" && d.Zone != universalZone:
		return ""
	case !d.timed:
		return d.local.Format(rrule.DateFormat)
	case d.Zone == universalZone:
		return d.local.Format(rrule.DateTimeFormat)
	}
	return d.local.Format(rrule.LocalDateTimeFormat)
}

// numberOf returns the number in a canonical value, or 0.
func numberOf(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		return 0
	}
	return n
}
