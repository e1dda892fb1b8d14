package record

import (
	"slices"
	"strings"

	"crossfeed/engine/record/internal/xprop"
)

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
