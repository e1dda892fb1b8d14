package csx

import (
	"regexp"
	"time"

	"crossfeed/engine/feed"
)

// rfc822 is a date as RSS 2.0 asks for it: RFC 822 §5, where the year may have four digits.
var rfc822 = regexp.MustCompile(`^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?:\d{4}|\d{2}) \d{2}:\d{2}(?::\d{2})? (?:UT|GMT|[ECMP][SD]T|Z|[+-]\d{4})$`)

// faults are ways in which dates are written otherwise, and what is made of them.
var faults = []struct {
	sort string
	as   *regexp.Regexp
}{
	{"a dot follows the month", regexp.MustCompile(`[A-Za-z]\.\s+\d`)},
	{"it names no zone, and is taken for GMT", regexp.MustCompile(`(?:^|[^-+\d])\d{1,2}:\d\d$`)},
	{"the hour has one digit", regexp.MustCompile(`\s\d:`)},
	{"it is written as in RFC 3339", regexp.MustCompile(`^\d{4}-`)},
}

// date reads a date leniently, and tells what is wrong with it. The name of the element is
// for messages. One that is no date is as if it were absent.
func (b *builder) date(f *frame) time.Time {
	text := trimmed(string(f.text))
	if text == "" {
		return time.Time{}
	}
	at, err := feed.ParseInstant(text)
	if err != nil {
		b.tell(f.line, BadDate, "<%s>: %v; it counts as if it were not there", f.name, err)
		return time.Time{}
	}
	if !rfc822.MatchString(text) {
		b.lenientDate(f, text)
	}
	return at.UTC()
}

func (b *builder) lenientDate(f *frame, text string) {
	found := false
	for _, c := range faults {
		if c.as.MatchString(text) {
			found = true
			b.tellOnce(c.sort, f.line, LenientDate, "<%s>: %q is not as RFC 822 writes it: %s", f.name, text, c.sort)
		}
	}
	if !found {
		b.tellOnce("otherwise", f.line, LenientDate, "<%s>: %q is not as RFC 822 writes it, and was read all the same", f.name, text)
	}
}
