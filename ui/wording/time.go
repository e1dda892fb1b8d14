package wording

import (
	"slices"
	"time"

	"crossfeed/engine/record"
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
		return L("{{.Day}} {{.Month}} {{.Time}}", data)
	}
	return L("{{.Day}} {{.Month}} {{.Year}} {{.Time}}", data)
}

// Ago is how long ago a time was, roughly. A time that lies ahead by more than
// clocks usually differ gets a remark instead.
func (s Speaker) Ago(t time.Time) string {
	const tolerated = 5 * time.Minute
	if t.IsZero() {
		return L("time not known")
	}
	past := s.Now().Sub(t)
	switch {
	case past < -tolerated:
		return L("in the future: that clock cannot be right")
	case past < time.Minute:
		return L("just now")
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
	return N(sentence, int(n), Data{"N": int(n)})
}

func month(m time.Month) string {
	return [...]string{
		L("Jan"), L("Feb"), L("Mar"), L("Apr"), L("May"), L("Jun"),
		L("Jul"), L("Aug"), L("Sep"), L("Oct"), L("Nov"), L("Dec"),
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
		return L("{{.Day}} {{.Month}}", Data{"Day": t.Day(), "Month": month(t.Month())})
	}
	return L("{{.Day}} {{.Month}} {{.Year}}", Data{"Day": t.Day(), "Month": month(t.Month()), "Year": t.Year()})
}

// Span is how long something takes, roughly.
func Span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return plural("{{.N}} seconds", max(d/time.Second, 1))
	case d < 2*time.Hour:
		return plural("{{.N}} minutes", d/time.Minute)
	case d < 2*day:
		return plural("{{.N}} hours", d/time.Hour)
	}
	return plural("{{.N}} days", d/day)
}

// Ahead is when something comes, roughly.
func Ahead(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return plural("in {{.N}} seconds", max(d/time.Second, 1))
	case d < 2*time.Hour:
		return plural("in {{.N}} minutes", d/time.Minute)
	case d < 2*day:
		return plural("in {{.N}} hours", d/time.Hour)
	}
	return plural("in {{.N}} days", d/day)
}

// Date is a date of a record in words, with how far away it is; "" for a text
// that is no date.
func (s Speaker) Date(text string) string {
	d, err := record.ParseDate(text)
	if err != nil || d.IsZero() {
		return ""
	}
	return s.dayAndTime(d) + s.here(d) + s.away(d)
}

// ShortDate is Date without how far away it is.
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

// Day is the day of a date with the day of the week; the present year goes
// without saying.
func (s Speaker) Day(d record.Date) string {
	day := d.Naive()
	data := Data{"Weekday": Weekday(day.Weekday()), "Day": day.Day(), "Month": month(day.Month()), "Year": day.Year()}
	if day.Year() == s.today().Year() {
		return L("{{.Weekday}} {{.Day}} {{.Month}}", data)
	}
	return L("{{.Weekday}} {{.Day}} {{.Month}} {{.Year}}", data)
}

// here adds the time where the user is, where the date has another zone.
func (s Speaker) here(d record.Date) string {
	if d.Zone == "" {
		return ""
	}
	at := d.At(s.Zone).In(s.Zone)
	if at.Format("2006-01-02 15:04") == d.Naive().Format("2006-01-02 15:04") {
		return ""
	}
	return " " + L("({{.When}} here)", Data{"When": s.Local(at)})
}

// away says how many days lie between now and a date, unless they are many.
func (s Speaker) away(d record.Date) string {
	const many = 60
	n := int(d.Day().Naive().Sub(s.today()) / day)
	switch {
	case n == 0:
		return " · " + L("today")
	case n == 1:
		return " · " + L("tomorrow")
	case n == -1:
		return " · " + L("yesterday")
	case n > 1 && n <= many:
		return " · " + N("in {{.N}} days", n, Data{"N": n})
	case n < -1 && n >= -many:
		return " · " + plural("{{.N}} days ago", time.Duration(-n))
	}
	return ""
}

// today is the midnight, in UTC, of the day that it is where the user is.
func (s Speaker) today() time.Time { return record.DayOf(s.Now().In(s.Zone)).Naive() }

// Month names a month and its year.
func Month(t time.Time) string {
	return L("{{.Month}} {{.Year}}", Data{"Month": month(t.Month()), "Year": t.Year()})
}

// Weekday is a day of the week, shortened.
func Weekday(d time.Weekday) string {
	return [...]string{L("Sun"), L("Mon"), L("Tue"), L("Wed"), L("Thu"), L("Fri"), L("Sat")}[d]
}

// Birthday is a birthday in words, with the age where the year is known; "" for
// a text that is no day.
func (s Speaker) Birthday(text string) string {
	if day, err := time.Parse("--01-02", text); err == nil {
		return L("{{.Day}} {{.Month}}", Data{"Day": day.Day(), "Month": month(day.Month())})
	}
	born, err := time.Parse("2006-01-02", text)
	if err != nil {
		return ""
	}
	words := L("{{.Day}} {{.Month}} {{.Year}}", Data{"Day": born.Day(), "Month": month(born.Month()), "Year": born.Year()})
	age := s.today().Year() - born.Year()
	if born.AddDate(age, 0, 0).After(s.today()) {
		age--
	}
	if age < 0 {
		return words
	}
	return words + " · " + N("{{.N}} years old", age, Data{"N": age})
}

// Due is a date in as few words as say it: "today 18:00", "Fri", "27 Nov".
func (s Speaker) Due(d record.Date) string {
	text := s.dueDay(d)
	if d.HasTime() {
		text += " " + d.At(s.Zone).In(s.Zone).Format("15:04")
	}
	return text
}

// dueDay is the day: one within a week from now by its name.
func (s Speaker) dueDay(d record.Date) string {
	at := d.At(s.Zone).In(s.Zone)
	switch ahead := record.DayOf(at).Naive().Sub(s.today()) / day; {
	case ahead == -1:
		return L("yesterday")
	case ahead == 0:
		return L("today")
	case ahead == 1:
		return L("tomorrow")
	case ahead > 1 && ahead < 7:
		return Weekday(at.Weekday())
	}
	data := Data{"Day": at.Day(), "Month": month(at.Month()), "Year": at.Year()}
	if at.Year() == s.today().Year() {
		return L("{{.Day}} {{.Month}}", data)
	}
	return L("{{.Day}} {{.Month}} {{.Year}}", data)
}

// Overdue tells whether a date has passed.
func (s Speaker) Overdue(d record.Date) bool { return d.Passed(s.Now().In(s.Zone)) }

// intervals are how often a feed can be read; 0 is as often as usual.
var intervals = []time.Duration{0, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 24 * time.Hour}

// Intervals are how often a feed can be read, in words, to choose from.
func Intervals() []string {
	return []string{
		L("as often as usual"), L("every 5 minutes"), L("every half hour"),
		L("every 2 hours"), L("once a day"),
	}
}

// Interval is the one that was chosen, the first where none was.
func Interval(chosen int) time.Duration {
	if chosen < 0 || chosen >= len(intervals) {
		return 0
	}
	return intervals[chosen]
}

// IntervalAt is the place of an interval among those to choose from; the nearest longer one
// of an interval that is not there.
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
