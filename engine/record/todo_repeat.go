package record

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

func getRepeat(t tree) string { return t.rule().String() }

// rule is that of the todo; nil where there is none, or one that is not
// understood, which stays as it is.
func (t tree) rule() rule {
	p := t.property("rrule")
	if p == nil {
		return nil
	}
	var r rule
	if recur := xprop.Child(p, xprop.Recur); recur != nil && len(recur.ChildElements()) > 0 {
		r = ruleIn(recur)
	} else if text := strings.TrimSpace(valueOf(p)); text != "" {
		r, _ = parseRule(text)
	}
	return r
}

// ruleIn reads the elements of a rule, one for each value (RFC 6321 §3.6.10), or
// for several with commas, as some converters write them.
func ruleIn(recur *etree.Element) rule {
	r := rule{}
	for _, e := range recur.ChildElements() {
		name := strings.ToUpper(e.Tag)
		r[name] = append(r[name], strings.Split(strings.ToUpper(xprop.Chars(e)), ",")...)
	}
	if !r.normalise() {
		return nil
	}
	return r
}

func setRepeat(t tree, value string) {
	r, err := parseRule(value)
	if value == "" || err != nil {
		t.drop("rrule")
		return
	}
	p := t.ensure("rrule")
	xprop.SetValues(p, xprop.Recur, "")
	recur := xprop.Child(p, xprop.Recur)
	for _, part := range ruleParts {
		for _, v := range r[part.name] {
			if part.name == "UNTIL" {
				v = extended(v)
			}
			xprop.SetChars(xprop.Add(recur, strings.ToLower(part.name)), v)
		}
	}
}
