package vcard

import (
	"strings"
	"unicode/utf8"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

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
