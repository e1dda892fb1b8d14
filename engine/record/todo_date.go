package record

import (
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

func getStart(t tree) string { return t.start().String() }

func getDue(t tree) string { return t.due().String() }

func (t tree) start() Date { return dateOf(t.property("dtstart")) }

// due is DUE, or where DURATION says how long it takes, the end of that
// (RFC 5545 §3.6.2: a todo has one or the other).
func (t tree) due() Date {
	if p := t.property("due"); p != nil {
		return dateOf(p)
	}
	start, long := t.start(), t.property("duration")
	if start.IsZero() || long == nil {
		return Date{}
	}
	d, err := parseDuration(strings.TrimSpace(valueOf(long)))
	if err != nil || d.negative || !start.HasTime() && d.seconds != 0 {
		return Date{}
	}
	return start.plus(d)
}

// setDue writes DUE and takes DURATION away: both may not be there.
func setDue(t tree, value string) {
	t.drop("duration")
	t.setDate("due", value)
}

// setStart keeps the due date: where it was counted from the start, it is written
// out.
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

// writeDate makes a property say a date (RFC 6321 §3.6.4, §3.6.5).
func writeDate(p *etree.Element, d Date) {
	var zone []string
	kind, text := xprop.Date, d.local.Format(dayLayout)
	if d.timed {
		kind, text = xprop.DateTime, d.local.Format(secondLayout)
	}
	switch d.Zone {
	case "":
	case universalZone:
		text += "Z"
	default:
		zone = []string{d.Zone}
	}
	xprop.SetParameter(p, "tzid", xprop.Text, zone...)
	xprop.SetValues(p, kind, text)
}

// dateOf reads a property; what is no date is none.
func dateOf(p *etree.Element) Date {
	if p == nil {
		return Date{}
	}
	return dateIn(valueOf(p), xprop.Parameter(p, "tzid"))
}

// dateIn reads a value with the zones that its property names. A time in UTC
// stays one, whatever zone is named beside it.
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

// extended is a date in ISO 8601's extended format, in which xCal has dates, also
// where it was written in the basic one of iCalendar.
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
