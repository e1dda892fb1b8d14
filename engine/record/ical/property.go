package ical

import (
	"strings"

	"crossfeed/engine/record/exchange"
)

const valueParameter = "VALUE"

// isName reports whether a name of RFC 5545 §3.1 is also valid for an XML element.
func isName(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i > 0 && ('0' <= c && c <= '9' || c == '-'):
		default:
			return false
		}
	}
	return s != ""
}

// newProperty returns the element for a property, or what is wrong with it.
func newProperty(p exchange.Property) (e *element, problem *exchange.Problem) {
	if p.Group != "" || !isName(p.Name) {
		return nil, exchange.Because(exchange.UnknownName)
	}
	d := definitionOf(p.Name)
	kind := strings.ToLower(p.Param(valueParameter))
	switch {
	case d.kind == typeXML && len(p.Params) > 0:
		return nil, exchange.Because(exchange.NoParameter)
	case kind == "":
		kind = d.kind
	case !isName(kind) || kind == parametersTag || d.kind != exchange.UnknownType && !d.mayBe(kind):
		return nil, &exchange.Problem{Kind: exchange.OtherType, Name: kind}
	}
	kind = d.formOf(kind, p.Value)
	e = &element{tag: strings.ToLower(p.Name)}
	if !addParameters(e, p.Params) {
		return nil, exchange.Because(exchange.UnknownParameter)
	}
	if !addValues(e, kind, p.Value, d.list) {
		return nil, exchange.Because(notOfType(d, kind))
	}
	return e, nil
}

// formOf corrects a type based on the value: many programs write DUE:20261127 for a day, or
// TRIGGER:20261127T090000Z for a time.
func (d definition) formOf(kind, value string) string {
	form := kind
	switch value = strings.TrimSpace(value); {
	case len(d.others) == 0 || value == "" || kind == exchange.URIType || kind == exchange.TextType:
	case strings.Contains(value, "/"):
		form = typePeriod
	case strings.Contains(value, "T") && value[0] <= '9' && value[0] >= '0':
		form = exchange.DateTimeType
	case value[0] <= '9' && value[0] >= '0':
		form = exchange.DateType
	default:
		form = exchange.DurationType
	}
	if d.mayBe(form) {
		return form
	}
	return kind
}

const parametersTag = "parameters"

// addParameters adds all parameters except VALUE, which becomes the name of the value's
// element (RFC 6321 §3.5.1).
func addParameters(e *element, params []exchange.Param) (ok bool) {
	var all *element
	for _, one := range params {
		name := strings.ToUpper(one.Name)
		switch {
		case !isName(name):
			return false
		case name == valueParameter:
			continue
		case all == nil:
			all = e.add(parametersTag)
		}
		addParameter(all, name, one.Values)
	}
	return true
}

func addParameter(all *element, name string, values []string) {
	kind := parameterType(name)
	e := all.add(strings.ToLower(name))
	for _, v := range values {
		as := kind
		if kind == typeBoolean {
			if text, ok := boolean(v); ok {
				v = text
			} else {
				as = exchange.UnknownType
			}
		}
		e.addText(as, v)
	}
}

// notOfTypes are the reasons why a value is refused, by its type.
var notOfTypes = map[string]exchange.Kind{
	exchange.DateType: exchange.NotADay, exchange.DateTimeType: exchange.NotADayAndTime, exchange.DurationType: exchange.NotADuration,
	exchange.IntegerType: exchange.NotAnInteger, exchange.RecurType: exchange.NotARecurrence, typePeriod: exchange.NotAPeriod,
	typeGeo: exchange.NotAPosition, typeStatus: exchange.NotAStatus, typeUTCOffset: exchange.NotAnOffset,
	typeFloat: exchange.NotANumber, typeBoolean: exchange.NotABoolean, typeTime: exchange.NotATimeOfDay, typeXML: exchange.NotAnElement,
}

func notOfType(d definition, kind string) exchange.Kind {
	if d.mayBe(exchange.DateType) {
		return exchange.NotADayOrTime
	}
	return notOfTypes[kind]
}
