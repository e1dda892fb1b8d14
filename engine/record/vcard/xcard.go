package vcard

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// xcard is an xCard under construction, with its properties in the order of the file. It is
// written as text, because building a tree of elements would take three times as long.
type xcard struct {
	props []prop
	// groups lists the names of the groups in the order of their first use.
	groups []string
	// size is the approximate number of bytes of all texts.
	size int
}

// prop is a property of an xCard.
type prop struct {
	// group is the number of the group, from 1; 0 means none.
	group  int
	tag    string
	params []param
	values []value
	// foreign is an element of another namespace in canonical form; it replaces all other
	// fields except group.
	foreign string
}

func (p prop) isEmpty() bool {
	return p.foreign == "" && !slices.ContainsFunc(p.values, func(v value) bool { return strings.TrimSpace(v.text) != "" })
}

// param is a parameter with its values.
type param struct {
	name   string
	values []value
}

// value is one value: the name of its element, and its text.
type value struct{ tag, text string }

// gather moves the properties of each group to the position of the first one, because the
// group is one element.
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

// first returns the first non-empty text of the properties with that name.
func (x *xcard) first(tag string) string {
	for _, p := range x.props {
		if p.tag == tag && len(p.values) > 0 && p.values[0].text != "" {
			return p.values[0].text
		}
	}
	return ""
}

// notes returns the texts of all notes as the contact's text shows them.
func (x *xcard) notes() string {
	var all []string
	for _, p := range x.props {
		if p.tag == "note" && len(p.values) > 0 && p.values[0].text != "" {
			all = append(all, p.values[0].text)
		}
	}
	return strings.Join(all, "\n\n")
}

func (x *xcard) has(tag string) bool {
	return slices.ContainsFunc(x.props, func(p prop) bool { return p.tag == tag && len(p.values) > 0 })
}

// groupOf returns the name of a property's group, or "" if it has none. It replaces characters
// that would end the name in a line.
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

// in returns the number of a group, and adds it if it is new. Names of groups ignore case.
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

// ensureName returns the name of the contact. If FN, which is required (RFC 6350 §6.2.1), is
// missing, it is made from the first available of these: the parts of the name, the nickname,
// the organisation, an e-mail address, a telephone number.
func (x *xcard) ensureName() string {
	if fn := x.first("fn"); fn != "" {
		return fn
	}
	made := x.madeName()
	x.props = slices.Insert(x.props, 0, prop{tag: "fn", values: []value{{exchange.TextType, made}}})
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

// spoken joins the parts of a name in the order in which they are spoken.
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

// derived is the parameter of a property that was derived from another one (RFC 9554 §4.4).
// Write sets it on an N that vCard 3.0 requires and the contact lacks.
const derived = "derived"

// dropDerivedName removes an N that Write derived from the name.
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

// cardOf returns the first xCard of an entry, which may be in a standalone document (RFC 6351
// §4). For a content without one, it uses title and text.
func cardOf(root *etree.Element) xcard {
	var x xcard
	if vcard := findCard(root); vcard != nil {
		x.takeAll(vcard, "")
		return x
	}
	x.props = []prop{{tag: "fn", values: []value{{exchange.TextType, item.TitleIn(root)}}}}
	if note := item.TextIn(root); note != "" {
		x.props = append(x.props, prop{tag: "note", values: []value{{exchange.TextType, note}}})
	}
	return x
}

func findCard(in *etree.Element) *etree.Element {
	for _, e := range in.ChildElements() {
		if e.NamespaceURI() != exchange.NamespaceCard {
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

// takeAll adds the properties in an xCard or in one of its groups.
func (x *xcard) takeAll(from *etree.Element, group string) {
	for _, e := range from.ChildElements() {
		switch {
		case e.NamespaceURI() != exchange.NamespaceCard:
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
	if in := exchange.Child(e, "parameters"); in != nil {
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
			all = append(all, value{one.Tag, exchange.Chars(one)})
		}
	}
	return all
}

// String returns the xCard in canonical form. The properties of a group must be adjacent.
func (x *xcard) String() string {
	var m markup
	m.Grow(x.size + 96*len(x.props)) // space for the elements around the texts
	m.WriteString(`<vcard xmlns="` + exchange.NamespaceCard + `">`)
	open := 0
	for _, p := range x.props {
		if p.group != open {
			m.group(open, p.group, x.groups)
			open = p.group
		}
		m.prop(p)
	}
	m.group(open, 0, x.groups)
	m.WriteString("</vcard>")
	return m.String()
}

// markup writes canonical XML.
type markup struct{ strings.Builder }

// group ends a group and begins another one (RFC 6351 §5); 0 means none.
func (m *markup) group(ends, begins int, names []string) {
	if ends > 0 {
		m.end("group")
	}
	if begins > 0 {
		m.WriteString(`<group name="` + names[begins-1] + `">`)
	}
}

func (m *markup) prop(p prop) {
	if p.foreign != "" {
		m.WriteString(p.foreign)
		return
	}
	m.start(p.tag)
	if len(p.params) > 0 {
		m.start("parameters")
		for _, one := range p.params {
			m.start(one.name)
			m.values(one.values)
			m.end(one.name)
		}
		m.end("parameters")
	}
	m.values(p.values)
	m.end(p.tag)
}

func (m *markup) values(all []value) {
	for _, v := range all {
		m.start(v.tag)
		m.escaped(v.text)
		m.end(v.tag)
	}
}

func (m *markup) start(tag string) {
	m.WriteByte('<')
	m.WriteString(tag)
	m.WriteByte('>')
}

func (m *markup) end(tag string) {
	m.WriteString("</")
	m.WriteString(tag)
	m.WriteByte('>')
}

// escapes replaces characters as canonical XML does in texts and attribute values; carriage
// returns cannot occur here.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func (m *markup) escaped(text string) {
	if !strings.ContainsAny(text, "&<>") {
		m.WriteString(text)
		return
	}
	_, _ = escapes.WriteString(m, text)
}

// printable replaces characters that are invalid in XML.
func printable(s string) string {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' && c != '\n' || c >= utf8.RuneSelf {
			return strings.Map(noReturn, s)
		}
	}
	return s
}

func noReturn(r rune) rune {
	if r == '\r' {
		return '\n'
	}
	return item.Printable(r)
}
