package vcf

import (
	"slices"
	"strings"
	"unicode/utf8"

	"crossfeed/engine/record/internal/xprop"
)

// xcard is an xCard that is built: its properties in the order of the file. It
// is written as text, because a tree of elements would take three times as long.
type xcard struct {
	props []prop
	// groups are the names of the groups, in the order in which they begin.
	groups []string
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

// param is a parameter with its values.
type param struct {
	name   string
	values []value
}

// value is one value: the name of its element, and its text.
type value struct{ tag, text string }

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

func (x *xcard) has(tag string) bool {
	return slices.ContainsFunc(x.props, func(p prop) bool { return p.tag == tag })
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

// String is the xCard in canonical form.
func (x *xcard) String() string {
	var m markup
	m.Grow(128 * len(x.props))
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
