package record

import (
	"slices"
	"strconv"

	"github.com/teambition/rrule-go"
)

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
