package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// nameParts are the elements of N in their order (RFC 6351, appendix A).
var nameParts = []string{"surname", "given", "additional", "prefix", "suffix"}

// namePart is one of the five parts of N.
func namePart(name, part string) Field {
	return Field{
		Name: name, Form: Line,
		get: func(t tree) string { return getNamePart(t, part) },
		set: func(t tree, value string) { setNamePart(t, part, value) },
	}
}

func getNamePart(t tree, part string) string {
	n := firstIn(t.record, "n")
	if n == nil {
		return ""
	}
	return partOf(n, part, " ")
}

func setNamePart(t tree, part, value string) {
	n := ensureIn(t.record, "n")
	for _, each := range nameParts {
		ensurePart(n, nameParts, each)
	}
	putPart(n, part, value)
	for _, each := range nameParts {
		if partOf(n, each, " ") != "" {
			return
		}
	}
	removeAll(inCard(t.record, tagged("n"))) // a second one would be shown in its place
}

// partOf is the text of one part of a property that has several, such as N. A
// part that repeats, as several given names do, is joined.
func partOf(p *etree.Element, part, between string) string {
	var all []string
	for _, e := range xprop.Children(p, part) {
		if text := xprop.Chars(e); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, between)
}

// putPart makes a part say one text.
func putPart(p *etree.Element, part, text string) {
	for i, e := range xprop.Children(p, part) {
		if i == 0 {
			xprop.SetChars(e, text)
		} else {
			p.RemoveChild(e)
		}
	}
}

// ensurePart adds a part that is missing at its place: all have to be there, in
// their order.
func ensurePart(p *etree.Element, order []string, part string) {
	if xprop.Child(p, part) != nil {
		return
	}
	added := xprop.Add(p, part)
	for i := len(order) - 1; i >= 0 && order[i] != part; i-- {
		if next := xprop.Child(p, order[i]); next != nil {
			p.InsertChildAt(next.Index(), added)
		}
	}
}

func getFullName(t tree) string {
	if fn := firstIn(t.record, "fn"); fn != nil {
		_, text := xprop.Value(fn)
		return text
	}
	return ""
}

func setFullName(t tree, name string) {
	if name == "" {
		removeAll(inCard(t.record, tagged("fn")))
		return
	}
	xprop.SetValues(ensureIn(t.record, "fn"), xprop.Text, name)
}

// compositions are the ways in which programs compose FN from the parts of N.
// The first is ours.
var compositions = [][]string{
	{"prefix", "given", "additional", "surname", "suffix"},
	{"given", "additional", "surname"},
	{"given", "surname"},
	{"surname", "given"},
}

// composed is FN as it was before a change, and how its parts made it.
type composed struct {
	name  string
	parts []string
}

// composition finds out how the name of a contact is composed. Parts are nil
// where a person wrote it in a way of their own.
func (t tree) composition() composed {
	if t.kind() != Contact {
		return composed{}
	}
	c := composed{name: getFullName(t)}
	i := slices.IndexFunc(compositions, func(parts []string) bool { return t.compose(parts) == c.name })
	if i >= 0 && c.name != "" {
		c.parts = compositions[i]
	}
	return c
}

func (t tree) compose(parts []string) string {
	var all []string
	for _, part := range parts {
		if text := strings.TrimSpace(getNamePart(t, part)); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, " ")
}

// rename composes FN anew, where the parts made it before; one in a person's own
// words stays. FN has to be there (RFC 6350 §6.2.1), so an empty one is composed
// of what there is.
func (t tree) rename(before composed) {
	if t.kind() != Contact {
		return
	}
	name := getFullName(t)
	switch {
	case name == "":
		name = t.anyName()
	case name == before.name && before.parts != nil:
		name = t.compose(before.parts)
	}
	if name != "" && name != getFullName(t) {
		setFullName(t, name)
	}
}

// anyName is what a contact without a name is called.
func (t tree) anyName() string {
	if name := t.compose(compositions[0]); name != "" {
		return name
	}
	for _, get := range []func(tree) string{getNickname, getOrganisation} {
		if name := strings.TrimSpace(get(t)); name != "" {
			return name
		}
	}
	for _, s := range []several{emails, phones} {
		if all := s.entries(t); len(all) > 0 {
			return all[0].Value
		}
	}
	return ""
}

// The text form of an organisation is its name and its units, from the largest
// to the smallest (RFC 6350 §6.6.4): "Example Ltd; Sales". A ";" or a backslash
// in one of them stands after a backslash.
const betweenUnits = "; "

// parseUnits reads the text form.
func parseUnits(text string) []string {
	var all []string
	for _, unit := range splitUnescaped(text, ';') {
		if unit = plain(unit); unit != "" {
			all = append(all, unit)
		}
	}
	return all
}

func formatUnits(units []string) string {
	all := make([]string, len(units))
	for i, unit := range units {
		all[i] = escape(unit, ";")
	}
	return strings.Join(all, betweenUnits)
}

func canonicalOrganisation(text string) (string, error) { return formatUnits(parseUnits(text)), nil }

// getOrganisation shows the first organisation; a person may have others, which
// stay.
func getOrganisation(t tree) string {
	p := firstIn(t.record, "org")
	if p == nil {
		return ""
	}
	return formatUnits(parseUnits(formatUnits(xprop.Values(p))))
}

func setOrganisation(t tree, text string) {
	units := parseUnits(text)
	if len(units) == 0 {
		removeAll(inCard(t.record, tagged("org")))
		return
	}
	xprop.SetValues(ensureIn(t.record, "org"), xprop.Text, units...)
}
