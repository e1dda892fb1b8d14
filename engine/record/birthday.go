package record

import (
	"regexp"
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// omitYear is Apple's parameter for a birthday without a year: it names the year
// that stands in its place where there has to be one.
const omitYear = "x-apple-omit-year"

// dates are the forms of a birthday: with and without hyphens, and without year,
// day, or both (RFC 6350 §4.3.1).
var dates = regexp.MustCompile(`^(\d{4}|-)(?:-?(\d\d)(?:-?(\d\d))?)?$`)

// canonicalBirthday accepts a date in any form of RFC 6350; everything else is
// kept as a text. A day that does not exist is refused.
func canonicalBirthday(text string) (string, error) {
	text = oneLine(text)
	day, is := birthdayIn(text)
	if !is {
		return text, nil
	}
	if !exists(day) {
		return "", wrong(text, NoSuchDay)
	}
	return day, nil
}

// birthdayIn is the text form of a date: "1985-04-12", "--04-12", "1985-04",
// "1985".
func birthdayIn(text string) (string, bool) {
	m := dates.FindStringSubmatch(text)
	if m == nil || m[1] == "-" && m[2] == "" || ambiguous(text) {
		return "", false
	}
	day := m[1]
	for _, part := range m[2:] {
		if part != "" {
			day += "-" + part
		}
	}
	return day, true
}

// ambiguous is a year and a month without a hyphen: RFC 6350 has no such form,
// because it could be a date with a short year.
func ambiguous(text string) bool { return len(text) == len("198504") && !strings.Contains(text, "-") }

// exists tells whether there is such a day, in a leap year where none is given.
func exists(day string) bool {
	if rest, without := strings.CutPrefix(day, "--"); without {
		day = "2000-" + rest
	}
	_, err := time.Parse(dayLayout[:len(day)], day)
	return err == nil
}

func getBirthday(t tree) string {
	p := firstIn(t.record, "bday")
	if p == nil {
		return ""
	}
	kind, text := xprop.Value(p)
	text = oneLine(text)
	if kind == xprop.Text {
		return text
	}
	date, _, _ := strings.Cut(text, "T")
	day, is := birthdayIn(date)
	if !is {
		return text
	}
	return withoutYear(p, day)
}

// withoutYear is the day without a year that only stands in for none.
func withoutYear(p *etree.Element, day string) string {
	for _, year := range xprop.Parameter(p, omitYear) {
		if rest, has := strings.CutPrefix(day, year+"-"); has {
			return "--" + rest
		}
	}
	return day
}

func setBirthday(t tree, text string) {
	if text == "" {
		removeAll(inCard(t.record, tagged("bday")))
		return
	}
	p := ensureIn(t.record, "bday")
	if !strings.HasPrefix(text, "--") {
		xprop.SetParameter(p, omitYear, xprop.Text)
	}
	day, is := birthdayIn(text)
	if !is || day != text {
		xprop.SetValues(p, xprop.Text, text)
		return
	}
	xprop.SetValues(p, xprop.Date, basic(day))
}

// basic is the date as xCard has it: without hyphens where no digit could be
// misread (RFC 6351, value-date).
func basic(day string) string {
	switch len(day) {
	case len("1985-04-12"):
		return strings.ReplaceAll(day, "-", "")
	case len("--04-12"):
		if rest, without := strings.CutPrefix(day, "--"); without {
			return "--" + strings.ReplaceAll(rest, "-", "")
		}
	}
	return day
}
