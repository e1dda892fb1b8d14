package ical

import (
	"strconv"
	"strings"

	"crossfeed/engine/record/exchange"
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
// 9074. X-CROSSFEED-SECTION is the section of a todo, which no specification defines. All other
// properties have values of unknown type (RFC 6321 §5).
var definitions = map[string]definition{
	"ATTACH":      {kind: exchange.URIType, others: []string{typeBinary}},
	"CATEGORIES":  {kind: exchange.TextType, list: true},
	"CLASS":       {kind: exchange.TextType, once: true},
	"COLOR":       {kind: exchange.TextType, once: true},
	"COMMENT":     {kind: exchange.TextType},
	"CONFERENCE":  {kind: exchange.URIType},
	"CONTACT":     {kind: exchange.TextType},
	"DESCRIPTION": {kind: exchange.TextType, once: true},
	"IMAGE":       {kind: exchange.URIType, others: []string{typeBinary}},
	"LOCATION":    {kind: exchange.TextType, once: true},
	"RESOURCES":   {kind: exchange.TextType, list: true},
	"STATUS":      {kind: exchange.TextType, once: true},
	"SUMMARY":     {kind: exchange.TextType, once: true},
	"TRANSP":      {kind: exchange.TextType, once: true},
	"URL":         {kind: exchange.URIType, once: true},

	"GEO":              {kind: typeGeo, once: true},
	"PERCENT-COMPLETE": {kind: exchange.IntegerType, once: true},
	"PRIORITY":         {kind: exchange.IntegerType, once: true},
	"REPEAT":           {kind: exchange.IntegerType, once: true},
	"SEQUENCE":         {kind: exchange.IntegerType, once: true},

	"ACKNOWLEDGED":  {kind: exchange.DateTimeType, once: true},
	"COMPLETED":     {kind: exchange.DateTimeType, once: true},
	"CREATED":       {kind: exchange.DateTimeType, once: true},
	"DTSTAMP":       {kind: exchange.DateTimeType, once: true},
	"LAST-MODIFIED": {kind: exchange.DateTimeType, once: true},
	"DTEND":         {kind: exchange.DateTimeType, others: dateToo, once: true},
	"DTSTART":       {kind: exchange.DateTimeType, others: dateToo, once: true},
	"DUE":           {kind: exchange.DateTimeType, others: dateToo, once: true},
	"RECURRENCE-ID": {kind: exchange.DateTimeType, others: dateToo, once: true},
	"DURATION":      {kind: exchange.DurationType, once: true},
	"EXDATE":        {kind: exchange.DateTimeType, others: dateToo, list: true},
	"RDATE":         {kind: exchange.DateTimeType, others: []string{exchange.DateType, typePeriod}, list: true},
	"FREEBUSY":      {kind: typePeriod, list: true},
	"TRIGGER":       {kind: exchange.DurationType, others: []string{exchange.DateTimeType}, once: true},
	"RRULE":         {kind: exchange.RecurType, once: true},
	"EXRULE":        {kind: exchange.RecurType},

	"ACTION":     {kind: exchange.TextType, once: true},
	"PROXIMITY":  {kind: exchange.TextType, once: true},
	"ATTENDEE":   {kind: typeCalAddress},
	"ORGANIZER":  {kind: typeCalAddress, once: true},
	"RELATED-TO": {kind: exchange.TextType, others: []string{exchange.URIType}},
	"UID":        {kind: exchange.TextType, once: true},

	"TZID":         {kind: exchange.TextType, once: true},
	"TZNAME":       {kind: exchange.TextType},
	"TZOFFSETFROM": {kind: typeUTCOffset, once: true},
	"TZOFFSETTO":   {kind: typeUTCOffset, once: true},
	"TZURL":        {kind: exchange.URIType, once: true},

	"X-CROSSFEED-SECTION": {kind: exchange.TextType, once: true},

	"REQUEST-STATUS": {kind: typeStatus},
	"XML":            {kind: typeXML},
}

var dateToo = []string{exchange.DateType}

// definitionOf returns the definition of a property, known or not.
func definitionOf(name string) definition {
	if d, known := definitions[name]; known {
		return d
	}
	return definition{kind: exchange.UnknownType}
}

// parameters maps the parameters of RFC 5545 §3.2 and RFC 7986 §6 to their types. All others
// have unknown types (RFC 6321 §5).
var parameters = map[string]string{
	"ALTREP": exchange.URIType, "DIR": exchange.URIType,
	"DELEGATED-FROM": typeCalAddress, "DELEGATED-TO": typeCalAddress,
	"MEMBER": typeCalAddress, "SENT-BY": typeCalAddress,
	"RSVP": typeBoolean,
	"CN":   exchange.TextType, "CUTYPE": exchange.TextType, "ENCODING": exchange.TextType, "FMTTYPE": exchange.TextType,
	"FBTYPE": exchange.TextType, "LANGUAGE": exchange.TextType, "PARTSTAT": exchange.TextType, "RANGE": exchange.TextType,
	"RELATED": exchange.TextType, "RELTYPE": exchange.TextType, "ROLE": exchange.TextType, "TZID": exchange.TextType,
	"DISPLAY": exchange.TextType, "EMAIL": exchange.TextType, "FEATURE": exchange.TextType, "LABEL": exchange.TextType,
}

// parameterType returns the type of a parameter's values.
func parameterType(name string) string {
	if kind, known := parameters[name]; known {
		return kind
	}
	return exchange.UnknownType
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
