package say

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
)

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
		return lang.L("yesterday")
	case ahead == 0:
		return lang.L("today")
	case ahead == 1:
		return lang.L("tomorrow")
	case ahead > 1 && ahead < 7:
		return Weekday(at.Weekday())
	}
	data := Data{"Day": at.Day(), "Month": month(at.Month()), "Year": at.Year()}
	if at.Year() == s.today().Year() {
		return lang.L("{{.Day}} {{.Month}}", data)
	}
	return lang.L("{{.Day}} {{.Month}} {{.Year}}", data)
}

// Overdue tells whether a date has passed.
func (s Speaker) Overdue(d record.Date) bool { return d.Passed(s.Now().In(s.Zone)) }
