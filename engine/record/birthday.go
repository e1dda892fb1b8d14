package record

import (
	"regexp"
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// omitYear is Apple's parameter for a birthday without a year: it names the placeholder year
// written where a date must have one.
const omitYear = "x-apple-omit-year"

// dates matches the forms of a birthday: with and without hyphens, and without year, day, or
// both (RFC 6350 §4.3.1).
var dates = regexp.MustCompile(`^(\d{4}|-)(?:-?(\d\d)(?:-?(\d\d))?)?$`)

// canonicalBirthday accepts a date in any form of RFC 6350 and preserves everything else as
// text. It rejects days that do not exist.
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

// IsBirthday reports whether a birthday is a date, and not another text.
func IsBirthday(text string) bool {
	day, is := birthdayIn(text)
	return is && exists(day)
}

// birthdayIn returns the text form of a date: "1985-04-12", "--04-12", "1985-04", "1985".
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

// ambiguous reports whether text is a year and a month without a hyphen. RFC 6350 has no such
// form, because it could also be a date with a two-digit year.
func ambiguous(text string) bool { return len(text) == len("198504") && !strings.Contains(text, "-") }

// exists reports whether the day exists; without a year, it assumes a leap year.
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
	kind, text := exchange.Value(p)
	text = oneLine(text)
	if kind == exchange.TextType {
		return text
	}
	date, _, _ := strings.Cut(text, "T")
	day, is := birthdayIn(date)
	if !is {
		return text
	}
	return withoutYear(p, day)
}

// withoutYear removes the year from a day if it is only a placeholder.
func withoutYear(p *etree.Element, day string) string {
	for _, year := range exchange.Parameter(p, omitYear) {
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
		exchange.SetParameter(p, omitYear, exchange.TextType)
	}
	day, is := birthdayIn(text)
	if !is || day != text {
		exchange.SetValues(p, exchange.TextType, text)
		return
	}
	exchange.SetValues(p, exchange.DateType, basic(day))
}

// basic returns the date as xCard writes it: without hyphens wherever that is unambiguous (RFC
// 6351, value-date).
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
