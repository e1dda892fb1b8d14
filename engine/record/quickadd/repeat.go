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
	// nth says which of the weekdays of the month are meant; -1 is the last, 0 means all.
	nth int
	// until is the last possible day, or zero; count is the number of todos, or 0.
	until record.Date
	count int
}

var frequencies = map[unit]string{days: "DAILY", weeks: "WEEKLY", months: "MONTHLY", years: "YEARLY"}

// codes are the days of the week from Monday.
var codes = [7]string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}

// Repeat returns the recurrence rule in a text, and reports whether the whole text is one, in words
// or in the text form.
func Repeat(text string, now Now) (string, bool) {
	words := wordsOf(text)
	r := reader{Now: now, sure: true}
	if it, n := r.adverb(words); n > 0 && n == len(words) {
		return it.String(), true
	}
	if it, n := r.repeat(words); n > 0 && n == len(words) {
		return it.String(), true
	}
	f, err := record.Find(record.Todo, "repeat")
	if err != nil {
		return "", false
	}
	value, err := f.Canonical(text)
	return value, err == nil && value != ""
}

// adverb parses "yearly" and when it ends.
func (r reader) adverb(w []word) (rule, int) {
	it := rule{frequency: adverbs[keyAt(w, 0)], interval: 1}
	if it.frequency == "" {
		return rule{}, 0
	}
	return r.withEnd(it, w, 1)
}

// repeat parses "every friday", "alle 2 Wochen am Mo und Do", "every month on the 5th", "last
// friday of the month", and when the rule ends.
func (r reader) repeat(w []word) (rule, int) {
	it, n := rule{frequency: "MONTHLY", interval: 1}, 0
	for prepositions[keyAt(w, n)] || every[keyAt(w, n)] {
		n++
	}
	if m := it.readNthOfMonth(w[n:]); m > 0 {
		return r.withEnd(it, w, n+m)
	}
	if it, n = r.eachMonthday(w); n > 0 {
		return it, n
	}
	if it, n = readEvery(w); n == 0 {
		return rule{}, 0
	}
	return r.withEnd(it, w, n)
}

// eachMonthday parses "every 1st" and "jeden 15. im Monat", and when it ends. Without the month, no
// words of the title follow, as in "thank every 1st customer".
func (r reader) eachMonthday(w []word) (rule, int) {
	it, n := rule{frequency: "MONTHLY", interval: 1}, 2
	if day := keyAt(w, 1); !every[keyAt(w, 0)] || numberOf(day) > 0 || !dayOfMonth.MatchString(day) || it.readMonthday(w[1:]) == 0 {
		return rule{}, 0
	}
	n += ofMonth(w[n:])
	it, end := r.withEnd(it, w, n)
	if _, day := weekdayAt(w[n:]); n == 2 && end == n && (day > 0 || !r.closes(w[n:])) {
		return rule{}, 0
	}
	return it, end
}

// readEvery parses a rule that begins with "every".
func readEvery(w []word) (rule, int) {
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
	unit, colon := strings.CutSuffix(keyAt(w, n), ":")
	u := units[unit]
	if frequencies[u] == "" {
		return rule{}, 0
	}
	it.frequency, n = frequencies[u], n+1
	switch {
	case u == weeks && colon:
		n += it.readWeekdays(w[n:])
	case u == weeks:
		n += after(w[n:], it.readWeekdays)
	case u == months && colon:
		n += it.readNth(w[n:])
	case u == months:
		if m := after(w[n:], it.readNth); m > 0 {
			return it, n + m
		}
		n += after(w[n:], it.readMonthday)
	}
	return it, n
}

// readNthOfMonth parses "last friday of the month", "erster Montag im Monat".
func (it *rule) readNthOfMonth(w []word) int {
	found := rule{frequency: it.frequency, interval: it.interval}
	n := found.readNth(w)
	m := ofMonth(w[n:])
	if n == 0 || m == 0 {
		return 0
	}
	*it = found
	return n + m
}

// ofMonth parses "of the month", "im Monat".
func ofMonth(w []word) int {
	if !ofs[keyAt(w, 0)] {
		return 0
	}
	n := 1
	for prepositions[keyAt(w, n)] || every[keyAt(w, n)] {
		n++
	}
	if units[keyAt(w, n)] != months {
		return 0
	}
	return n + 1
}

// readNth parses "last friday".
func (it *rule) readNth(w []word) int {
	nth := nths[keyAt(w, 0)]
	day, n := weekdayAt(w[min(1, len(w)):])
	if nth == 0 || n == 0 {
		return 0
	}
	it.nth, it.on[sinceMonday(day)] = nth, true
	return 1 + n
}

// withEnd parses "until May 1" or "10 times" after n words of a rule.
func (r reader) withEnd(it rule, w []word, n int) (rule, int) {
	if untils[keyAt(w, n)] {
		r.sure = true
		if d, m := r.day(afterThe(w[n+1:])); m > 0 {
			it.until = d
			return it, len(w) - len(afterThe(w[n+1:])) + m
		}
		return it, n
	}
	key := keyAt(w, n)
	number, joined := strings.CutSuffix(key, "-mal")
	count := numberOf(number)
	switch {
	case once[key]:
		it.count = 1
		return it, n + 1
	case count > 0 && joined:
		it.count = count
		return it, n + 1
	case count > 0 && times[keyAt(w, n+1)]:
		it.count = count
		return it, n + 2
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

// readMonthday parses "5th", "5." or "day 5".
func (it *rule) readMonthday(w []word) int {
	if units[keyAt(w, 0)] == days {
		if it.readMonthday(w[1:]) > 0 {
			return 2
		}
		return 0
	}
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
	if !it.until.IsZero() {
		text += ";UNTIL=" + it.until.Naive().Format("20060102")
	}
	if it.count > 0 {
		text += fmt.Sprintf(";COUNT=%d", it.count)
	}
	if it.interval > 1 {
		text += fmt.Sprintf(";INTERVAL=%d", it.interval)
	}
	var on []string
	for i, is := range it.on {
		if is {
			code := codes[i]
			if it.nth != 0 {
				code = strconv.Itoa(it.nth) + code
			}
			on = append(on, code)
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
	const week = 7
	switch {
	case it.on == [7]bool{}:
		return true
	case !it.on[sinceMonday(day.Weekday())]:
		return false
	case it.nth < 0:
		return day.AddDate(0, 0, week).Month() != day.Month()
	}
	return it.nth == 0 || (day.Day()-1)/week+1 == it.nth
}
