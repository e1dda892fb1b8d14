package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// entryOf is the element that a property is shown as.
func entryOf(p *etree.Element, value string) Entry {
	e := Entry{Value: value, Preferred: isFirst(p)}
	for _, t := range typesOf(p) {
		if t == preferred {
			e.Preferred = true
		} else {
			e.Types = append(e.Types, t)
		}
	}
	label := labelOf(p)
	if t := typeIn(label); t != "" {
		e.Types = append(e.Types, t)
	} else {
		e.Label = label
	}
	e.tidy()
	return e
}

// typesOf lists the types that stand in the parameter, in lower case.
func typesOf(p *etree.Element) []string {
	var all []string
	for _, t := range xprop.Parameter(p, "type") {
		if t = strings.ToLower(oneLine(t)); t != "" {
			all = append(all, t)
		}
	}
	return all
}

// isFirst tells whether the parameter PREF gives the highest preference
// (RFC 6350 §5.3).
func isFirst(p *etree.Element) bool {
	return slices.Contains(xprop.Parameter(p, preferred), "1")
}

// putMarks changes types, preference and label of a property where they differ.
func putMarks(p *etree.Element, was, now Entry) {
	if was.Label != now.Label || !slices.Equal(was.Types, now.Types) {
		putTypes(p, now.Types, putLabel(p, now))
	}
	if was.Preferred != now.Preferred {
		putPreference(p, now.Preferred)
	}
}

// putTypes changes the parameter. What the label says already is not said twice.
func putTypes(p *etree.Element, types []string, inLabel string) {
	old := typesOf(p)
	var all []string
	for _, t := range types {
		if t != inLabel || slices.Contains(old, t) {
			all = append(all, t)
		}
	}
	if slices.Contains(old, preferred) {
		all = append(all, preferred)
	}
	if slices.Sort(all); !slices.Equal(slices.Sorted(slices.Values(old)), all) {
		xprop.SetParameter(p, "type", xprop.Text, all...)
	}
}

// putPreference says it by the parameter, and takes it away in either form.
func putPreference(p *etree.Element, first bool) {
	if first {
		xprop.SetParameter(p, preferred, xprop.Integer, "1")
		return
	}
	if isFirst(p) {
		xprop.SetParameter(p, preferred, xprop.Integer)
	}
	if old := typesOf(p); slices.Contains(old, preferred) {
		left := slices.DeleteFunc(old, func(t string) bool { return t == preferred })
		xprop.SetParameter(p, "type", xprop.Text, left...)
	}
}
