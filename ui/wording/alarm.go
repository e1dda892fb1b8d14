package wording

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Alarm describes in words when an alarm goes off. A trigger that is not understood is
// returned as it is.
func (s Speaker) Alarm(trigger string) string {
	words := strings.Fields(trigger)
	if len(words) == 0 {
		return ""
	}
	if at, err := time.Parse(time.RFC3339, words[0]); err == nil {
		return s.Local(at)
	}
	m := lengthForm.FindStringSubmatch(words[len(words)-1])
	if m == nil || words[0] == "?" {
		return L("alarm-as", "alarm {{.As}}", Data{"As": trigger})
	}
	return relative(length(m[2:]), m[1] == "-", words[0])
}

// relative returns a duration before or after a date; from is "start" or "end" if the trigger
// names one.
func relative(long string, before bool, from string) string {
	data := Data{"Long": long}
	switch {
	case from == "start" && long == "":
		return L("when-it-starts", "when it starts")
	case long == "":
		return L("when-it-is-due", "when it is due")
	case from == "start" && before:
		return L("long-before-it-starts", "{{.Long}} before it starts", data)
	case from == "start":
		return L("long-after-it-starts", "{{.Long}} after it starts", data)
	case before:
		return L("long-before", "{{.Long}} before", data)
	}
	return L("long-after", "{{.Long}} after", data)
}

var lengthForm = regexp.MustCompile(`^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$`)

// length returns a duration given as weeks, days, hours, minutes and seconds; "" if it is
// zero.
func length(counts []string) string {
	var all []string
	for i, count := range counts {
		if n, err := strconv.Atoi(count); err == nil && n > 0 {
			all = append(all, units(i, n))
		}
	}
	return strings.Join(all, " ")
}

func units(unit, n int) string {
	data := Data{"N": n}
	switch unit {
	case 0:
		return N("n-weeks", "{{.N}} weeks", n, data)
	case 1:
		return N("n-days", "{{.N}} days", n, data)
	case 2:
		return N("n-hours", "{{.N}} hours", n, data)
	case 3:
		return N("n-minutes", "{{.N}} minutes", n, data)
	}
	return N("n-seconds", "{{.N}} seconds", n, data)
}
