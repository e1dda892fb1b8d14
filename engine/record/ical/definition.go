package ical

import (
	"strconv"
	"strings"

	"crossfeed/engine/record/internal/xprop"
)

// Types of values in addition to those that xCal and xCard share.
const (
	typeCalAddress = "cal-address"
	typeBinary     = "binary"
	typeBoolean    = "boolean"
	typeFloat      = "float"
	typePeriod     = "period"
	typeTime       = "time"
	typeUTCOffset  = "utc-offset"
	// typeGeo and typeStatus are the structures of GEO and REQUEST-STATUS, whose parts are
	// direct children of the property (RFC 6321 §3.4.1).
	typeGeo    = "geo"
	typeStatus = "request-status"
	// typeXML is an element of another namespace (RFC 6321 §4.2).
	typeXML = "xml"
)

// definition is the specification of a property.
type definition struct {
	// kind is the default type of the value.
	kind string
	// others lists the types that VALUE may specify instead.
	others []string
	// list reports whether there may be several values, separated by commas.
	list bool
	// once reports whether a component has at most one.
	once bool
}

// mayBe reports whether a value may have a type.
func (d definition) mayBe(kind string) bool {
	if kind == d.kind {
		return true
	}
	for _, other := range d.others {
		if kind == other {
			return true
		}
	}
	return false
}

// definitions maps property names to their definitions in RFC 5545 §3.8, RFC 7986 and RFC
// 9074. All other properties have values of unknown type (RFC 6321 §5).
var definitions = map[string]definition{
	"ATTACH":      {kind: xprop.URI, others: []string{typeBinary}},
	"CATEGORIES":  {kind: xprop.Text, list: true},
	"CLASS":       {kind: xprop.Text, once: true},
	"COLOR":       {kind: xprop.Text, once: true},
	"COMMENT":     {kind: xprop.Text},
	"CONFERENCE":  {kind: xprop.URI},
	"CONTACT":     {kind: xprop.Text},
	"DESCRIPTION": {kind: xprop.Text, once: true},
	"IMAGE":       {kind: xprop.URI, others: []string{typeBinary}},
	"LOCATION":    {kind: xprop.Text, once: true},
	"RESOURCES":   {kind: xprop.Text, list: true},
	"STATUS":      {kind: xprop.Text, once: true},
	"SUMMARY":     {kind: xprop.Text, once: true},
	"TRANSP":      {kind: xprop.Text, once: true},
	"URL":         {kind: xprop.URI, once: true},

	"GEO":              {kind: typeGeo, once: true},
	"PERCENT-COMPLETE": {kind: xprop.Integer, once: true},
	"PRIORITY":         {kind: xprop.Integer, once: true},
	"REPEAT":           {kind: xprop.Integer, once: true},
	"SEQUENCE":         {kind: xprop.Integer, once: true},

	"ACKNOWLEDGED":  {kind: xprop.DateTime, once: true},
	"COMPLETED":     {kind: xprop.DateTime, once: true},
	"CREATED":       {kind: xprop.DateTime, once: true},
	"DTSTAMP":       {kind: xprop.DateTime, once: true},
	"LAST-MODIFIED": {kind: xprop.DateTime, once: true},
	"DTEND":         {kind: xprop.DateTime, others: dateToo, once: true},
	"DTSTART":       {kind: xprop.DateTime, others: dateToo, once: true},
	"DUE":           {kind: xprop.DateTime, others: dateToo, once: true},
	"RECURRENCE-ID": {kind: xprop.DateTime, others: dateToo, once: true},
	"DURATION":      {kind: xprop.Duration, once: true},
	"EXDATE":        {kind: xprop.DateTime, others: dateToo, list: true},
	"RDATE":         {kind: xprop.DateTime, others: []string{xprop.Date, typePeriod}, list: true},
	"FREEBUSY":      {kind: typePeriod, list: true},
	"TRIGGER":       {kind: xprop.Duration, others: []string{xprop.DateTime}, once: true},
	"RRULE":         {kind: xprop.Recur, once: true},
	"EXRULE":        {kind: xprop.Recur},

	"ACTION":     {kind: xprop.Text, once: true},
	"PROXIMITY":  {kind: xprop.Text, once: true},
	"ATTENDEE":   {kind: typeCalAddress},
	"ORGANIZER":  {kind: typeCalAddress, once: true},
	"RELATED-TO": {kind: xprop.Text, others: []string{xprop.URI}},
	"UID":        {kind: xprop.Text, once: true},

	"TZID":         {kind: xprop.Text, once: true},
	"TZNAME":       {kind: xprop.Text},
	"TZOFFSETFROM": {kind: typeUTCOffset, once: true},
	"TZOFFSETTO":   {kind: typeUTCOffset, once: true},
	"TZURL":        {kind: xprop.URI, once: true},

	"REQUEST-STATUS": {kind: typeStatus},
	"XML":            {kind: typeXML},
}

