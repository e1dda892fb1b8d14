package say

import (
	"time"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
)

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
		return lang.L("{{.Weekday}} {{.Day}} {{.Month}}", data)
	}
	return lang.L("{{.Weekday}} {{.Day}} {{.Month}} {{.Year}}", data)
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
	return " " + lang.L("({{.When}} here)", Data{"When": s.Local(at)})
}

// away says how many days lie between now and a date, unless they are many.
func (s Speaker) away(d record.Date) string {
	const many = 60
	n := int(d.Day().Naive().Sub(s.today()) / day)
	switch {
	case n == 0:
		return " · " + lang.L("today")
	case n == 1:
		return " · " + lang.L("tomorrow")
	case n == -1:
		return " · " + lang.L("yesterday")
	case n > 1 && n <= many:
		return " · " + lang.N("in {{.N}} days", n, Data{"N": n})
	case n < -1 && n >= -many:
		return " · " + plural("{{.N}} days ago", time.Duration(-n))
	}
	return ""
}

// today is the midnight, in UTC, of the day that it is where the user is.
func (s Speaker) today() time.Time { return record.DayOf(s.Now().In(s.Zone)).Naive() }

// Month names a month and its year.
func Month(t time.Time) string {
	return lang.L("{{.Month}} {{.Year}}", Data{"Month": month(t.Month()), "Year": t.Year()})
}

// Weekday is a day of the week, shortened.
func Weekday(d time.Weekday) string {
	return [...]string{lang.L("Sun"), lang.L("Mon"), lang.L("Tue"), lang.L("Wed"), lang.L("Thu"), lang.L("Fri"), lang.L("Sat")}[d]
}

// Birthday is a birthday in words, with the age where the year is known; "" for
// a text that is no day.
func (s Speaker) Birthday(text string) string {
	if day, err := time.Parse("--01-02", text); err == nil {
		return lang.L("{{.Day}} {{.Month}}", Data{"Day": day.Day(), "Month": month(day.Month())})
	}
	born, err := time.Parse("2006-01-02", text)
	if err != nil {
		return ""
	}
	words := lang.L("{{.Day}} {{.Month}} {{.Year}}", Data{"Day": born.Day(), "Month": month(born.Month()), "Year": born.Year()})
	age := s.today().Year() - born.Year()
	if born.AddDate(age, 0, 0).After(s.today()) {
		age--
	}
	if age < 0 {
		return words
	}
	return words + " · " + lang.N("{{.N}} years old", age, Data{"N": age})
}
