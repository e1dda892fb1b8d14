package say

import (
	"time"

	"fyne.io/fyne/v2/lang"
)

// Local is a time where the user is, to the minute; "" for no time. The year is
// left out where it is the present one.
func (s Speaker) Local(t time.Time) string { return s.local(t, "15:04") }

// local is a time where the user is; clock is how its hours are written.
func (s Speaker) local(t time.Time, clock string) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(s.Zone)
	data := Data{"Day": t.Day(), "Month": month(t.Month()), "Year": t.Year(), "Time": t.Format(clock)}
	if t.Year() == s.Now().In(s.Zone).Year() {
		return lang.L("{{.Day}} {{.Month}} {{.Time}}", data)
	}
	return lang.L("{{.Day}} {{.Month}} {{.Year}} {{.Time}}", data)
}

// Ago is how long ago a time was, roughly. A time that lies ahead by more than
// clocks usually differ gets a remark instead.
func (s Speaker) Ago(t time.Time) string {
	const tolerated = 5 * time.Minute
	if t.IsZero() {
		return lang.L("time not known")
	}
	past := s.Now().Sub(t)
	switch {
	case past < -tolerated:
		return lang.L("in the future: that clock cannot be right")
	case past < time.Minute:
		return lang.L("just now")
	case past < time.Hour:
		return plural("{{.N}} minutes ago", past/time.Minute)
	case past < day:
		return plural("{{.N}} hours ago", past/time.Hour)
	case past < 60*day:
		return plural("{{.N}} days ago", past/day)
	case past < 2*year:
		return plural("{{.N}} months ago", past/(year/12))
	}
	return plural("{{.N}} years ago", past/year)
}

const (
	day  = 24 * time.Hour
	year = 8766 * time.Hour
)

func plural(sentence string, n time.Duration) string {
	return lang.N(sentence, int(n), Data{"N": int(n)})
}

func month(m time.Month) string {
	return [...]string{
		lang.L("Jan"), lang.L("Feb"), lang.L("Mar"), lang.L("Apr"), lang.L("May"), lang.L("Jun"),
		lang.L("Jul"), lang.L("Aug"), lang.L("Sep"), lang.L("Oct"), lang.L("Nov"), lang.L("Dec"),
	}[m-1]
}

// Short is a time for a narrow column: of today the hour, else the day.
func (s Speaker) Short(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	t, now := t.In(s.Zone), s.Now().In(s.Zone)
	switch {
	case t.YearDay() == now.YearDay() && t.Year() == now.Year():
		return t.Format("15:04")
	case t.Year() == now.Year():
		return lang.L("{{.Day}} {{.Month}}", Data{"Day": t.Day(), "Month": month(t.Month())})
	}
	return lang.L("{{.Day}} {{.Month}} {{.Year}}", Data{"Day": t.Day(), "Month": month(t.Month()), "Year": t.Year()})
}
