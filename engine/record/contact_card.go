package record

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// group is the element that properties of one group stand in (RFC 6351 §5).
const group = "group"

// tagged tells properties of one name from others.
func tagged(tag string) func(string) bool { return func(t string) bool { return t == tag } }

// inCard lists the wanted properties of a card, in its groups too, in the order
// in which they stand.
func inCard(card *etree.Element, wanted func(tag string) bool) []*etree.Element {
	var found []*etree.Element
	for _, token := range card.Child {
		e, is := token.(*etree.Element)
		switch {
		case !is || e.Tag != group && !wanted(e.Tag) || e.NamespaceURI() != card.NamespaceURI():
		case e.Tag == group:
			found = append(found, inCard(e, wanted)...)
		default:
			found = append(found, e)
		}
	}
	return found
}

// firstIn is the first property of that name in a card, or nil.
func firstIn(card *etree.Element, tag string) *etree.Element {
	if all := inCard(card, tagged(tag)); len(all) > 0 {
		return all[0]
	}
	return nil
}

// ensureIn is the first property of that name in a card, added where there is
// none.
func ensureIn(card *etree.Element, tag string) *etree.Element {
	if p := firstIn(card, tag); p != nil {
		return p
	}
	return xprop.Add(card, tag)
}

// removeAll takes properties away.
func removeAll(properties []*etree.Element) {
	for _, p := range properties {
		removeProperty(p)
	}
}

// putAs changes the value of a property, and keeps its type where it has one
// already. What cannot stand in a URI is a text.
func putAs(kind string) func(*etree.Element, string) {
	return func(p *etree.Element, value string) {
		as := kind
		if has, _ := xprop.Value(p); has == xprop.Text || has == xprop.URI || has == xprop.Unknown {
			as = has
		}
		if as == xprop.URI && strings.ContainsAny(value, notInURI) {
			as = xprop.Text
		}
		xprop.SetValues(p, as, value)
	}
}

// notInURI are characters that no URI has (RFC 3986 §2); letters beyond ASCII are
// left as people type them.
const notInURI = " \t\"<>\\^`{|}"

// lineOf is the value of a property on one line.
func lineOf(p *etree.Element) string {
	_, text := xprop.Value(p)
	return oneLine(text)
}

// oneLine makes a space of every line end, and of the white space around it.
func oneLine(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return strings.TrimSpace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}
