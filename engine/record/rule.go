package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/teambition/rrule-go"
)

// rule is a rule of repetition, RRULE (RFC 5545 §3.3.10): the values of each of
// its parts.
type rule map[string][]string

// rulePart is a part of a rule: how each of its values is written.
type rulePart struct {
	name string
	// list tells that there may be several values.
	list bool
	// canonical is the value in its one form, or "" for what is none.
	canonical func(string) string
}

// ruleParts are in the order in which they are written, that of xCal's schema
// (RFC 6321 appendix A). The library knows no RSCALE and SKIP of RFC 7529: what
// has them is no rule for us, and kept.
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

// defaults are parts that say nothing.
var ruleDefaults = map[string]string{"INTERVAL": "1", "WKST": "MO"}

// parseRule reads a rule as iCalendar writes it.
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

// normalise brings every value into its one form, and tells whether the whole is
// a rule.
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

// countsDays tells whether every day of the week that is counted, as the second
// one of a month, can be there. The library reads past its tables for others.
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

// all are the values in their one form, each once; nil where one is none.
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

// understood tells whether the library takes the rule.
func (r rule) understood() bool {
	o, err := rrule.StrToROption(r.String())
	if err != nil {
		return false
	}
	_, err = rrule.NewRRule(*o)
	return err == nil
}

// first is the only value of a part, or "".
func (r rule) first(name string) string {
	if values := r[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// String is the rule as iCalendar writes it, its parts in one order.
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

// between takes whole numbers from low to high, and where either sign is allowed,
// their negatives.
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

// weekday is a day of the week, with or without the one of the month or year
// that is meant: "-1SU".
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

// until is a day or a time, in the basic format of iCalendar.
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

// numberOf is the number that a canonical value says, or 0.
func numberOf(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		return 0
	}
	return n
}
