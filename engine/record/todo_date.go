package record

import (
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

func getStart(t tree) string { return t.start().String() }

func getDue(t tree) string { return t.due().String() }

func (t tree) start() Date { return dateOf(t.property("dtstart")) }

// due returns DUE or, if there is a DURATION instead, the start plus the duration (RFC 5545
// §3.6.2: a todo has only one of them).
func (t tree) due() Date {
	if p := t.property("due"); p != nil {
		return dateOf(p)
	}
	start, long := t.start(), t.property("duration")
	if start.IsZero() || long == nil {
		return Date{}
	}
	d, err := parseDuration(strings.TrimSpace(exchange.FirstText(long)))
	if err != nil || d.negative || !start.HasTime() && d.seconds != 0 {
		return Date{}
	}
	return start.plus(d)
}

// setDue writes DUE and removes DURATION: a todo must not have both.
func setDue(t tree, value string) {
	t.drop("duration")
	t.setDate("due", value)
}

// setStart preserves the due date: if a DURATION defined it, DUE replaces that.
func setStart(t tree, value string) {
	if t.property("due") == nil {
		if due := t.due(); !due.IsZero() {
			setDue(t, due.String())
		}
	}
	t.setDate("dtstart", value)
}

func (t tree) setDate(name, value string) {
	d, err := ParseDate(value)
	if value == "" || err != nil {
		t.drop(name)
		return
	}
	writeDate(t.ensure(name), d)
}

// writeDate sets the value of a property to a date (RFC 6321 §3.6.4, §3.6.5).
func writeDate(p *etree.Element, d Date) {
	var zone []string
	kind, text := exchange.DateType, d.local.Format(dayLayout)
	if d.timed {
		kind, text = exchange.DateTimeType, d.local.Format(secondLayout)
	}
	switch d.Zone {
	case "":
	case universalZone:
		text += "Z"
	default:
		zone = []string{d.Zone}
	}
	exchange.SetParameter(p, "tzid", exchange.TextType, zone...)
	exchange.SetValues(p, kind, text)
}

// dateOf returns the date in a property; it is zero if the value is invalid.
func dateOf(p *etree.Element) Date {
	if p == nil {
		return Date{}
	}
	return dateIn(exchange.FirstText(p), exchange.Parameter(p, "tzid"))
}

// dateIn parses a value with the TZID parameter of its property. A time in UTC remains in UTC,
// even with a TZID.
func dateIn(value string, zones []string) Date {
	text := extended(strings.TrimSpace(value))
	if len(zones) > 0 && strings.Contains(text, "T") && !strings.HasSuffix(text, "Z") {
		text += " " + zones[0]
	}
	d, err := ParseDate(strings.TrimSpace(text))
	if err != nil {
		return Date{}
	}
	return d
}

// extended converts a date in iCalendar's basic format to ISO 8601's extended format, which
// xCal uses.
func extended(text string) string {
	if strings.Contains(text, "-") {
		return text
	}
	for basic, layout := range map[string]string{
		"20060102":         dayLayout,
		"20060102T150405":  secondLayout,
		"20060102T150405Z": secondLayout + "Z",
	} {
		if at, err := time.Parse(basic, text); err == nil {
			return at.Format(layout)
		}
	}
	return text
}
