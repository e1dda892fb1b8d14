package vcf

import (
	"slices"
	"strings"
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
