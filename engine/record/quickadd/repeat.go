package quickadd

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record"
)

// rule is a recurrence rule (RFC 5545 §3.3.10).
type rule struct {
	frequency string
	interval  int
	// on lists the days of the week, from Monday.
	on [7]bool
	// monthday is the day of the month, or 0.
	monthday int
}

var frequencies = map[unit]string{days: "DAILY", weeks: "WEEKLY", months: "MONTHLY", years: "YEARLY"}

// codes are the days of the week from Monday.
var codes = [7]string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}

// repeat parses "every friday", "alle 2 Wochen am Mo und Do", "every month on the 5th".
func (r reader) repeat(w []word) (rule, int) {
	if !every[keyAt(w, 0)] {
		return rule{}, 0
	}
	it, n := rule{frequency: "WEEKLY", interval: 1}, 1
	if count := max(numberOf(keyAt(w, n)), ordinals[keyAt(w, n)]); count > 0 {
		it.interval, n = count, n+1
	}
	if m := it.readWeekdays(w[n:]); m > 0 {
		return it, n + m
	}
	u := units[keyAt(w, n)]
	if frequencies[u] == "" {
		return rule{}, 0
	}
	it.frequency, n = frequencies[u], n+1
	switch u {
	case weeks:
		n += after(w[n:], it.readWeekdays)
	case months:
		n += after(w[n:], it.readMonthday)
	}
	return it, n
}

// after parses a phrase that requires prepositions before it: "on", "am", "on the".
func after(w []word, read func([]word) int) int {
	skipped := 0
	for prepositions[keyAt(w, skipped)] {
		skipped++
	}
	if skipped == 0 {
		return 0
	}
	if n := read(w[skipped:]); n > 0 {
		return skipped + n
	}
	return 0
}

// readWeekdays parses days of the week separated by commas or "and", or "weekday".
func (it *rule) readWeekdays(w []word) int {
	if workdays[keyAt(w, 0)] {
		it.on = [7]bool{true, true, true, true, true}
		return 1
	}
	n := 0
	for at := 0; ; {
		day, m := weekdayAt(w[at:])
		if m == 0 {
			return n
		}
		it.on[sinceMonday(day)] = true
		n = at + m
		switch {
		case joining[keyAt(w, n)]:
			at = n + 1
		case w[n-1].comma:
			at = n
		default:
			return n
		}
	}
}

// readMonthday parses "5th" or "5.".
func (it *rule) readMonthday(w []word) int {
	parts := dayOfMonth.FindStringSubmatch(keyAt(w, 0))
	if parts == nil {
		return 0
	}
	day, _ := strconv.Atoi(parts[1])
	if day < 1 || day > 31 {
		return 0
	}
	it.monthday = day
	return 1
}

// String returns the value of an RRULE.
func (it rule) String() string {
	text := "FREQ=" + it.frequency
	if it.interval > 1 {
		text += fmt.Sprintf(";INTERVAL=%d", it.interval)
	}
	var on []string
	for i, is := range it.on {
		if is {
			on = append(on, codes[i])
		}
	}
	if on != nil {
		text += ";BYDAY=" + strings.Join(on, ",")
	}
	if it.monthday > 0 {
		text += fmt.Sprintf(";BYMONTHDAY=%d", it.monthday)
	}
	return text
}

// first returns the first day of the rule, starting with the given day.
func (it rule) first(from record.Date) record.Date {
	for !it.has(from.Naive()) {
		from = from.AddDays(1)
	}
	return from
}

func (it rule) has(day time.Time) bool {
	if it.monthday > 0 {
		return day.Day() == it.monthday
	}
	return it.on == [7]bool{} || it.on[sinceMonday(day.Weekday())]
}
