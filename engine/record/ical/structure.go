package ical

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// structured maps types with structured values to their parsers.
var structured = map[string]func(p *element, value string) (ok bool){
	exchange.RecurType: addRule,
	typePeriod:         addPeriod,
	typeGeo:            addGeo,
	typeStatus:         addStatus,
	typeXML:            addXML,
}

// structuredBack maps the types that have an element of their own to their formatters.
var structuredBack = map[string]func(*etree.Element) string{
	exchange.RecurType: ruleOf,
	typePeriod:         periodOf,
}

// addPeriod adds <period> (RFC 6321 §3.6.9): a start, and an end or a duration.
func addPeriod(p *element, value string) (ok bool) {
	from, to, _ := strings.Cut(value, "/")
	start, ok := stamps.toXML(from)
	if !ok {
		return false
	}
	kind, end := "end", ""
	if end, ok = stamps.toXML(to); !ok {
		kind = exchange.DurationType
		if end, ok = duration(to); !ok {
			return false
		}
	}
	period := p.add(typePeriod)
	period.addText("start", start)
	period.addText(kind, end)
	return true
}

func periodOf(e *etree.Element) string {
	var parts []string
	for _, part := range e.ChildElements() {
		parts = append(parts, stamps.toFile(exchange.Chars(part)))
	}
	return strings.Join(parts, "/")
}

// addGeo adds <latitude> and <longitude> (RFC 6321 §3.4.1.2). Some programs write a comma
// between them.
func addGeo(p *element, value string) (ok bool) {
	north, east, both := strings.Cut(strings.Replace(value, ",", ";", 1), ";")
	latitude, ok := float(north)
	longitude, also := float(east)
	if !both || !ok || !also {
		return false
	}
	p.addText("latitude", latitude)
	p.addText("longitude", longitude)
	return true
}

// statusParts are the parts of REQUEST-STATUS (RFC 6321 §3.4.1.3).
var statusParts = []string{"code", "description", "data"}

func addStatus(p *element, value string) (ok bool) {
	parts := exchange.SplitValue(value, ';')
	if len(parts) < 2 || len(parts) > len(statusParts) {
		return false
	}
	for i, part := range parts {
		if i < 2 || part != "" {
			p.addText(statusParts[i], exchange.Unescape(part))
		}
	}
	return true
}

// partsOf returns the value of GEO or REQUEST-STATUS.
func partsOf(p *etree.Element, turn func(string) string) string {
	var parts []string
	for _, v := range exchange.Values(p) {
		parts = append(parts, turn(v))
	}
	return strings.Join(parts, ";")
}

// simple maps the types with a single text to functions that convert a value from a file to
// xCal (RFC 6321 §3.6). They report false if the value is not of the type.
var simple = map[string]func(string) (string, bool){
	exchange.TextType:     func(v string) (string, bool) { return exchange.Unescape(v), true },
	exchange.DateType:     dates.toXML,
	exchange.DateTimeType: stamps.toXML,
	typeTime:              times.toXML,
	typeUTCOffset:         offsetToXML,
	exchange.DurationType: duration,
	exchange.IntegerType:  integer,
	typeFloat:             float,
	typeBoolean:           boolean,
	exchange.URIType:      anything,
	typeCalAddress:        anything,
	typeBinary:            anything,
	exchange.UnknownType:  anything,
}

// backwards maps types to functions that convert values from xCal to a file, where the formats
// differ. They do not change values that are not of the type.
var backwards = map[string]func(string) string{
	exchange.TextType:     exchange.Escape,
	exchange.DateType:     dates.toFile,
	exchange.DateTimeType: stamps.toFile,
	typeTime:              times.toFile,
	typeUTCOffset:         offsetToFile,
	typeBoolean:           strings.ToUpper,
}

func anything(v string) (string, bool) { return v, true }

// addValues adds the values of a property. If one is not of the type, it reports false, but
// may have added others.
func addValues(p *element, kind, value string, list bool) (ok bool) {
	if !list {
		return addValue(p, kind, value)
	}
	for _, one := range exchange.SplitValue(value, ',') {
		if !addValue(p, kind, one) {
			return false
		}
	}
	return true
}

func addValue(p *element, kind, value string) (ok bool) {
	if add := structured[kind]; add != nil {
		return add(p, value)
	}
	if turn := simple[kind]; turn != nil {
		if value, ok = turn(value); !ok {
			return false
		}
	}
	p.addText(kind, value)
	return true
}

// textOf returns the text in a file for the element of a value.
func textOf(e *etree.Element) string {
	if write := structuredBack[e.Tag]; write != nil {
		return write(e)
	}
	text := exchange.Chars(e)
	if turn := backwards[e.Tag]; turn != nil {
		return turn(text)
	}
	return text
}
