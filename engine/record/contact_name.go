package record

import (
	"slices"
	"strings"
	"unicode"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// nameParts lists the elements of N in their order (RFC 6351, appendix A).
var nameParts = []string{"surname", "given", "additional", "prefix", "suffix"}

// namePart returns the field for one of the five parts of N.
func namePart(name, part string) Field {
	return Field{
		Name: name, Form: Line,
		get: func(t tree) string { return getNamePart(t, part) },
		set: func(t tree, value string) { setNamePart(t, part, value) }, shown: firstProperty("n"),
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
	removeAll(inCard(t.record, tagged("n"))) // otherwise, a second N would be shown instead
}

// partOf returns the text of one part of a structured property such as N. Repeated parts, such
// as several given names, are joined.
func partOf(p *etree.Element, part, between string) string {
	var all []string
	for _, e := range exchange.Children(p, part) {
		if text := exchange.Chars(e); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, between)
}

// putPart replaces all elements of a part with a single one with the given text.
func putPart(p *etree.Element, part, text string) {
	for i, e := range exchange.Children(p, part) {
		if i == 0 {
			exchange.SetChars(e, text)
		} else {
			p.RemoveChild(e)
		}
	}
}

// ensurePart adds a missing part at its position: all parts must be present and in order.
func ensurePart(p *etree.Element, order []string, part string) {
	if exchange.Child(p, part) != nil {
		return
	}
	added := exchange.AddChild(p, part)
	for i := len(order) - 1; i >= 0 && order[i] != part; i-- {
		if next := exchange.Child(p, order[i]); next != nil {
			p.InsertChildAt(next.Index(), added)
		}
	}
}

func getFullName(t tree) string {
	if fn := firstIn(t.record, "fn"); fn != nil {
		_, text := exchange.Value(fn)
		return text
	}
	return ""
}

func setFullName(t tree, name string) {
	if name == "" {
		removeAll(inCard(t.record, tagged("fn")))
		return
	}
	exchange.SetValues(ensureIn(t.record, "fn"), exchange.TextType, name)
}

// compositions lists the ways in which programs compose FN from the parts of N. The first one
// is Crossfeed's.
var compositions = [][]string{
	{"prefix", "given", "additional", "surname", "suffix"},
	{"given", "additional", "surname"},
	{"given", "surname"},
	{"surname", "given"},
}

// composed holds FN as it was before a change and the parts that it was composed of.
type composed struct {
	name  string
	parts []string
}

// composition determines how the name of a contact is composed. Parts are nil if the name
// matches none of the compositions.
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

// rename recomposes FN if it was composed of parts before; custom names are left alone. FN is
// required (RFC 6350 §6.2.1), so an empty one is filled from whatever is available.
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

// particles begin a last name.
var particles = []string{"da", "de", "del", "della", "den", "der", "di", "dos", "du", "la", "le", "ten", "ter", "van", "vom", "von", "zu", "zum", "zur"}

// lastName returns the last name of a contact. Of a contact with nothing but a full name, it is
// the end of that, or what precedes a comma, as in an index ("Lovelace, Ada").
//
// Names are not split when they are stored: a person who renames somebody would change three
// fields, and two who do so would have three conflicts to resolve.
func (t tree) lastName() string {
	if n := firstIn(t.record, "n"); n != nil {
		return partOf(n, "surname", " ")
	}
	name := getFullName(t)
	if last, first, indexed := strings.Cut(name, ","); indexed && strings.TrimSpace(first) != "" {
		return strings.TrimSpace(last)
	}
	words := strings.Fields(name)
	if len(words) < 2 || !unicode.IsLetter([]rune(words[0])[0]) || name == getOrganisation(t) {
		return "" // not a person's name
	}
	from := len(words) - 1
	for from > 1 && slices.Contains(particles, words[from-1]) {
		from--
	}
	return strings.Join(words[from:], " ")
}

// anyName returns a name for a contact that has none.
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
		if _, all := s.properties(t); len(all) > 0 {
			return all[0].Value
		}
	}
	return ""
}

// The text form of an organisation is its name and its units, from the largest to the smallest
// (RFC 6350 §6.6.4): "Example Ltd; Sales". A ";" or a backslash in one of them is escaped with
// a backslash.
const betweenUnits = "; "

// parseUnits parses the text form.
func parseUnits(text string) []string {
	var all []string
	for _, unit := range splitUnescaped(text, ';') {
		if unit = exchange.Plain(unit); unit != "" {
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

// getOrganisation returns the first organisation; any others are preserved.
func getOrganisation(t tree) string {
	p := firstIn(t.record, "org")
	if p == nil {
		return ""
	}
	return formatUnits(parseUnits(formatUnits(exchange.Values(p))))
}

func setOrganisation(t tree, text string) {
	units := parseUnits(text)
	if len(units) == 0 {
		removeAll(inCard(t.record, tagged("org")))
		return
	}
	exchange.SetValues(ensureIn(t.record, "org"), exchange.TextType, units...)
}
