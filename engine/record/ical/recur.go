package ical

import (
	"slices"
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// rulePart is a part of a recurrence rule (RFC 5545 §3.3.10).
type rulePart struct {
	name string
	// list reports whether several values are allowed.
	list  bool
	valid func(string) bool
}

// ruleParts are in the order that RFC 6321 (Appendix A, 3.3.10) and RFC 7529 (RSCALE and SKIP)
// require for their elements.
var ruleParts = []rulePart{
	{"RSCALE", false, isName},
	{"FREQ", false, isFrequency},
	{"UNTIL", false, isUntil},
	{"COUNT", false, isPositive},
	{"INTERVAL", false, isPositive},
	{"BYSECOND", true, isNumber},
	{"BYMINUTE", true, isNumber},
	{"BYHOUR", true, isNumber},
	{"BYDAY", true, isNumberedWeekday},
	{"BYMONTHDAY", true, isInteger},
	{"BYYEARDAY", true, isInteger},
	{"BYWEEKNO", true, isInteger},
	{"BYMONTH", true, isMonth},
	{"BYSETPOS", true, isInteger},
	{"WKST", false, isWeekday},
	{"SKIP", false, isName},
}

var frequencies = []string{"SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"}

var weekdays = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

func isFrequency(s string) bool { return slices.Contains(frequencies, s) }
func isWeekday(s string) bool   { return slices.Contains(weekdays, s) }
func isPositive(s string) bool  { return isNumber(s) && strings.Trim(s, "0") != "" }

func isInteger(s string) bool {
	_, ok := integer(s)
	return ok
}

// isMonth accepts leap months, too (RFC 7529 §4.2).
func isMonth(s string) bool { return isNumber(strings.TrimSuffix(s, "L")) }

func isNumberedWeekday(s string) bool {
	if len(s) < 2 || !isWeekday(s[len(s)-2:]) {
		return false
	}
	return len(s) == 2 || isInteger(s[:len(s)-2])
}

func isUntil(s string) bool {
	_, ok := untilToXML(s)
	return ok
}

func untilToXML(value string) (text string, ok bool) {
	if text, ok = dates.toXML(value); ok {
		return text, true
	}
	return stamps.toXML(value)
}

// addRule adds the <recur> of a rule. It reports false and adds nothing if there is no FREQ,
// if there are both UNTIL and COUNT, or if a part is unknown, repeated or invalid.
func addRule(p *element, value string) (ok bool) {
	given, ok := cutRule(value)
	_, until := given["UNTIL"]
	_, count := given["COUNT"]
	if !ok || given["FREQ"] == nil || until && count {
		return false
	}
	recur := p.add(exchange.RecurType)
	for _, part := range ruleParts {
		for _, v := range given[part.name] {
			if part.name == "UNTIL" {
				v, _ = untilToXML(v)
			}
			recur.addText(strings.ToLower(part.name), v)
		}
	}
	return true
}

// cutRule splits a rule into the values of its parts. It ignores a trailing semicolon, which
// some programs write.
func cutRule(value string) (given map[string][]string, ok bool) {
	given = map[string][]string{}
	for one := range strings.SplitSeq(strings.TrimRight(strings.ToUpper(value), "; "), ";") {
		name, values, _ := strings.Cut(strings.TrimSpace(one), "=")
		at := slices.IndexFunc(ruleParts, func(p rulePart) bool { return p.name == name })
		if at < 0 || given[name] != nil {
			return nil, false
		}
		if given[name], ok = ruleParts[at].cut(values); !ok {
			return nil, false
		}
	}
	return given, true
}

func (p rulePart) cut(values string) (all []string, ok bool) {
	all = []string{values}
	if p.list {
		all = strings.Split(values, ",")
	}
	for i, v := range all {
		all[i] = strings.TrimSpace(v)
		if !p.valid(all[i]) {
			return nil, false
		}
	}
	return all, true
}

// ruleOf returns the rule in a <recur>. Parts unknown to the specifications come last.
func ruleOf(recur *etree.Element) string {
	var names []string
	given := map[string][]string{}
	for _, e := range recur.ChildElements() {
		name, v := strings.ToUpper(e.Tag), exchange.Chars(e)
		if name == "UNTIL" {
			v = stamps.toFile(dates.toFile(v))
		}
		if given[name] == nil {
			names = append(names, name)
		}
		given[name] = append(given[name], v)
	}
	slices.SortStableFunc(names, func(a, b string) int { return placeOf(a) - placeOf(b) })
	for i, name := range names {
		names[i] = name + "=" + strings.Join(given[name], ",")
	}
	return strings.Join(names, ";")
}

// placeOf returns the position of a part in a rule.
func placeOf(name string) int {
	if at := slices.IndexFunc(ruleParts, func(p rulePart) bool { return p.name == name }); at >= 0 {
		return at
	}
	return len(ruleParts)
}

// Dates and times in the formats of RFC 5545 §3.3 and of RFC 6321 §3.6.
const (
	fileDate  = "20060102"
	fileStamp = "20060102T150405"
	fileTime  = "150405"
	xmlDate   = "2006-01-02"
	xmlStamp  = "2006-01-02T15:04:05"
	xmlTime   = "15:04:05"
)

// layouts holds the two formats of a type.
type layouts struct{ file, xml string }

var (
	dates  = layouts{fileDate, xmlDate}
	stamps = layouts{fileStamp, xmlStamp}
	times  = layouts{fileTime, xmlTime}
)

// toXML converts a value from a file. It reports false if the value is not of the type or does
// not exist in the calendar, such as 30 February.
func (l layouts) toXML(value string) (text string, ok bool) { return turn(value, l.file, l.xml) }

// toFile converts a value from xCal. It returns values that are not of the type unchanged.
func (l layouts) toFile(text string) string {
	if value, ok := turn(text, l.xml, l.file); ok {
		return value
	}
	return text
}

// turn converts a time to another layout. A trailing Z is invalid for days.
func turn(value, from, to string) (string, bool) {
	value = strings.TrimSpace(value)
	bare, universal := strings.CutSuffix(value, "Z")
	t, err := time.Parse(from, bare)
	if err != nil || len(bare) != len(from) || universal && !strings.Contains(from, "15") {
		return "", false
	}
	if universal {
		to += "Z"
	}
	return t.Format(to), true
}

// offsetToXML converts +0130 or +013015 to +01:30 or +01:30:15.
func offsetToXML(value string) (text string, ok bool) {
	value = strings.TrimSpace(value)
	digits := strings.TrimLeft(value, "+-")
	if len(value) != len(digits)+1 || !isNumber(digits) || len(digits) != 4 && len(digits) != 6 {
		return "", false
	}
	text = value[:3] + ":" + value[3:5]
	if len(digits) == 6 {
		text += ":" + value[5:]
	}
	return text, true
}

func offsetToFile(text string) string { return strings.ReplaceAll(text, ":", "") }
