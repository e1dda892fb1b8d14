package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// todoFields lists the editable fields of a vtodo (RFC 5545 §3.6.2) in display order. Alarms
// follow the dates that they are relative to.
var todoFields = []Field{
	single("title", Line, MergeOne, "summary", exchange.TextType),
	{Name: "done", Form: Completion, Merge: MergeUnit, get: getDone, set: setDone, shown: valid("status", "completed", "percent-complete")},
	{Name: "due", Form: Day, get: getDue, set: setDue, shown: valid("due", "duration")},
	{Name: "start", Form: Day, get: getStart, set: setStart, shown: valid("dtstart")},
	{Name: "priority", Form: Priority, get: getPriority, set: setPriority, shown: valid("priority")},
	{Name: "tags", Form: Words, Merge: MergeSet, get: getTodoTags, set: setTodoTags, shown: shownCategories},
	single("text", Text, MergeText, "description", exchange.TextType),
	single("location", Line, MergeOne, "location", exchange.TextType),
	single("url", Line, MergeOne, "url", exchange.URIType),
	{Name: "repeat", Form: Rule, get: getRepeat, set: setRepeat, shown: valid("rrule")},
	{Name: "alarms", Form: Triggers, Merge: MergeSet, get: getAlarms, set: setAlarms, shown: shownAlarms},
	attachments,
	{Name: "parent", Form: Reference, get: getParent, set: setParent, shown: shownParent},
	{Name: "order", Form: Order, Merge: MergeNever, get: getOrder, set: setOrder, shown: valid(sortOrder)},
}

// single returns the field for the text of one property.
func single(name string, form Form, merge Merge, property, kind string) Field {
	return Field{
		Name: name, Form: form, Merge: merge,
		get: func(t tree) string { return t.text(property) },
		set: func(t tree, v string) { t.setText(property, kind, v) }, shown: valid(property),
	}
}

// properties returns the todo's properties with that name.
func (t tree) properties(name string) []*etree.Element {
	if all := exchange.Child(t.record, "properties"); all != nil {
		return exchange.Children(all, name)
	}
	return nil
}

// property returns the first property with that name, or nil. If a property that must be
// unique occurs twice, the first one counts and the others are preserved.
func (t tree) property(name string) *etree.Element {
	if all := t.properties(name); len(all) > 0 {
		return all[0]
	}
	return nil
}

// ensure returns the first property with that name, and adds one if there is none.
func (t tree) ensure(name string) *etree.Element {
	return exchange.EnsureChild(exchange.EnsureChild(t.record, "properties"), name)
}

// drop removes all properties with these names: if only the first were removed, the next one
// would be shown instead.
func (t tree) drop(names ...string) {
	for _, name := range names {
		for _, p := range t.properties(name) {
			p.Parent().RemoveChild(p)
		}
	}
}

func (t tree) text(name string) string { return exchange.FirstText(t.property(name)) }

// word returns the value of a property without surrounding white space, which its type does
// not allow.
func (t tree) word(name string) string { return strings.TrimSpace(t.text(name)) }

// setText sets a property to one value of a type; "" removes it.
func (t tree) setText(name, kind, value string) {
	if value == "" {
		t.drop(name)
		return
	}
	exchange.SetValues(t.ensure(name), kind, value)
}

func getTodoTags(t tree) string { return tagsIn(t.properties("categories")) }

func setTodoTags(t tree, value string) {
	setTagsIn(t.properties("categories"), value, func() *etree.Element { return exchange.EnsureChild(t.record, "properties") })
}

// tagsIn returns the text form of the tags in some properties.
func tagsIn(categories []*etree.Element) string {
	var text strings.Builder
	for _, p := range categories {
		for value := range exchange.EachValue(p) {
			addTag(&text, strings.TrimSpace(value))
		}
	}
	return text.String()
}

// setTagsIn leaves each remaining tag in its property, which may have parameters of its own.
// New tags are appended; if no property is suitable, a new one is added to the holder.
func setTagsIn(categories []*etree.Element, value string, holder func() *etree.Element) {
	wanted := newBag(ParseTags(value))
	for _, p := range categories {
		removeOtherTags(p, wanted)
	}
	tags := wanted.rest()
	if len(tags) == 0 {
		return
	}
	p := plainCategories(categories)
	if p == nil {
		p = exchange.AddChild(holder(), "categories")
	}
	for _, tag := range tags {
		exchange.SetChars(exchange.AddChild(p, exchange.TextType), tag)
	}
}

// removeOtherTags removes unwanted tags from a property and, with its last tag, the property
// itself.
func removeOtherTags(p *etree.Element, wanted *bag) {
	left := 0
	for _, e := range p.ChildElements() {
		switch tag := strings.TrimSpace(exchange.Chars(e)); {
		case e.Tag == "parameters":
		case tag == "" || wanted.take(tag):
			left++
		default:
			p.RemoveChild(e)
		}
	}
	if left == 0 {
		removeProperty(p)
	}
}

// plainCategories returns the last remaining property of tags without parameters, which would
// apply to new tags, too. It returns nil if there is none.
func plainCategories(all []*etree.Element) *etree.Element {
	for _, p := range slices.Backward(all) {
		if p.Parent() != nil && exchange.Child(p, "parameters") == nil {
			return p
		}
	}
	return nil
}

func getParent(t tree) string {
	if p := t.parent(); p != nil {
		return strings.TrimSpace(exchange.FirstText(p))
	}
	return ""
}

// setParent leaves relations of other types unchanged.
func setParent(t tree, value string) {
	if value == "" {
		for p := t.parent(); p != nil; p = t.parent() {
			p.Parent().RemoveChild(p)
		}
		return
	}
	p := t.parent()
	if p == nil {
		p = exchange.AddChild(exchange.EnsureChild(t.record, "properties"), "related-to")
	}
	exchange.SetValues(p, exchange.TextType, value)
}

// parent returns the first RELATED-TO that refers to a parent, or nil. PARENT is the default
// RELTYPE (RFC 5545 §3.2.15).
func (t tree) parent() *etree.Element {
	for _, p := range t.properties("related-to") {
		if kind := exchange.Parameter(p, "reltype"); len(kind) == 0 || strings.EqualFold(strings.TrimSpace(kind[0]), "parent") {
			return p
		}
	}
	return nil
}

// priorityNames are words for the ranges of RFC 5545 §3.8.1.9.
var priorityNames = map[string]string{"high": "1", "medium": "5", "low": "9", "none": ""}

// canonicalPriority accepts a word or a number from 0, meaning none, to 9.
func canonicalPriority(text string) (string, error) {
	if p, named := priorityNames[strings.ToLower(text)]; named {
		return p, nil
	}
	switch n, err := strconv.Atoi(text); {
	case err != nil || n < 0 || n > 9:
		return "", wrong(text, NotAPriority)
	case n == 0:
		return "", nil
	default:
		return strconv.Itoa(n), nil
	}
}

func getPriority(t tree) string {
	n, err := strconv.Atoi(t.word("priority"))
	if err != nil || n < 1 || n > 9 {
		return ""
	}
	return strconv.Itoa(n)
}

func setPriority(t tree, value string) { t.setText("priority", exchange.IntegerType, value) }
