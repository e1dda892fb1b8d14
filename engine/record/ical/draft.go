package ical

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// draft is a todo from a file, before the definitions of its time zones are added.
type draft struct {
	made exchange.Entry
	// title and text are for plain readers.
	title, text string
	record      string
	// foreign reports whether the record contains elements of other namespaces.
	foreign   bool
	preserved []string
	tzids     []string
}

// builder builds the record of a frame.
type builder struct {
	frame   *frame
	at      int
	tzids   []string
	foreign bool
}

// newDraft builds the record of a todo.
func newDraft(f *frame) draft {
	b := builder{frame: f}
	record := &element{tag: "vtodo"}
	d := draft{preserved: texts(b.fill(record, todo).all())}
	d.tzids, d.foreign, d.record = b.tzids, b.foreign, record.xml(f.size())
	properties := record.child("properties")
	d.title, d.text = properties.first("summary"), properties.first("description")
	if properties.child("recurrence-id") != nil {
		f.remark(f.line, exchange.Problem{Kind: exchange.OneOccurrence})
	}
	d.made = exchange.Entry{UID: identity(properties), Line: f.line, Problems: f.problems}
	return d
}

// identity returns what record.Facts calls the UID.
func identity(properties *element) string {
	return exchange.Identity(strings.TrimSpace(properties.first("uid")), strings.TrimSpace(properties.first("recurrence-id")))
}

// entry returns the todo with the definitions of its time zones alongside it.
func (d draft) entry(known *zones) exchange.Entry {
	kept, remarks := known.describe(d.tzids, d.made.Line)
	d.made.Problems = append(d.made.Problems, remarks...)
	record := d.record
	if all := append(d.preserved, kept...); len(all) > 0 {
		record += item.Canonical(beside(all))
	}
	d.made.Content = item.OfParts(d.title, d.text, record)
	if !d.foreign {
		return d.made
	}
	c, err := item.ParseContent(d.made.Content.XML()) // foreign elements may be in any form
	if err != nil {
		d.made.Problems = append(d.made.Problems, exchange.Problem{Line: d.made.Line, Kind: exchange.Invalid, Err: err})
	}
	d.made.Content = c
	return d.made
}

// beside returns the element for the lines that the record cannot represent.
func beside(kept []string) *etree.Element {
	entry := etree.NewElement("entry")
	exchange.PreserveLines(entry, kept)
	return entry.ChildElements()[0]
}

// refused holds lines that a record cannot represent.
type refused struct {
	properties []content
	// components are whole: a component with such a line is written back unchanged.
	components []content
}

// all returns the properties and then the components, in the order in which Write writes them.
func (r refused) all() []content { return append(r.properties, r.components...) }

// fill parses the lines up to the end of a component into e, and returns those that e cannot
// represent.
func (b *builder) fill(e *element, name string) (r refused) {
	properties := e.add("properties")
	for b.at < len(b.frame.body) {
		c := b.frame.body[b.at]
		b.at++
		switch {
		case c.Is(end):
			return r
		case c.Is(begin):
			r.components = append(r.components, b.inner(e, c)...)
		case c.lost:
			b.frame.remark(c.number, *c.problem)
		default:
			if problem := b.property(properties, c, name); problem != nil {
				b.frame.remark(c.number, exchange.Problem{Kind: exchange.LineKept, Value: exchange.Shortened(c.text), Reason: problem})
				r.properties = append(r.properties, c)
			}
		}
	}
	return r
}

// inner parses a nested component and adds it to the outer one. If one of its lines cannot be
// represented, it returns all of them instead.
func (b *builder) inner(outer *element, c content) []content {
	from := b.at - 1
	e := &element{tag: strings.ToLower(c.Value)}
	if len(b.fill(e, c.Value).all()) > 0 {
		return b.frame.body[from:b.at]
	}
	components := outer.child("components")
	if components == nil {
		components = outer.add("components")
	}
	components.children = append(components.children, e)
	return nil
}

// property adds a property or returns what is wrong with it.
func (b *builder) property(properties *element, c content, component string) (problem *exchange.Problem) {
	for _, r := range c.remarks {
		b.frame.remark(c.number, exchange.Problem{Kind: r})
	}
	if c.problem != nil {
		return c.problem
	}
	e, problem := newProperty(c.Property)
	switch {
	case problem != nil:
		return problem
	case definitionOf(c.Name).once && properties.child(e.tag) != nil:
		return exchange.Because(exchange.SecondProperty)
	case e.tag == "duration" && component == todo && b.hasDue():
		return exchange.Because(exchange.DueToo)
	}
	b.use(c.Params)
	b.foreign = b.foreign || e.foreign != ""
	properties.children = append(properties.children, e)
	return nil
}

// hasDue reports whether the todo has a due date, with which a duration would violate RFC 5545
// §3.6.2.
func (b *builder) hasDue() bool {
	for _, c := range b.frame.body {
		if c.Is("DUE") {
			return true
		}
	}
	return false
}

// use records the zones to which a property refers.
func (b *builder) use(params []exchange.Param) {
	for _, p := range params {
		if strings.EqualFold(p.Name, "TZID") {
			b.tzids = appendNew(b.tzids, p.Values...)
		}
	}
}

func texts(all []content) []string {
	var found []string
	for _, c := range all {
		found = append(found, c.text)
	}
	return found
}
