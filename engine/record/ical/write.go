package ical

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// productID names the writer of a file (RFC 5545 §3.7.3).
const productID = "-//Crossfeed//Crossfeed//EN"

// Write writes one calendar with a todo for each item. An item without the
// record of a todo, as a note is, becomes a todo of its title and text.
//
// Title and text are those that the entry shows: where they differ from the
// record, a program that knows no records edited them.
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

// writer writes todos, and puts aside the descriptions of their zones, and which
// zones they use.
type writer struct {
	lines *exchange.LineWriter
	zones described
	usage usage
}

func (w *writer) todo(o exchange.Out) {
	entry := o.Content.Element()
	record := find(entry)
	w.lines.Line(begin + ":" + todo)
	properties := xprop.Ensure(record, "properties")
	complete(properties, o)
	speak(properties, o.Content)
	w.inside(record, w.keep(exchange.Kept(entry), properties))
	w.lines.Line(end + ":" + todo)
}

// inside writes the properties of a component and the components in it, each
// followed by the lines beside them.
func (w *writer) inside(component *etree.Element, beside kept) {
	for _, properties := range xprop.Children(component, "properties") {
		for _, p := range properties.ChildElements() {
			w.property(p)
		}
	}
	w.all(beside.properties)
	for _, components := range xprop.Children(component, "components") {
		for _, c := range components.ChildElements() {
			w.component(c)
		}
	}
	w.all(beside.components)
}

// component writes one in another. Only a feed can have an event in a todo, or a
// name that no file can have: such a component is left out.
func (w *writer) component(c *etree.Element) {
	name := upper(c.Tag)
	if c.NamespaceURI() != xprop.NamespaceCal || !isName(name) || slices.Contains(standing, name) {
		return
	}
	w.lines.Line(begin + ":" + name)
	w.inside(c, kept{})
	w.lines.Line(end + ":" + name)
}

// find is the record of a todo, or one without anything.
func find(in *etree.Element) *etree.Element {
	for _, e := range in.ChildElements() {
		if e.NamespaceURI() != xprop.NamespaceCal {
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
	none.CreateAttr("xmlns", xprop.NamespaceCal)
	return none
}

// complete adds what RFC 5545 §3.6.2 requires.
func complete(properties *etree.Element, o exchange.Out) {
	if xprop.Child(properties, "dtstamp") == nil {
		put(properties, "dtstamp", xprop.DateTime, o.Changed.UTC().Format(xmlStamp)+"Z")
	}
	if xprop.Child(properties, "uid") == nil && o.UID != "" {
		put(properties, "uid", xprop.Text, o.UID)
	}
}

// put adds a property before all others.
func put(properties *etree.Element, tag, kind, value string) {
	p := xprop.Add(properties, tag)
	xprop.SetValues(p, kind, value)
	properties.RemoveChild(p)
	properties.InsertChildAt(0, p)
}
