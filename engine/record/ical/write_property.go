package ical

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// property writes a property as one line, or as several if its values need that.
func (w *writer) property(e *etree.Element) {
	if e.NamespaceURI() != exchange.NamespaceCal {
		w.lines.Property(exchange.Property{Name: strings.ToUpper(typeXML), Value: exchange.Escape(xmlOf(e))})
		return
	}
	p := exchange.Property{Name: strings.ToUpper(e.Tag), Params: paramsOf(e)}
	d := definitionOf(p.Name)
	if d.kind == typeGeo || d.kind == typeStatus {
		p.Value = partsOf(e, turns[d.kind])
		w.line(p)
		return
	}
	for _, run := range runsOf(e, d.list) {
		w.line(run.in(p, d))
	}
}

// turns maps structured types to functions that format their parts.
var turns = map[string]func(string) string{
	typeGeo:    exchange.OneLine,
	typeStatus: exchange.Escape,
}

// line writes a property, or hides it if no other program could read it.
func (w *writer) line(p exchange.Property) {
	if isName(p.Name) {
		w.lines.Property(p)
		w.usage.note(p)
	} else {
		w.lines.Line(hidden(p.String()))
	}
}

// run holds values of one type for one line.
type run struct {
	kind   string
	values []string
}

// in returns the property with these values.
func (r run) in(p exchange.Property, d definition) exchange.Property {
	if r.kind != d.kind && r.kind != exchange.UnknownType {
		value := exchange.Param{Name: valueParameter, Values: []string{strings.ToUpper(r.kind)}}
		p.Params = append([]exchange.Param{value}, p.Params...)
	}
	p.Value = strings.Join(r.values, ",")
	return p
}

// runsOf divides the values of a property among lines. A property without values gets a single
// empty line.
func runsOf(e *etree.Element, list bool) []run {
	var runs []run
	for _, v := range e.ChildElements() {
		if v.Tag == parametersTag || v.NamespaceURI() != exchange.NamespaceCal {
			continue
		}
		if last := len(runs) - 1; list && last >= 0 && runs[last].kind == v.Tag {
			runs[last].values = append(runs[last].values, textOf(v))
			continue
		}
		runs = append(runs, run{v.Tag, []string{textOf(v)}})
	}
	if runs == nil {
		return []run{{exchange.UnknownType, nil}}
	}
	return runs
}

// paramsOf returns the parameters of a property. It leaves out parameters whose names are
// invalid in a file: they can only come from a feed.
func paramsOf(e *etree.Element) []exchange.Param {
	all := exchange.Child(e, parametersTag)
	if all == nil {
		return nil
	}
	var params []exchange.Param
	for _, one := range all.ChildElements() {
		if !isName(one.Tag) || strings.EqualFold(one.Tag, valueParameter) {
			continue
		}
		p := exchange.Param{Name: strings.ToUpper(one.Tag), Values: exchange.Values(one)}
		if _, text := exchange.Value(one); parameterType(p.Name) == typeBoolean && text != "" {
			p.Values = []string{strings.ToUpper(text)}
		}
		params = append(params, p)
	}
	return params
}
