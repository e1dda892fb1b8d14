package ical

import (
	"fmt"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// draft is a todo that was read, before the descriptions of its zones are added.
type draft struct {
	made exchange.Entry
	// title and text are those that plain readers look for.
	title, text string
	record      string
	// foreign tells that there are elements of other namespaces in the record.
	foreign bool
	kept    []string
	tzids   []string
}

// builder makes the record of a frame.
type builder struct {
	frame   *frame
	at      int
	tzids   []string
	foreign bool
}

// newDraft makes the record of a todo.
func newDraft(f *frame) draft {
	b := builder{frame: f}
	record := &element{tag: "vtodo"}
	d := draft{kept: texts(b.fill(record, todo).all())}
	d.tzids, d.foreign, d.record = b.tzids, b.foreign, record.xml(f.size())
	properties := record.child("properties")
	d.title, d.text = properties.first("summary"), properties.first("description")
	if properties.child("recurrence-id") != nil {
		f.remark(f.line, "it is one time of a repeating todo, and has the UID of that")
	}
	d.made = exchange.Entry{UID: identity(properties), Line: f.line, Problems: f.problems}
	return d
}

// identity is what record.Facts calls the UID.
func identity(properties *element) string {
	return exchange.Identity(strings.TrimSpace(properties.first("uid")), strings.TrimSpace(properties.first("recurrence-id")))
}

// entry is the todo with the descriptions of its zones beside it.
func (d draft) entry(known *zones) exchange.Entry {
	kept, remarks := known.describe(d.tzids, d.made.Line)
	d.made.Problems = append(d.made.Problems, remarks...)
	record := d.record
	if all := append(d.kept, kept...); len(all) > 0 {
		record += item.Canonical(beside(all))
	}
	d.made.Content = item.OfParts(d.title, d.text, record)
	if !d.foreign {
		return d.made
	}
	c, err := item.ParseContent(d.made.Content.XML()) // what is foreign may be in any form
	if err != nil {
		d.made.Problems = append(d.made.Problems, exchange.Problem{Line: d.made.Line, Text: err.Error()})
	}
	d.made.Content = c
	return d.made
}

// beside is the element in which the lines stand that have no place in the
// record.
func beside(kept []string) *etree.Element {
	entry := etree.NewElement("entry")
	exchange.Keep(entry, kept)
	return entry.ChildElements()[0]
}

// refused are lines that have no place in a record.
type refused struct {
	properties []content
	// components are whole: one with such a line is written back as it was.
	components []content
}

// all are first the properties and then the components, as Write writes them.
func (r refused) all() []content { return append(r.properties, r.components...) }

// fill reads the lines up to the end of a component into e, and gives those that
// have no place in it.
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
			b.frame.remark(c.number, c.problem)
		default:
			if problem := b.property(properties, c, name); problem != "" {
				b.frame.remark(c.number, fmt.Sprintf("%q: %s; it is kept as it stands", short(c.text), problem))
				r.properties = append(r.properties, c)
			}
		}
	}
	return r
}

// inner reads a component that begins in another, and adds it there; or gives
// all its lines, if one of them has no place.
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

// property adds a property, or tells what is wrong with it.
func (b *builder) property(properties *element, c content, component string) (problem string) {
	for _, r := range c.remarks {
		b.frame.remark(c.number, r)
	}
	if c.problem != "" {
		return c.problem
	}
	e, problem := newProperty(c.Property)
	switch {
	case problem != "":
		return problem
	case definitionOf(c.Name).once && properties.child(e.tag) != nil:
		return "there is one already"
	case e.tag == "duration" && component == todo && b.hasDue():
		return "there is a due date too"
	}
	b.use(c.Params)
	b.foreign = b.foreign || e.foreign != ""
	properties.children = append(properties.children, e)
	return ""
}

// hasDue tells whether the todo has a due date: with it, a duration is against
// RFC 5545 §3.6.2.
func (b *builder) hasDue() bool {
	for _, c := range b.frame.body {
		if c.Is("DUE") {
			return true
		}
	}
	return false
}

// use takes note of the zones that a property names.
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
