package ical

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// productID is the product identifier of files (RFC 5545 §3.7.3).
const productID = "-//Crossfeed//Crossfeed//EN"

// Write writes one calendar with a todo for each item. An item without the record of a todo,
// such as a note, becomes a todo with its title and text.
//
// Title and text are taken from the entry: if they differ from the record, a program without
// support for records edited them.
func Write(w io.Writer, all []exchange.Out) error {
	var todos bytes.Buffer
	body := writer{lines: exchange.NewLineWriter(&todos)}
	for _, o := range all {
		body.todo(o)
	}
	body.zones.supply(body.usage)
	head := exchange.NewLineWriter(w)
	for _, l := range append([]string{begin + ":" + calendar, "VERSION:2.0", "PRODID:" + productID}, body.zones.all...) {
		head.Line(l)
	}
	if head.Err() == nil {
		if _, err := w.Write(todos.Bytes()); err != nil {
			return fmt.Errorf("writing a calendar file: %w", err)
		}
	}
	head.Line(end + ":" + calendar)
	if err := head.Err(); err != nil {
		return fmt.Errorf("writing a calendar file: %w", err)
	}
	return nil
}

// writer writes todos and collects their time zones and the definitions of these.
type writer struct {
	lines *exchange.LineWriter
	zones described
	usage usage
}

func (w *writer) todo(o exchange.Out) {
	entry := o.Content.Element()
	record := find(entry)
	w.lines.Line(begin + ":" + todo)
	properties := exchange.EnsureChild(record, "properties")
	complete(properties, o)
	speak(properties, o.Content)
	w.inside(record, w.preserve(exchange.PreservedLines(entry), properties))
	w.lines.Line(end + ":" + todo)
}

// inside writes the properties of a component and its nested components, each followed by the
// lines preserved alongside them.
func (w *writer) inside(component *etree.Element, beside preservedLines) {
	for _, properties := range exchange.Children(component, "properties") {
		for _, p := range properties.ChildElements() {
			w.property(p)
		}
	}
	w.all(beside.properties)
	for _, components := range exchange.Children(component, "components") {
		for _, c := range components.ChildElements() {
			w.component(c)
		}
	}
	w.all(beside.components)
}

// component writes a nested component. It leaves out an event in a todo or a name that is
// invalid in a file: they can only come from a feed.
func (w *writer) component(c *etree.Element) {
	name := strings.ToUpper(c.Tag)
	if c.NamespaceURI() != exchange.NamespaceCal || !isName(name) || slices.Contains(topLevel, name) {
		return
	}
	w.lines.Line(begin + ":" + name)
	w.inside(c, preservedLines{})
	w.lines.Line(end + ":" + name)
}

// find returns the record of a todo, or an empty one.
func find(in *etree.Element) *etree.Element {
	for _, e := range in.ChildElements() {
		if e.NamespaceURI() != exchange.NamespaceCal {
			continue
		}
		switch e.Tag {
		case "vtodo":
			return e
		case "icalendar", "vcalendar", "components":
			if found := find(e); found.Parent() != nil {
				return found
			}
		}
	}
	none := etree.NewElement("vtodo")
	none.CreateAttr("xmlns", exchange.NamespaceCal)
	return none
}

// complete adds properties that RFC 5545 §3.6.2 requires.
func complete(properties *etree.Element, o exchange.Out) {
	if exchange.Child(properties, "dtstamp") == nil {
		put(properties, "dtstamp", exchange.DateTimeType, o.Changed.UTC().Format(xmlStamp)+"Z")
	}
	if exchange.Child(properties, "uid") == nil && o.UID != "" {
		put(properties, "uid", exchange.TextType, o.UID)
	}
}

// put adds a property before all others.
func put(properties *etree.Element, tag, kind, value string) {
	p := exchange.AddChild(properties, tag)
	exchange.SetValues(p, kind, value)
	properties.RemoveChild(p)
	properties.InsertChildAt(0, p)
}

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
