package wording

import (
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record"
)

// Repeat returns a recurrence rule (RFC 5545 §3.3.10) in words. A rule that cannot be
// expressed completely is returned as it is.
func (s Speaker) Repeat(rule string) string {
	if rule == "" {
		return L("never", "never")
	}
	parts := ruleParts(rule)
	words := interval(parts)
	if on := parts["BYDAY"]; words != "" && on != "" {
		words = onDays(parts["FREQ"], words, on)
	}
	if on := parts["BYMONTHDAY"]; words != "" && on != "" {
		words = onDate(parts["FREQ"], words, on)
	}
	if words == "" || len(parts) > known(parts) {
		return L("custom-rule", "custom ({{.Rule}})", Data{"Rule": rule})
	}
	return words + s.end(parts)
}

func ruleParts(rule string) map[string]string {
	parts := map[string]string{}
	for _, part := range strings.Split(rule, ";") {
		name, value, _ := strings.Cut(part, "=")
		parts[name] = value
	}
	return parts
}

// known returns the number of parts that can be expressed in words.
func known(parts map[string]string) int {
	n := 0
	for _, name := range []string{"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "COUNT", "UNTIL", "WKST"} {
		if _, has := parts[name]; has {
			n++
		}
	}
	return n
}

// interval returns the frequency in words, or "" if it cannot be expressed.
func interval(parts map[string]string) string {
	n, err := strconv.Atoi(parts["INTERVAL"])
	if err != nil {
		n = 1
	}
	data := Data{"N": n}
	switch parts["FREQ"] {
	case "DAILY":
		return N("every-n-days", "every {{.N}} days", n, data)
	case "WEEKLY":
		return N("every-n-weeks", "every {{.N}} weeks", n, data)
	case "MONTHLY":
		return N("every-n-months", "every {{.N}} months", n, data)
	case "YEARLY":
		return N("every-n-years", "every {{.N}} years", n, data)
	}
	return ""
}

// onDays adds days of the week: plain ones if weekly, "the second" or "the last" if monthly.
func onDays(frequency, words, on string) string {
	var days []string
	for _, day := range strings.Split(on, ",") {
		nth, name := day[:max(len(day)-2, 0)], day[max(len(day)-2, 0):]
		weekday := weekdayNamed(name)
		switch {
		case weekday == "" || (nth != "") != (frequency == "MONTHLY"):
			return ""
		case nth != "" && ordinal(nth) == "":
			return ""
		case nth != "":
			weekday = L("the-nth-day", "the {{.Nth}} {{.Day}}", Data{"Nth": ordinal(nth), "Day": weekday})
		}
		days = append(days, weekday)
	}
	return L("often-on-days", "{{.Often}} on {{.Days}}", Data{"Often": words, "Days": strings.Join(days, ", ")})
}

// ordinal returns which weekday of a month is meant; "" if there is no such day or no common
// word for it.
func ordinal(n string) string {
	switch n {
	case "1":
		return L("first", "first")
	case "2":
		return L("second", "second")
	case "3":
		return L("third", "third")
	case "4":
		return L("fourth", "fourth")
	case "-1":
		return L("last", "last")
	}
	return ""
}

// onDate adds the day of the month.
func onDate(frequency, words, on string) string {
	if n, err := strconv.Atoi(on); err != nil || n < 1 || frequency != "MONTHLY" {
		return ""
	}
	return L("often-on-day-day", "{{.Often}} on day {{.Day}}", Data{"Often": words, "Day": on})
}

func weekdayNamed(code string) string {
	for d, c := range []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"} {
		if c == code {
			return Weekday(time.Weekday(d))
		}
	}
	return ""
}

// end returns when the repetition ends.
func (s Speaker) end(parts map[string]string) string {
	switch {
	case parts["COUNT"] != "":
		n, _ := strconv.Atoi(parts["COUNT"]) // 0 can be expressed, too
		return ", " + N("n-times", "{{.N}} times", n, Data{"N": n})
	case len(parts["UNTIL"]) >= len("20060102"):
		at, err := time.Parse("20060102", parts["UNTIL"][:8])
		if err == nil {
			return ", " + L("until-day", "until {{.Day}}", Data{"Day": s.Day(record.DayOf(at))})
		}
	}
	return ""
}
