package record

import (
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
