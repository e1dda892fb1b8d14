package vcf

import (
	"errors"
	"strconv"
	"strings"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// params are the parameters of a property, each once.
type params []param

// parameters are those of the statement, in the order of the line.
func (s *statement) parameters() (params, error) {
	if len(s.params) == 0 {
		return nil, nil
	}
	all := make(params, 0, len(s.params)+1)
	for _, one := range s.params {
		if !isName(one.Name) {
			return nil, errors.New("has a parameter whose name cannot be kept")
		}
		for _, v := range one.Values {
			all.read(one.Name, printable(utf8Of(v)))
		}
	}
	return all, nil
}

// read adds one value. CardBook and others separate parameters by commas:
// PREF=1,TYPE=HOME.
func (all *params) read(name, v string) {
	for isOneOf(name, "TYPE", "PREF") {
		inner, value, found := strings.Cut(v, "=")
		if !found || !isOneOf(inner, "TYPE", "PREF") {
			break
		}
		name, v = inner, value
	}
	switch {
	case strings.EqualFold(name, "TYPE"):
		for t := range strings.SplitSeq(v, ",") {
			all.addType(strings.TrimSpace(t))
		}
	case strings.EqualFold(name, "PREF"):
		all.addPref(v)
	case strings.EqualFold(name, "LABEL"): // RFC 6350 §6.3.1 has "\n" in it
		all.add("label", xprop.Text, exchange.Unescape(v))
	case strings.EqualFold(name, "LANGUAGE"):
		all.add("language", languageTag, v)
	case strings.EqualFold(name, "GEO"):
		all.add("geo", xprop.URI, v)
	default:
		all.add(strings.ToLower(name), xprop.Text, v)
	}
}

func isOneOf(s string, names ...string) bool {
	for _, n := range names {
		if strings.EqualFold(s, n) {
			return true
		}
	}
	return false
}

// addType adds a type in lower case. TYPE=pref is how vCard 2.1 and 3.0 say
// PREF=1. A type with a space in it is a label that somebody typed.
func (all *params) addType(t string) {
	switch {
	case t == "":
	case strings.EqualFold(t, "pref"):
		all.addPref("1")
	case strings.Contains(t, " "):
		all.add("type", xprop.Text, t)
	default:
		all.add("type", xprop.Text, strings.ToLower(t))
	}
}

// addPref adds the preference, if none stands there yet. PREF without a number,
// as a server makes it of a bare PREF, is the highest.
func (all *params) addPref(v string) {
	for _, p := range *all {
		if p.name == "pref" {
			return
		}
	}
	if v == "" {
		v = "1"
	}
	kind := xprop.Integer
	if n, err := strconv.Atoi(v); err != nil || n < 1 || n > 100 {
		kind = xprop.Text
	}
	all.add("pref", kind, v)
}

// add adds a value to the parameter of that name.
func (all *params) add(name, kind, v string) {
	for i := range *all {
		if p := &(*all)[i]; p.name == name {
			p.values = append(p.values, value{kind, v})
			return
		}
	}
	*all = append(*all, param{name, []value{{kind, v}}})
}
