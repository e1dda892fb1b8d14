package wording

import (
	"slices"
	"time"

	"crossfeed/engine/record"
)

// Local returns a time in the user's time zone, to the minute; "" for no time. The current
// year is omitted.
func (s Speaker) Local(t time.Time) string { return s.local(t, "15:04") }

// local returns a time in the user's time zone; clock is the format of the time of day.
func (s Speaker) local(t time.Time, clock string) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(s.Zone)
	data := Data{"Day": t.Day(), "Month": month(t.Month()), "Year": t.Year(), "Time": t.Format(clock)}
	if t.Year() == s.Now().In(s.Zone).Year() {
		return L("month-day-time", "{{.Month}} {{.Day}}, {{.Time}}", data)
	}
	return L("month-day-year-time", "{{.Month}} {{.Day}}, {{.Year}}, {{.Time}}", data)
}

// Ago returns roughly how long ago a time was. If it is in the future by more than clocks
// usually differ, it returns a remark instead.
func (s Speaker) Ago(t time.Time) string {
	const tolerated = 5 * time.Minute
	if t.IsZero() {
		return L("time-not-known", "time not known")
	}
	past := s.Now().Sub(t)
	switch {
	case past < -tolerated:
		return L("in-the-future-that-devices-clock", "in the future: that device’s clock must be wrong")
	case past < time.Minute:
		return L("just-now", "just now")
	case past < time.Hour:
		return plural("n-minutes-ago", "{{.N}} minutes ago", past/time.Minute)
	case past < day:
		return plural("n-hours-ago", "{{.N}} hours ago", past/time.Hour)
	case past < 60*day:
		return plural("n-days-ago", "{{.N}} days ago", past/day)
	case past < 2*year:
		return plural("n-months-ago", "{{.N}} months ago", past/(year/12))
	}
	return plural("n-years-ago", "{{.N}} years ago", past/year)
}

const (
	day  = 24 * time.Hour
	year = 8766 * time.Hour
)

func plural(id, sentence string, n time.Duration) string {
	return N(id, sentence, int(n), Data{"N": int(n)})
}

func month(m time.Month) string {
	return [...]string{
		L("jan", "Jan"), L("feb", "Feb"), L("mar", "Mar"), L("apr", "Apr"), L("may", "May"), L("jun", "Jun"),
		L("jul", "Jul"), L("aug", "Aug"), L("sep", "Sep"), L("oct", "Oct"), L("nov", "Nov"), L("dec", "Dec"),
	}[m-1]
}

// Short returns a time for a narrow column: the time of day if it is today, else the date.
func (s Speaker) Short(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	t, now := t.In(s.Zone), s.Now().In(s.Zone)
	if t.YearDay() == now.YearDay() && t.Year() == now.Year() {
		return t.Format("15:04")
	}
	return s.date(t)
}

// Span returns roughly how long something takes.
func Span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return plural("n-seconds", "{{.N}} seconds", max(d/time.Second, 1))
	case d < 2*time.Hour:
		return plural("n-minutes", "{{.N}} minutes", d/time.Minute)
	case d < 2*day:
		return plural("n-hours", "{{.N}} hours", d/time.Hour)
	}
	return plural("n-days", "{{.N}} days", d/day)
}

// Ahead returns roughly when something will happen.
func Ahead(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return plural("in-n-seconds", "in {{.N}} seconds", max(d/time.Second, 1))
	case d < 2*time.Hour:
		return plural("in-n-minutes", "in {{.N}} minutes", d/time.Minute)
	case d < 2*day:
		return plural("in-n-hours", "in {{.N}} hours", d/time.Hour)
	}
	return plural("in-n-days", "in {{.N}} days", d/day)
}

// Date returns a date of a record in words, with its distance from today; "" if the text is
// not a date.
func (s Speaker) Date(text string) string {
	d, err := record.ParseDate(text)
	if err != nil || d.IsZero() {
		return ""
	}
	return s.dayAndTime(d) + s.here(d) + s.away(d)
}

// ShortDate is Date without the distance from today.
func (s Speaker) ShortDate(text string) string {
	d, err := record.ParseDate(text)
	if err != nil || d.IsZero() {
		return ""
	}
	return s.dayAndTime(d)
}

func (s Speaker) dayAndTime(d record.Date) string {
	words := s.Day(d)
	if d.HasTime() {
		words += ", " + d.Naive().Format("15:04")
	}
	return words
}

// Day returns a date with its weekday; the current year is omitted.
func (s Speaker) Day(d record.Date) string {
	day := d.Naive()
	data := Data{"Weekday": Weekday(day.Weekday()), "Day": day.Day(), "Month": month(day.Month()), "Year": day.Year()}
	if day.Year() == s.today().Year() {
		return L("weekday-month-day", "{{.Weekday}}, {{.Month}} {{.Day}}", data)
	}
	return L("weekday-month-day-year", "{{.Weekday}}, {{.Month}} {{.Day}}, {{.Year}}", data)
}

