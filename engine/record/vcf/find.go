package vcf

import (
	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// cardOf is the first xCard of an entry, as a document of its own may hold it
// too (RFC 6351 §4). Of a content without one, the title is the name.
func cardOf(root *etree.Element) xcard {
	var x xcard
	if vcard := findCard(root); vcard != nil {
		x.takeAll(vcard, "")
		return x
	}
	x.props = []prop{{tag: "fn", values: []value{{xprop.Text, item.TitleIn(root)}}}}
	if note := item.TextIn(root); note != "" {
		x.props = append(x.props, prop{tag: "note", values: []value{{xprop.Text, note}}})
	}
	return x
}

func findCard(in *etree.Element) *etree.Element {
	for _, e := range in.ChildElements() {
		if e.NamespaceURI() != xprop.NamespaceCard {
			continue
		}
		if e.Tag == "vcard" {
			return e
		}
		if e.Tag == "vcards" {
			return findCard(e)
		}
	}
	return nil
}

// takeAll takes the properties in that stand in an xCard or in a group of it.
func (x *xcard) takeAll(from *etree.Element, group string) {
	for _, e := range from.ChildElements() {
		switch {
		case e.NamespaceURI() != xprop.NamespaceCard:
			x.props = append(x.props, prop{group: x.in(group), foreign: item.Canonical(e)})
		case e.Tag == "group" && group == "":
			x.takeAll(e, e.SelectAttrValue("name", ""))
		default:
			x.props = append(x.props, propOf(e, x.in(group)))
		}
	}
}

func propOf(e *etree.Element, group int) prop {
	p := prop{group: group, tag: e.Tag, values: valuesOf(e)}
	if in := xprop.Child(e, "parameters"); in != nil {
		for _, one := range in.ChildElements() {
			p.params = append(p.params, param{one.Tag, valuesOf(one)})
		}
	}
	return p
}

func valuesOf(e *etree.Element) []value {
	var all []value
	for _, one := range e.ChildElements() {
		if one.Tag != "parameters" {
			all = append(all, value{one.Tag, xprop.Chars(one)})
		}
	}
	return all
}
