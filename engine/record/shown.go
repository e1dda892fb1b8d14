package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// Shown returns a content with the record that it is shown with: c itself, unless it lacks the
// record of the content that it was made from (Complete). Then it is the older content with
// the title and text of c, and with all other data of c.
func Shown(c *item.Content) *item.Content {
	if c.From() == nil {
		return c
	}
	shown, err := item.NewContent(treeOf(c).entry)
	if err != nil {
		panic("content: " + err.Error()) // it has the root of c
	}
	return shown
}

// Holds reports whether the XML of a content itself contains a record, regardless of the
// record that it is shown with.
func Holds(c *item.Content) bool {
	if c.From() == nil {
		facts, _ := Summary(c) // cached: stores need it, too
		return facts.Kind != Note
	}
	return mayHoldRecord(c.XML()) && recordIn(c.Element()) != nil
}

// complete adds to an entry what it lacks of an older one, except title and text: if these are
// missing, somebody removed them.
func complete(entry, older *etree.Element) {
	for _, t := range slices.Clone(entry.Child) {
		if _, loose := t.(*etree.CharData); loose { // elements flattened into text
			entry.RemoveChild(t)
		}
	}
	for _, e := range older.ChildElements() {
		if isMirror(e) {
			continue
		}
		there := alikeIn(entry, e)
		if there != nil && packed(there, e) {
			entry.RemoveChild(there)
			there = nil
		}
		if there == nil {
			entry.AddChild(declared(e, older))
		}
	}
}

// isMirror reports whether plain readers edit an element.
func isMirror(e *etree.Element) bool {
	return e.NamespaceURI() == item.NamespaceAtom && slices.Contains([]string{"title", "content", "summary"}, e.Tag)
}

// alikeIn returns the first child of an entry with the name of e and, for links, the same
// relation.
func alikeIn(entry, e *etree.Element) *etree.Element {
	for _, o := range entry.ChildElements() {
		if o.Tag == e.Tag && o.NamespaceURI() == e.NamespaceURI() && o.SelectAttrValue("rel", "") == e.SelectAttrValue("rel", "") {
			return o
		}
	}
	return nil
}

// packed reports whether a program flattened the elements of before into text.
func packed(e, before *etree.Element) bool {
	return hasElements(before) && isPacked(e)
}

func isPacked(e *etree.Element) bool {
	return !hasElements(e) && strings.TrimSpace(e.Text()) != ""
}

func hasElements(e *etree.Element) bool {
	for range e.ChildElementsSeq() {
		return true
	}
	return false
}

// declared returns a copy of a child of an entry that declares the namespace prefixes
// inherited from the entry.
func declared(e, entry *etree.Element) *etree.Element {
	alone := e.Copy()
	for _, a := range entry.Attr {
		if a.Space == "xmlns" && alone.SelectAttr(a.FullKey()) == nil && uses(alone, a.Key) {
			alone.CreateAttr(a.FullKey(), a.Value)
		}
	}
	return alone
}

// uses reports whether a prefix is used in an element.
func uses(e *etree.Element, prefix string) bool {
	return e.Space == prefix ||
		slices.ContainsFunc(e.Attr, func(a etree.Attr) bool { return a.Space == prefix }) ||
		slices.ContainsFunc(e.ChildElements(), func(child *etree.Element) bool { return uses(child, prefix) })
}

// shownProperty is a property with its shown parameters.
type shownProperty struct {
	*etree.Element
	parameters []string
}

// takeOut removes the shown data from a property and, if nothing remains, the property itself.
func (s shownProperty) takeOut() {
	if s.Parent() == nil {
		return // two properties of a group share a label
	}
	exchange.SetValues(s.Element, exchange.TextType)
	for _, name := range s.parameters {
		exchange.SetParameter(s.Element, name, exchange.TextType)
	}
	if !hasElements(s.Element) && !slices.ContainsFunc(s.Attr, isData) {
		s.Parent().RemoveChild(s.Element)
	}
}

func isData(a etree.Attr) bool { return !item.IsDeclaration(a) }

// shown returns the properties that the fields show, before any of them is changed, because
// one may depend on others.
func (t tree) shown() (all []shownProperty) {
	for _, f := range fieldsOf(t.kind()) {
		if f.shown != nil {
			all = append(all, f.shown(t)...)
		}
	}
	return all
}

// valid returns a function that returns the first property of a todo with each name, the only
// one that is shown, if it is valid.
func valid(names ...string) func(tree) []shownProperty {
	return func(t tree) (all []shownProperty) {
		for _, name := range names {
			if p := t.property(name); p != nil && t.shows(name) {
				all = append(all, shownProperty{p, []string{"tzid"}})
			}
		}
		return all
	}
}

func shownCategories(t tree) (all []shownProperty) {
	for _, p := range t.properties("categories") {
		all = append(all, shownProperty{p, nil})
	}
	return all
}

func shownParent(t tree) []shownProperty {
	if p := t.parent(); p != nil {
		return []shownProperty{{p, []string{"reltype"}}}
	}
	return nil
}

func shownAlarms(t tree) (all []shownProperty) {
	for _, a := range t.alarms() {
		all = append(all, a.shown()...)
	}
	return all
}

// shows reports whether the first property with that name is valid. Fields do not show invalid
// properties.
func (t tree) shows(name string) bool {
	switch name {
	case "status":
		_, known := statusNames[strings.ToUpper(t.word(name))]
		return known
	case "completed", "dtstart":
		return !dateOf(t.property(name)).IsZero()
	case "due":
		return !t.due().IsZero()
	case "duration":
		return t.property("due") == nil && !t.due().IsZero()
	case "percent-complete":
		return between(0, 100, false)(t.word(name)) != ""
	case "priority":
		return between(0, 9, false)(t.word(name)) != ""
	case "rrule":
		return t.rule() != nil
	case sortOrder:
		return getOrder(t) != ""
	}
	return true
}

// inDisplay lists the properties of every alarm that displays the title, and those that
// identify it and record its acknowledgement (RFC 9074 §4, §6.1).
var inDisplay = []string{"action", "description", "acknowledged", "x-wr-alarmuid"}

// shown returns the properties of an alarm that the field alarms represents.
func (a alarm) shown() []shownProperty {
	if _, has := a.trigger(); !has {
		return nil
	}
	all := []shownProperty{{a.property("trigger"), []string{"related"}}}
	for _, name := range inDisplay {
		p := a.property(name)
		if p != nil && (name != "action" || strings.EqualFold(strings.TrimSpace(exchange.FirstText(p)), "display")) {
			all = append(all, shownProperty{p, nil})
		}
	}
	return all
}
