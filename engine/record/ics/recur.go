package ics

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// rulePart is a part of a recurrence rule (RFC 5545 §3.3.10).
type rulePart struct {
	name string
	// list tells that there may be several values.
	list  bool
	valid func(string) bool
}

// ruleParts stand in the order in which RFC 6321 (Appendix A, 3.3.10) and RFC
// 7529 (RSCALE and SKIP) want their elements.
var ruleParts = []rulePart{
	{"RSCALE", false, isWord},
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
	{"SKIP", false, isWord},
}

var frequencies = []string{"SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"}

var weekdays = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

func isFrequency(s string) bool { return slices.Contains(frequencies, s) }
func isWeekday(s string) bool   { return slices.Contains(weekdays, s) }
func isPositive(s string) bool  { return isNumber(s) && strings.Trim(s, "0") != "" }
func isWord(s string) bool      { return isName(s) }

func isInteger(s string) bool {
	_, ok := integer(s)
	return ok
}

// isMonth takes a leap month too (RFC 7529 §4.2).
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

// addRule adds the <recur> of a rule. It is not ok, and nothing is added, where
// there is no FREQ, an end of both kinds, or a part that is unknown, twice there
// or not as it should be.
func addRule(p *element, value string) (ok bool) {
	given, ok := cutRule(value)
	_, until := given["UNTIL"]
	_, count := given["COUNT"]
	if !ok || given["FREQ"] == nil || until && count {
		return false
	}
	recur := p.add(xprop.Recur)
	for _, part := range ruleParts {
		for _, v := range given[part.name] {
			if part.name == "UNTIL" {
				v, _ = untilToXML(v)
			}
			recur.say(strings.ToLower(part.name), v)
		}
	}
	return true
}

// cutRule parts a rule into the values of its parts. A semicolon at its end, as
// some programs write it, is nothing.
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

// ruleOf writes the rule of a <recur>. Parts that the specifications do not know
// stand last.
func ruleOf(recur *etree.Element) string {
	var names []string
	given := map[string][]string{}
	for _, e := range recur.ChildElements() {
		name, v := strings.ToUpper(e.Tag), xprop.Chars(e)
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

// placeOf is the place of a part in a rule.
func placeOf(name string) int {
	if at := slices.IndexFunc(ruleParts, func(p rulePart) bool { return p.name == name }); at >= 0 {
		return at
	}
	return len(ruleParts)
}
