package record

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// Apple's programs label a property with a second property in its group. Labels that they
// translate are enclosed in marks: "_$!<Home>!$_".
const (
	labelTag   = "x-ablabel"
	labelOpen  = "_$!<"
	labelClose = ">!$_"
)

// spelled lists the translated labels that are not simply a capitalised word.
var spelled = map[string]string{
	"homepage": "HomePage", "homefax": "HomeFAX", "workfax": "WorkFAX", "otherfax": "OtherFAX",
}

// labelOf returns the label of a property, or "".
func labelOf(p *etree.Element) string {
	if l := labelBeside(p); l != nil {
		return oneLine(labelText(l))
	}
	return ""
}

// labelBeside returns the property that labels p, or nil.
func labelBeside(p *etree.Element) *etree.Element {
	if g := groupOf(p); g != nil {
		return exchange.Child(g, labelTag)
	}
	return nil
}

// labelText returns the text of a label. If the label's type is unknown, its text is still
// escaped as in a file.
func labelText(l *etree.Element) string {
	kind, text := exchange.Value(l)
	if kind == exchange.UnknownType {
		return unescape(text)
	}
	return text
}

// typeIn returns the type that corresponds to a translated label, or "".
func typeIn(label string) string {
	word, opened := strings.CutPrefix(label, labelOpen)
	word, closed := strings.CutSuffix(word, labelClose)
	if !opened || !closed {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(word))
}

// labelFor returns the translated label for a type.
func labelFor(t string) string {
	word, known := spelled[t]
	if first, size := utf8.DecodeRuneInString(t); !known {
		word = string(unicode.ToUpper(first)) + t[size:]
	}
	if strings.ToLower(word) != t { // the capital of some letters has a different lower case
		word = t
	}
	return labelOpen + word + labelClose
}

// putLabel sets the label of a property to that of an entry. It returns the type that the
// label stands for, or "". A label that stood for a type continues to stand for one.
func putLabel(p *etree.Element, now Entry) string {
	if now.Label != "" {
		setLabel(p, now.Label)
		return ""
	}
	was := typeIn(labelOf(p))
	if was != "" && slices.Contains(now.Types, was) {
		return was
	}
	if was != "" {
		old := typesOf(p)
		if i := slices.IndexFunc(now.Types, func(t string) bool { return !slices.Contains(old, t) }); i >= 0 {
			setLabel(p, labelFor(now.Types[i]))
			return now.Types[i]
		}
	}
	setLabel(p, "")
	return ""
}

// setLabel sets or removes the label of a property. If other properties share its group, the
// property leaves the group, so that they keep their label.
func setLabel(p *etree.Element, label string) {
	if label == labelOf(p) {
		return
	}
	if sharesGroup(p) {
		leaveGroup(p)
	}
	if label == "" {
		if g := groupOf(p); g != nil {
			removeAll(exchange.Children(g, labelTag))
		}
		return
	}
	if groupOf(p) == nil {
		enterGroup(p)
	}
	l := labelElement(p)
	if kind, _ := exchange.Value(l); kind == exchange.TextType {
		exchange.SetValues(l, exchange.TextType, label)
		return
	}
	exchange.SetValues(l, exchange.UnknownType, escape(label, ",;"))
}

// labelElement returns the property that labels p, and adds one if there is none.
func labelElement(p *etree.Element) *etree.Element { return exchange.EnsureChild(p.Parent(), labelTag) }

// companions lists properties that only describe another property in their group.
var companions = []string{labelTag, "x-abadr"}

// groupOf returns the group of a property, or nil. A group is an element (RFC 6351 §5).
func groupOf(p *etree.Element) *etree.Element {
	if g := p.Parent(); g.Tag == group && g.Parent() != nil {
		return g
	}
	return nil
}

// sharesGroup reports whether the group contains another property, not counting companions.
func sharesGroup(p *etree.Element) bool {
	g := groupOf(p)
	return g != nil && holdsOther(g, p)
}

func holdsOther(g, p *etree.Element) bool {
	return slices.ContainsFunc(g.ChildElements(), func(e *etree.Element) bool {
		return e != p && !slices.Contains(companions, e.Tag)
	})
}

// removeProperty removes a property from its card. If only companions remain in its group, it
// removes the group, too.
func removeProperty(p *etree.Element) {
	g := groupOf(p)
	p.Parent().RemoveChild(p)
	if g != nil && !slices.Contains(companions, p.Tag) && !holdsOther(g, p) {
		g.Parent().RemoveChild(g)
	}
}

// leaveGroup moves a property out of its group, to right after it.
func leaveGroup(p *etree.Element) {
	g := p.Parent()
	g.RemoveChild(p)
	g.Parent().InsertChildAt(g.Index()+1, p)
}

// enterGroup moves a property into a new group at the same position.
func enterGroup(p *etree.Element) {
	card, at := p.Parent(), p.Index()
	name := freeGroup(card)
	g := exchange.AddChild(card, group)
	g.CreateAttr("name", name)
	card.RemoveChild(p)
	g.AddChild(p)
	card.InsertChildAt(at, g)
}

// freeGroup returns an unused group name, numbered as Apple's programs do.
func freeGroup(card *etree.Element) string {
	var names []string
	for _, token := range card.Child {
		if g, is := token.(*etree.Element); is && g.Tag == group {
			names = append(names, g.SelectAttrValue("name", ""))
		}
	}
	for n := len(names) + 1; ; n++ {
		name := fmt.Sprintf("item%d", n)
		if !slices.ContainsFunc(names, func(taken string) bool { return strings.EqualFold(taken, name) }) {
			return name
		}
	}
}

// entryOf returns the entry for a property.
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

// typesOf returns the values of the TYPE parameter in lower case.
func typesOf(p *etree.Element) []string {
	var all []string
	for _, t := range exchange.Parameter(p, "type") {
		if t = strings.ToLower(oneLine(t)); t != "" {
			all = append(all, t)
		}
	}
	return all
}

// isFirst reports whether the parameter PREF has the highest preference (RFC 6350 §5.3).
func isFirst(p *etree.Element) bool {
	return slices.Contains(exchange.Parameter(p, preferred), "1")
}

// putMarks updates the types, preference and label of a property where they differ.
func putMarks(p *etree.Element, was, now Entry) {
	if was.Label != now.Label || !slices.Equal(was.Types, now.Types) {
		putTypes(p, now.Types, putLabel(p, now))
	}
	if was.Preferred != now.Preferred {
		putPreference(p, now.Preferred)
	}
}

// putTypes updates the TYPE parameter. It leaves out the type that the label expresses
// already.
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
		exchange.SetParameter(p, "type", exchange.TextType, all...)
	}
}

// putPreference sets the preference with PREF, or removes it in both of its forms.
func putPreference(p *etree.Element, first bool) {
	if first {
		exchange.SetParameter(p, preferred, exchange.IntegerType, "1")
		return
	}
	if isFirst(p) {
		exchange.SetParameter(p, preferred, exchange.IntegerType)
	}
	if old := typesOf(p); slices.Contains(old, preferred) {
		left := slices.DeleteFunc(old, func(t string) bool { return t == preferred })
		exchange.SetParameter(p, "type", exchange.TextType, left...)
	}
}
