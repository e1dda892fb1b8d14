package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// A shownProperty is one whose values a field shows, with those parameters.
type shownProperty struct {
	*etree.Element
	parameters []string
}

// takeOut leaves of a property what is not shown, and where that is nothing,
// nothing.
func (s shownProperty) takeOut() {
	if s.Parent() == nil {
		return // two properties of a group share a label
	}
	xprop.SetValues(s.Element, xprop.Text)
	for _, name := range s.parameters {
		xprop.SetParameter(s.Element, name, xprop.Text)
	}
	if len(s.ChildElements()) == 0 && !slices.ContainsFunc(s.Attr, isData) {
		s.Parent().RemoveChild(s.Element)
	}
}

func isData(a etree.Attr) bool { return !item.IsDeclaration(a) }

// shown lists the properties that the fields show, all as they stand: what one
// says may depend on others.
func (t tree) shown() []shownProperty {
	if t.kind() == Contact {
		return t.shownInCard()
	}
	var all []shownProperty
	for _, name := range shownOnce {
		if p := t.property(name); p != nil && t.shows(name) {
			all = append(all, shownProperty{p, []string{"tzid"}})
		}
	}
	for _, p := range t.properties("categories") {
		all = append(all, shownProperty{p, nil})
	}
	if p := t.parent(); p != nil {
		all = append(all, shownProperty{p, []string{"reltype"}})
	}
	for _, a := range t.alarms() {
		all = append(all, a.shown()...)
	}
	return all
}

// shownOnce are the properties of a todo of which the first is shown.
var shownOnce = []string{
	"summary", "description", "location", "url", "status", "completed", "percent-complete",
	"dtstart", "due", "duration", "priority", "rrule", sortOrder,
}

// shows tells whether the first property of a name is understood. What is not is
// no value of any field.
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

// inDisplay are the properties that every alarm has which shows the title, and
// what tells it from others and says that it was seen (RFC 9074 §4, §6.1).
var inDisplay = []string{"action", "description", "acknowledged", "x-wr-alarmuid"}

// shown lists the properties of an alarm that is shown by when it goes off.
func (a alarm) shown() []shownProperty {
	if _, has := a.trigger(); !has {
		return nil
	}
	all := []shownProperty{{a.property("trigger"), []string{"related"}}}
	for _, name := range inDisplay {
		p := a.property(name)
		if p != nil && (name != "action" || strings.EqualFold(strings.TrimSpace(valueOf(p)), "display")) {
			all = append(all, shownProperty{p, nil})
		}
	}
	return all
}
