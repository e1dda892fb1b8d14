package vcard

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// xcard is an xCard that is built: its properties in the order of the file. It
// is written as text, because a tree of elements would take three times as long.
type xcard struct {
	props []prop
	// groups are the names of the groups, in the order in which they begin.
	groups []string
	// size is about the number of bytes of all texts.
	size int
}

// prop is a property of an xCard.
type prop struct {
	// group counts the groups from 1; 0 is none.
	group  int
	tag    string
	params []param
	values []value
	// foreign is an element of another namespace, in canonical form, in place
	// of all other fields but group.
	foreign string
}

// saysNothing tells whether all values are empty.
func (p prop) saysNothing() bool {
	return p.foreign == "" && !slices.ContainsFunc(p.values, func(v value) bool { return strings.TrimSpace(v.text) != "" })
}

// param is a parameter with its values.
type param struct {
	name   string
	values []value
}

// value is one value: the name of its element, and its text.
type value struct{ tag, text string }

// gather puts the properties of a group where the first of them stands, as the
// element has them.
func (x *xcard) gather() {
	if len(x.groups) == 0 {
		return
	}
	gathered, last := make([]prop, 0, len(x.props)), 0
	for i, p := range x.props {
		switch {
		case p.group == 0:
			gathered = append(gathered, p)
		case p.group > last:
			last = p.group
			for _, member := range x.props[i:] {
				if member.group == last {
					gathered = append(gathered, member)
				}
			}
		}
	}
	x.props = gathered
}

// first is the first text of the properties of that name that is not empty.
func (x *xcard) first(tag string) string {
	for _, p := range x.props {
		if p.tag == tag && len(p.values) > 0 && p.values[0].text != "" {
			return p.values[0].text
		}
	}
	return ""
}

// notes are the texts of all notes, as the contact's text shows them.
func (x *xcard) notes() string {
	var all []string
	for _, p := range x.props {
		if p.tag == "note" && len(p.values) > 0 && p.values[0].text != "" {
			all = append(all, p.values[0].text)
		}
	}
	return strings.Join(all, "\n\n")
}

// has tells whether a property of that name has a value.
func (x *xcard) has(tag string) bool {
	return slices.ContainsFunc(x.props, func(p prop) bool { return p.tag == tag && len(p.values) > 0 })
}

// groupOf is the name of the group of a property, "" where it is in none, without
// what would end it in a line.
func (x *xcard) groupOf(p prop) string {
	if p.group == 0 {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || strings.ContainsRune(`.:;,"`, r) {
			return '-'
		}
		return r
	}, x.groups[p.group-1])
}

// in gives the number of a group, whose name means the same in any case.
func (x *xcard) in(group string) int {
	if group == "" {
		return 0
	}
	for i, known := range x.groups {
		if strings.EqualFold(known, group) {
			return i + 1
		}
	}
	x.groups = append(x.groups, group)
	return len(x.groups)
}

// ensureName gives the name of the contact. Where FN is missing, which every card
// has to have (RFC 6350 §6.2.1), it is made of the first that there is of the
// name's parts, the nickname, the organisation, a mail address and a number.
func (x *xcard) ensureName() string {
	if fn := x.first("fn"); fn != "" {
		return fn
	}
	made := x.madeName()
	x.props = slices.Insert(x.props, 0, prop{tag: "fn", values: []value{{xprop.Text, made}}})
	return made
}

func (x *xcard) madeName() string {
	for _, p := range x.props {
		if made := spoken(p.values); p.tag == "n" && made != "" {
			return made
		}
	}
	for _, tag := range []string{"nickname", "org", "email", "tel"} {
		if made := strings.TrimSpace(x.first(tag)); made != "" {
			return strings.TrimPrefix(made, "tel:")
		}
	}
	return ""
}

// spoken puts the parts of a name into the order in which they are said.
func spoken(n []value) string {
	var parts []string
	for _, tag := range []string{"prefix", "given", "additional", "surname", "suffix"} {
		for _, part := range named(n, tag) {
			if s := strings.TrimSpace(part.text); s != "" {
				parts = append(parts, s)
			}
		}
	}
	return strings.Join(parts, " ")
}

// derived is the parameter of a property that was made of another one
// (RFC 9554 §4.4). Write says it of an N that vCard 3.0 wants and the contact
// has not got.
const derived = "derived"

// dropDerivedName takes an N away that Write made of the name.
func (x *xcard) dropDerivedName(fn string) {
	x.props = slices.DeleteFunc(x.props, func(p prop) bool {
		return p.tag == "n" && p.group == 0 && p.isDerived() &&
			p.values[0].text == fn && spoken(p.values) == strings.TrimSpace(fn)
	})
}

func (p prop) isDerived() bool {
	return slices.ContainsFunc(p.params, func(one param) bool {
		return one.name == derived && strings.EqualFold(one.values[0].text, "true")
	})
}

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
