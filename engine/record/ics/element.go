package ics

import (
	"strings"

	"crossfeed/engine/record/internal/xprop"
)

// element is one of xCal as it is read. It holds no more than such a one can:
// trees of etree took half of the time of reading.
type element struct {
	tag string
	// text is what stands in it where it has no children. The lines of a file
	// were made such that XML can hold it (content.clean).
	text     string
	children []*element
	// foreign is the XML of another namespace that stands in its place, or "".
	foreign string
}

// add appends a new child.
func (e *element) add(tag string) *element {
	c := &element{tag: tag}
	e.children = append(e.children, c)
	return c
}

// say appends a child with a text.
func (e *element) say(tag, text string) {
	e.children = append(e.children, &element{tag: tag, text: text})
}

// child is the first child of that name, or nil.
func (e *element) child(tag string) *element {
	for _, c := range e.children {
		if c.tag == tag {
			return c
		}
	}
	return nil
}

// first is the text of the first value of the first property of that name, or
// "".
func (e *element) first(tag string) string {
	p := e.child(tag)
	if p == nil {
		return ""
	}
	for _, v := range p.children {
		if v.tag != parametersTag {
			return v.text
		}
	}
	return ""
}

// xml is a record of the element's children, in canonical form but for what is
// foreign.
func (e *element) xml(size int) string {
	var b strings.Builder
	b.Grow(size)
	b.WriteString("<" + e.tag + ` xmlns="` + xprop.NamespaceCal + `">`)
	e.inside(&b)
	b.WriteString("</" + e.tag + ">")
	return b.String()
}

func (e *element) write(b *strings.Builder) {
	if e.foreign != "" {
		b.WriteString(e.foreign)
		return
	}
	b.WriteByte('<')
	b.WriteString(e.tag)
	b.WriteByte('>')
	e.inside(b)
	b.WriteString("</")
	b.WriteString(e.tag)
	b.WriteByte('>')
}

func (e *element) inside(b *strings.Builder) {
	_, _ = escapes.WriteString(b, e.text)
	for _, c := range e.children {
		c.write(b)
	}
}

// escapes are what canonical XML writes in place of characters.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
