package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// Rest returns, as a text to compare, all data of a content that no field shows. It is equal
// for contents whose other data are equal, and "" if there are none. It includes
//
//	of the record      properties that no field shows; of shown properties,
//	                   the parameters that are not shown; of alarms, actions
//	                   other than displaying the title
//	of an outline      its attributes that no field shows, one per line
//	around the record  the other data of a calendar or a list of cards
//	of the entry       its canonical form without title, text and links to
//	                   files, which are fields or mirror some
//
// The order of properties, their groups, and white space between elements do not count.
// Identifiers and data that programs write automatically are left out.
func Rest(c *item.Content) string { return Read(c).Rest() }

// Rest returns the same as the function Rest does for the content. It takes the record apart,
// so that it cannot be used afterwards.
func (r Record) Rest() string {
	t := r.tree
	if t.entry == nil {
		return ""
	}
	if t.kind() != Outline {
		t.takeOutAttachments()
	}
	var lines []string
	switch {
	case t.kind() == Outline:
		lines = t.leftOfOutline()
	case t.record != nil:
		for _, s := range slices.Backward(t.shown()) { // removing one shifts those after it
			s.takeOut()
		}
		lines = t.leftAround()
	}
	slices.Sort(lines)
	if entry := t.leftOfEntry(); entry != "" {
		lines = append(lines, entry)
	}
	return strings.Join(lines, "\n")
}

// unsaid lists properties that nobody would miss: identifiers, and data that programs write
// automatically.
var unsaid = []string{
	"uid", "prodid", "version", "calscale", "dtstamp", "created", "last-modified", "sequence", "rev",
}

// holders lists elements that only contain others.
var holders = []string{"properties", "components", group}

// left returns the remaining data of an element.
func left(in *etree.Element) []string {
	var lines []string
	for _, e := range in.ChildElements() {
		switch ours := e.NamespaceURI() == in.NamespaceURI(); {
		case ours && slices.Contains(unsaid, e.Tag):
		case ours && slices.Contains(holders, e.Tag):
			lines = append(lines, left(e)...)
		case ours && e.Tag == "valarm":
			lines = append(lines, leftOfAlarm(e)...)
		default:
			if ours {
				tighten(e)
			}
			lines = append(lines, item.Canonical(e))
		}
	}
	return lines
}

// leftOfAlarm returns the remaining data of one alarm as a single line.
func leftOfAlarm(e *etree.Element) []string {
	lines := left(e)
	if len(lines) == 0 {
		return nil
	}
	slices.Sort(lines)
	return []string{"<valarm>" + strings.Join(lines, "") + "</valarm>"}
}

// leftAround returns the remaining data of the record and of its enclosing elements, and
// removes all of them from the entry.
func (t tree) leftAround() []string {
	var lines []string
	for e := t.record; e != t.entry; {
		lines = append(lines, left(e)...)
		around := e.Parent()
		around.RemoveChild(e)
		e = around
	}
	return lines
}

// leftOfEntry returns the entry without its title and text.
func (t tree) leftOfEntry() string {
	for _, tag := range []string{"title", bodyIn(t.entry)} {
		if e := childOf(t.entry, tag); e != nil {
			e.Child = nil
		}
	}
	return strings.Trim(item.CanonicalText(t.entry), "\x00")
}

// tighten removes white space between elements, which has no meaning in xCal and xCard.
func tighten(e *etree.Element) {
	inside := e.ChildElements()
	if len(inside) == 0 {
		return
	}
	for _, t := range slices.Clone(e.Child) {
		if d, is := t.(*etree.CharData); is && strings.TrimSpace(d.Data) == "" {
			e.RemoveChild(d)
		}
	}
	for _, child := range inside {
		tighten(child)
	}
}

// allProperties returns a function that returns the properties of a card with that name.
func allProperties(tag string) func(tree) []shownProperty {
	return func(t tree) (all []shownProperty) {
		for _, p := range inCard(t.record, tagged(tag)) {
			all = append(all, shownProperty{p, nil})
		}
		return all
	}
}

// firstProperty returns a function that returns the first property with that name, the only
// one that is shown.
func firstProperty(tag string, parameters ...string) func(tree) []shownProperty {
	return func(t tree) []shownProperty {
		if p := firstIn(t.record, tag); p != nil {
			return []shownProperty{{p, parameters}}
		}
		return nil
	}
}

// shown returns the properties of all entries, and those that label them.
func (s several) shown(t tree) (all []shownProperty) {
	n := 0
	for range s.each(t) {
		n++
	}
	all = make([]shownProperty, 0, n)
	for p := range s.each(t) {
		all = append(all, shownProperty{p, shownOfEntries})
		all = append(all, labelled(p)...)
	}
	return all
}

// shownOfEntries lists the parameters of an entry that its text form shows.
var shownOfEntries = []string{"type", preferred}

// labelled returns the property that labels p, if there is one.
func labelled(p *etree.Element) []shownProperty {
	if labelOf(p) == "" {
		return nil
	}
	return []shownProperty{{labelElement(p), nil}}
}
