package vcf

import (
	"strings"
	"unicode/utf8"

	"crossfeed/engine/record/internal/xprop"
)

// String is the xCard in canonical form.
func (x *xcard) String() string {
	var m markup
	m.Grow(x.size + 96*len(x.props)) // what the elements around the texts take
	m.WriteString(`<vcard xmlns="` + xprop.NamespaceCard + `">`)
	written := 0
	for i, p := range x.props {
		switch {
		case p.group == 0:
			m.prop(p)
		case p.group > written:
			written = p.group
			m.group(x.groups[p.group-1], x.props[i:], p.group)
		}
	}
	m.WriteString("</vcard>")
	return m.String()
}

// markup writes canonical XML.
type markup struct{ strings.Builder }

// group writes a group with all properties that are in it (RFC 6351 §5).
func (m *markup) group(name string, props []prop, number int) {
	m.WriteString(`<group name="`)
	m.escaped(name)
	m.WriteString(`">`)
	for _, p := range props {
		if p.group == number {
			m.prop(p)
		}
	}
	m.WriteString("</group>")
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

// escapes are what canonical XML writes in place of characters, in texts and in
// the values of attributes; a carriage return never comes here.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func (m *markup) escaped(text string) {
	if !strings.ContainsAny(text, "&<>") {
		m.WriteString(text)
		return
	}
	_, _ = escapes.WriteString(m, text)
}

// printable replaces what no XML document can hold.
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
	return xprop.Printable(r)
}
