package exchange

import (
	"iter"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// Namespaces of the two vocabularies.
const (
	NamespaceCal  = "urn:ietf:params:xml:ns:icalendar-2.0"
	NamespaceCard = "urn:ietf:params:xml:ns:vcard-4.0"
)

// The functions of this file read and change the properties of an xCal component (RFC 6321) or
// an xCard (RFC 6351). Such a property is an element that contains its parameters in
// <parameters> and its values in elements named after the type of the value.

// Types of values, by the element names of both vocabularies.
const (
	TextType     = "text"
	URIType      = "uri"
	DateType     = "date"
	DateTimeType = "date-time"
	DurationType = "duration"
	IntegerType  = "integer"
	RecurType    = "recur"
	UnknownType  = "unknown"
)

const parametersTag = "parameters"

// AddChild appends a new child in the namespace of its parent.
func AddChild(parent *etree.Element, tag string) *etree.Element {
	e := parent.CreateElement(tag)
	e.Space = parent.Space
	return e
}

// Children returns the child elements with that name in the namespace of their parent.
func Children(parent *etree.Element, tag string) []*etree.Element {
	var found []*etree.Element
	for e := range parent.ChildElementsSeq() {
		if e.Tag == tag && e.NamespaceURI() == parent.NamespaceURI() {
			found = append(found, e)
		}
	}
	return found
}

// Child returns the first of Children, or nil.
func Child(parent *etree.Element, tag string) *etree.Element {
	for e := range parent.ChildElementsSeq() {
		if e.Tag == tag && e.NamespaceURI() == parent.NamespaceURI() {
			return e
		}
	}
	return nil
}

// EnsureChild returns the first child with that name, and adds one if there is none.
func EnsureChild(parent *etree.Element, tag string) *etree.Element {
	if e := Child(parent, tag); e != nil {
		return e
	}
	return AddChild(parent, tag)
}

// Value returns the type and the text of the property's first value, or "" and "" if it has
// none.
func Value(p *etree.Element) (kind, text string) {
	for e := range p.ChildElementsSeq() {
		if e.Tag != parametersTag {
			return e.Tag, Chars(e)
		}
	}
	return "", ""
}

// FirstText returns the text of the first value, or "" if there is no property.
func FirstText(p *etree.Element) string {
	if p == nil {
		return ""
	}
	_, text := Value(p)
	return text
}

// Values returns the texts of all values of the property.
func Values(p *etree.Element) []string { return slices.Collect(EachValue(p)) }

// EachValue iterates over Values.
func EachValue(p *etree.Element) iter.Seq[string] {
	return func(yield func(string) bool) {
		for e := range p.ChildElementsSeq() {
			if e.Tag != parametersTag && !yield(Chars(e)) {
				return
			}
		}
	}
}

// SetValues replaces the values of the property and preserves its parameters.
func SetValues(p *etree.Element, kind string, values ...string) {
	for _, e := range slices.Backward(p.ChildElements()) { // removing one shifts those after it
		if e.Tag != parametersTag {
			p.RemoveChild(e)
		}
	}
	for _, v := range values {
		SetChars(AddChild(p, kind), v)
	}
}

// Chars returns the text directly in an element.
func Chars(e *etree.Element) string {
	if len(e.Child) == 1 {
		if d, ok := e.Child[0].(*etree.CharData); ok {
			return d.Data
		}
	}
	var b strings.Builder
	for _, t := range e.Child {
		if d, ok := t.(*etree.CharData); ok {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// SetChars replaces the content of an element with text. Characters that are invalid in XML
// become U+FFFD.
func SetChars(e *etree.Element, text string) {
	e.Child = nil
	if text != "" {
		e.CreateText(strings.Map(item.Printable, text))
	}
}

// Parameter returns the values of a parameter; there are none if the property lacks it.
func Parameter(p *etree.Element, name string) []string {
	all := Child(p, parametersTag)
	if all == nil {
		return nil
	}
	var values []string
	for _, one := range Children(all, name) {
		values = append(values, Values(one)...)
	}
	return values
}

// SetParameter replaces a parameter. Without values, it removes the parameter and, with the
// last one, the element that contains them.
func SetParameter(p *etree.Element, name, kind string, values ...string) {
	all := Child(p, parametersTag)
	switch {
	case all == nil && len(values) == 0:
		return
	case all == nil:
		all = AddChild(p, parametersTag)
		p.RemoveChild(all)
		p.InsertChildAt(0, all)
	}
	setOnly(all, name, kind, values)
	if len(all.ChildElements()) == 0 {
		p.RemoveChild(all)
	}
}

// setOnly sets the values of the first parameter with that name and removes any others with the
// name.
func setOnly(all *etree.Element, name, kind string, values []string) {
	for i, one := range Children(all, name) {
		if i > 0 || len(values) == 0 {
			all.RemoveChild(one)
		}
	}
	if len(values) > 0 {
		SetValues(EnsureChild(all, name), kind, values...)
	}
}
