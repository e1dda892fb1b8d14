package ics

import (
	"fmt"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/exchange/lines"
	"crossfeed/engine/record/internal/xprop"
)

// draft is a todo that was read, before the descriptions of its zones are added.
type draft struct {
	made  exchange.Entry
	root  *etree.Element
	kept  []string
	tzids []string
}

// builder makes the record of a frame.
type builder struct {
	frame *frame
	at    int
	tzids []string
}

// newDraft makes the entry of a todo, with title and text as plain readers look
// for them.
func newDraft(f *frame) draft {
	b := builder{frame: f}
	record := etree.NewElement("vtodo")
	record.CreateAttr("xmlns", xprop.NamespaceCal)
	d := draft{root: etree.NewElement("entry"), kept: texts(b.fill(record, todo).all())}
	d.tzids = b.tzids
	d.root.CreateAttr("xmlns", item.NamespaceAtom)
	properties := named(record, "properties")
	mirror(d.root, "title", first(properties, "summary"))
	mirror(d.root, "content", first(properties, "description"))
	d.root.AddChild(record)
	if named(properties, "recurrence-id") != nil {
		f.remark(f.line, "it is one time of a repeating todo, and has the UID of that")
	}
	d.made = exchange.Entry{UID: first(properties, "uid"), Line: f.line, Problems: f.problems}
	return d
}

// entry is the todo with the descriptions of its zones beside it.
func (d draft) entry(known *zones) exchange.Entry {
	kept, remarks := known.describe(d.tzids, d.made.Line)
	d.made.Problems = append(d.made.Problems, remarks...)
	exchange.Keep(d.root, append(d.kept, kept...))
	c, err := item.NewContent(d.root)
	if err != nil {
		d.made.Problems = append(d.made.Problems, exchange.Problem{Line: d.made.Line, Text: err.Error()})
		return d.made
	}
	d.made.Content = c
	return d.made
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
func (b *builder) fill(e *etree.Element, name string) (r refused) {
	properties := xprop.Add(e, "properties")
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
func (b *builder) inner(outer *etree.Element, c content) []content {
	from := b.at - 1
	e := etree.NewElement(strings.ToLower(c.Value))
	if len(b.fill(e, c.Value).all()) > 0 {
		return b.frame.body[from:b.at]
	}
	components := named(outer, "components")
	if components == nil {
		components = xprop.Add(outer, "components")
	}
	components.AddChild(e)
	return nil
}

// property adds a property, or tells what is wrong with it.
func (b *builder) property(properties *etree.Element, c content, component string) (problem string) {
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
	case definitionOf(c.Name).once && named(properties, e.Tag) != nil:
		return "there is one already"
	case e.Tag == "duration" && component == todo && b.hasDue():
		return "there is a due date too"
	}
	b.use(c.Params)
	properties.AddChild(placed(e))
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
func (b *builder) use(params []lines.Param) {
	for _, p := range params {
		if strings.EqualFold(p.Name, "TZID") {
			b.tzids = appendNew(b.tzids, p.Values...)
		}
	}
}

// named is the first child of that name, or nil.
func named(properties *etree.Element, tag string) *etree.Element {
	for _, t := range properties.Child {
		if e, ok := t.(*etree.Element); ok && e.Tag == tag && e.Space == "" {
			return e
		}
	}
	return nil
}

// first is the first text of the first property of that name, or "".
func first(properties *etree.Element, tag string) string {
	return textIn(named(properties, tag))
}

func mirror(entry *etree.Element, tag, text string) {
	if text != "" {
		xprop.SetChars(entry.CreateElement(tag), text)
	}
}

func texts(all []content) []string {
	var found []string
	for _, c := range all {
		found = append(found, c.text)
	}
	return found
}
