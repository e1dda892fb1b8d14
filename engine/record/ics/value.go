package ics

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// simple are the types whose values are one text, with what turns a value of a
// file into that of xCal (RFC 6321 §3.6); it is not ok where the value is not of
// the type.
var simple = map[string]func(string) (string, bool){
	xprop.Text:     func(v string) (string, bool) { return exchange.Unescape(v), true },
	xprop.Date:     dates.toXML,
	xprop.DateTime: stamps.toXML,
	typeTime:       times.toXML,
	typeUTCOffset:  offsetToXML,
	xprop.Duration: duration,
	xprop.Integer:  integer,
	typeFloat:      float,
	typeBoolean:    boolean,
	xprop.URI:      anything,
	typeCalAddress: anything,
	typeBinary:     anything,
	xprop.Unknown:  anything,
}

// backwards turns values of xCal into those of a file, where they differ. What
// is not of its type stays as it is.
var backwards = map[string]func(string) string{
	xprop.Text:     exchange.Escape,
	xprop.Date:     dates.toFile,
	xprop.DateTime: stamps.toFile,
	typeTime:       times.toFile,
	typeUTCOffset:  offsetToFile,
	typeBoolean:    strings.ToUpper,
}

func anything(v string) (string, bool) { return v, true }

// addValues adds what a property says. It is not ok, and some of it may be
// added, where that is not of the type.
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
	p.say(kind, value)
	return true
}

// textOf is the value of a file that an element of a property means.
func textOf(e *etree.Element) string {
	if write := structuredBack[e.Tag]; write != nil {
		return write(e)
	}
	text := xprop.Chars(e)
	if turn := backwards[e.Tag]; turn != nil {
		return turn(text)
	}
	return text
}