// here adds the time in the user's time zone if the date has another zone.
func (s Speaker) here(d record.Date) string {
	if d.Zone == "" {
		return ""
	}
	at := d.At(s.Zone).In(s.Zone)
	if at.Format("2006-01-02 15:04") == d.Naive().Format("2006-01-02 15:04") {
		return ""
	}
	return " " + L("when-here", "({{.When}} here)", Data{"When": s.Local(at)})
}

// away returns the number of days between now and a date, unless there are many.
func (s Speaker) away(d record.Date) string {
	const many = 60
	n := int(d.Day().Naive().Sub(s.today()) / day)
	switch {
	case n == 0:
		return " · " + L("today-2", "today")
	case n == 1:
		return " · " + L("tomorrow-2", "tomorrow")
	case n == -1:
		return " · " + L("yesterday", "yesterday")
	case n > 1 && n <= many:
		return " · " + N("in-n-days", "in {{.N}} days", n, Data{"N": n})
	case n < -1 && n >= -many:
		return " · " + plural("n-days-ago", "{{.N}} days ago", time.Duration(-n))
	}
	return ""
}

// today returns the midnight, in UTC, of the current day in the user's time zone.
func (s Speaker) today() time.Time { return record.DayOf(s.Now().In(s.Zone)).Naive() }

// Month returns the name of a month and its year.
func Month(t time.Time) string {
	return L("month-year", "{{.Month}} {{.Year}}", Data{"Month": month(t.Month()), "Year": t.Year()})
}

// Weekday returns the short name of a weekday.
func Weekday(d time.Weekday) string {
	return [...]string{L("sun", "Sun"), L("mon", "Mon"), L("tue", "Tue"), L("wed", "Wed"), L("thu", "Thu"), L("fri", "Fri"), L("sat", "Sat")}[d]
}

// Birthday returns a birthday in words, with the age if the year is known; "" if the text is
// not a date.
func (s Speaker) Birthday(text string) string {
	if day, err := time.Parse("--01-02", text); err == nil {
		return L("month-day", "{{.Month}} {{.Day}}", Data{"Day": day.Day(), "Month": month(day.Month())})
	}
	born, err := time.Parse("2006-01-02", text)
	if err != nil {
		return ""
	}
	words := L("month-day-year", "{{.Month}} {{.Day}}, {{.Year}}", Data{"Day": born.Day(), "Month": month(born.Month()), "Year": born.Year()})
	age := s.today().Year() - born.Year()
	if born.AddDate(age, 0, 0).After(s.today()) {
		age--
	}
	if age < 0 {
		return words
	}
	return words + " · " + N("n-years-old", "{{.N}} years old", age, Data{"N": age})
}

// Due returns a date in as few words as possible: "today 18:00", "Fri", "Nov 27".
func (s Speaker) Due(d record.Date) string {
	at := d.At(s.Zone).In(s.Zone)
	day := s.dueDay(at)
	switch {
	case day == "" && d.HasTime():
		return s.Local(at)
	case day == "":
		return s.date(at)
	case d.HasTime():
		return day + " " + at.Format("15:04")
	}
	return day
}

// dueDay returns the day in a word, its weekday if it is within a week; "" if there is none.
func (s Speaker) dueDay(at time.Time) string {
	switch ahead := record.DayOf(at).Naive().Sub(s.today()) / day; {
	case ahead == -1:
		return L("yesterday", "yesterday")
	case ahead == 0:
		return L("today-2", "today")
	case ahead == 1:
		return L("tomorrow-2", "tomorrow")
	case ahead > 1 && ahead < 7:
		return Weekday(at.Weekday())
	}
	return ""
}

// date returns a date without its weekday; the current year is omitted.
func (s Speaker) date(t time.Time) string {
	data := Data{"Day": t.Day(), "Month": month(t.Month()), "Year": t.Year()}
	if t.Year() == s.today().Year() {
		return L("month-day", "{{.Month}} {{.Day}}", data)
	}
	return L("month-day-year", "{{.Month}} {{.Day}}, {{.Year}}", data)
}

// Overdue reports whether a date has passed.
func (s Speaker) Overdue(d record.Date) bool { return d.Passed(s.Now().In(s.Zone)) }

// intervals are the available refresh intervals of a feed; 0 is the default.
var intervals = []time.Duration{0, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 24 * time.Hour}

// Intervals returns the available refresh intervals in words.
func Intervals() []string {
	return []string{
		L("automatic", "Automatic"), L("every-5-minutes", "Every 5 minutes"), L("every-half-hour", "Every half hour"),
		L("every-2-hours", "Every 2 hours"), L("once-a-day", "Once a day"),
	}
}

// Interval returns the chosen interval, or the first one if the choice is invalid.
func Interval(chosen int) time.Duration {
	if chosen < 0 || chosen >= len(intervals) {
		return 0
	}
	return intervals[chosen]
}

// IntervalAt returns the index of an interval among those available; if it is not among them,
// that of the next longer one.
func IntervalAt(d time.Duration) int {
	if d == 0 {
		return 0
	}
	at := slices.IndexFunc(intervals, func(i time.Duration) bool { return i >= d })
	if at < 0 {
		return len(intervals) - 1
	}
	return at
}
