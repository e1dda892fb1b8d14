package vcf

import (
	"slices"
	"strings"

	"crossfeed/engine/record/internal/xprop"
)

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