var dateToo = []string{xprop.Date}

// definitionOf returns the definition of a property, known or not.
func definitionOf(name string) definition {
	if d, known := definitions[name]; known {
		return d
	}
	return definition{kind: xprop.Unknown}
}

// parameters maps the parameters of RFC 5545 §3.2 and RFC 7986 §6 to their types. All others
// have unknown types (RFC 6321 §5).
var parameters = map[string]string{
	"ALTREP": xprop.URI, "DIR": xprop.URI,
	"DELEGATED-FROM": typeCalAddress, "DELEGATED-TO": typeCalAddress,
	"MEMBER": typeCalAddress, "SENT-BY": typeCalAddress,
	"RSVP": typeBoolean,
	"CN":   xprop.Text, "CUTYPE": xprop.Text, "ENCODING": xprop.Text, "FMTTYPE": xprop.Text,
	"FBTYPE": xprop.Text, "LANGUAGE": xprop.Text, "PARTSTAT": xprop.Text, "RANGE": xprop.Text,
	"RELATED": xprop.Text, "RELTYPE": xprop.Text, "ROLE": xprop.Text, "TZID": xprop.Text,
	"DISPLAY": xprop.Text, "EMAIL": xprop.Text, "FEATURE": xprop.Text, "LABEL": xprop.Text,
}

// parameterType returns the type of a parameter's values.
func parameterType(name string) string {
	if kind, known := parameters[name]; known {
		return kind
	}
	return xprop.Unknown
}

// isNumber reports whether s consists of digits only.
func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// integer parses a value of RFC 5545 §3.3.8.
func integer(value string) (text string, ok bool) {
	value = strings.TrimSpace(value)
	digits := strings.TrimPrefix(strings.TrimPrefix(value, "+"), "-")
	return value, len(value)-len(digits) <= 1 && isNumber(digits)
}

// float parses a value of RFC 5545 §3.3.7: no exponent, no infinity.
func float(value string) (text string, ok bool) {
	value = strings.TrimSpace(value)
	_, err := strconv.ParseFloat(value, 64)
	return value, err == nil && strings.Trim(value, "+-.0123456789") == ""
}

// boolean parses a value of RFC 5545 §3.3.2.
func boolean(value string) (text string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(value))
	return text, text == "true" || text == "false"
}

// duration parses a value of RFC 5545 §3.3.6: weeks, or days and a time.
func duration(value string) (text string, ok bool) {
	text = strings.ToUpper(strings.TrimSpace(value))
	rest := strings.TrimPrefix(strings.TrimPrefix(text, "+"), "-")
	rest, period := strings.CutPrefix(rest, "P")
	if !period || len(text)-len(rest) > 2 {
		return text, false
	}
	if weeks, only := strings.CutSuffix(rest, "W"); only {
		return text, isNumber(weeks)
	}
	day, clock, timed := strings.Cut(rest, "T")
	return text, (day != "" || timed) && units(day, "D") && (!timed || clock != "" && units(clock, "HMS"))
}

// units reports whether s consists of numbers, each followed by one of the letters, in order.
func units(s, letters string) bool {
	for s != "" {
		at := strings.IndexAny(s, letters)
		if at < 1 || !isNumber(s[:at]) {
			return false
		}
		_, letters, _ = strings.Cut(letters, s[at:at+1])
		s = s[at+1:]
		if letters == "" && s != "" {
			return false
		}
	}
	return true
}
