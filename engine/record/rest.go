package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// Rest is all that a content says and no field shows, as a text to compare: two
// contents have the same Rest where their other data are the same, and "" where
// there are none. It holds
//
//	of the record      properties that no field shows, and of those that one
//	                   shows, the parameters that it does not; of alarms, what
//	                   they do besides showing the title
//	of an outline      its attributes that no field shows, a line each
//	around the record  what a calendar or a list of cards has besides
//	of the entry       its canonical form without title, text and links to
//	                   files: these are fields, or mirror some
//
// The order of properties, their groups, and white space between elements do not
// count. Identifiers and what programs write on their own are left out.
func Rest(c *item.Content) string { return Read(c).Rest() }

// Rest returns the Rest of the content. It takes the record apart, which cannot be read
// afterwards.
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
		for _, s := range slices.Backward(t.shown()) { // taking one out moves those after it
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

// unsaid are properties that nobody would miss: identifiers, and what programs
// write on their own.
var unsaid = []string{
	"uid", "prodid", "version", "calscale", "dtstamp", "created", "last-modified", "sequence", "rev",
}

// holders are elements that only hold others.
var holders = []string{"properties", "components", group}

// left lists what stands in an element.
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

// leftOfAlarm keeps together what stands in one alarm.
func leftOfAlarm(e *etree.Element) []string {
	lines := left(e)
	if len(lines) == 0 {
		return nil
	}
	slices.Sort(lines)
	return []string{"<valarm>" + strings.Join(lines, "") + "</valarm>"}
}

// leftAround lists what stands in the record and in the elements around it, and
// takes all of them out of the entry.
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

// leftOfEntry is what the entry says without its title and its text.
func (t tree) leftOfEntry() string {
	for _, tag := range []string{"title", bodyIn(t.entry)} {
		if e := childOf(t.entry, tag); e != nil {
			e.Child = nil
		}
	}
	return strings.Trim(item.CanonicalText(t.entry), "\x00")
}

// tighten takes white space out of elements that hold elements: xCal and xCard
// give it no meaning.
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

// shownInCard lists the properties of a card that its fields show.
func (t tree) shownInCard() []shownProperty {
	all := make([]shownProperty, 0, len(t.record.Child))
	for _, s := range []several{phones, emails, addresses, urls, messengers, custom} {
		properties, _ := s.properties(t)
		for _, p := range properties {
			all = append(all, shownProperty{p, []string{"type", preferred}})
			all = append(all, labelled(p)...)
		}
	}
	for _, tag := range []string{"fn", "n", "org"} {
		all = append(all, firstShown(t, tag)...)
	}
	all = append(all, firstShown(t, "bday", omitYear)...)
	all = append(all, firstShown(t, "photo", slices.Concat(ofThePicture, []string{"type"})...)...)
	for _, tag := range []string{"nickname", "role", "title", "note", "categories"} {
		for _, p := range inCard(t.record, tagged(tag)) {
			all = append(all, shownProperty{p, nil})
		}
	}
	return all
}

// firstShown is the first property of a name, the only one that is shown.
func firstShown(t tree, tag string, parameters ...string) []shownProperty {
	if p := firstIn(t.record, tag); p != nil {
		return []shownProperty{{p, parameters}}
	}
	return nil
}

// labelled is the property that labels another.
func labelled(p *etree.Element) []shownProperty {
	if labelOf(p) == "" {
		return nil
	}
	return []shownProperty{{labelElement(p), nil}}
}
