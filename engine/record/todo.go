package record

import (
	"slices"
	"strconv"
	"strings"
	"time"

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
	single("section", Line, MergeOne, "x-crossfeed-section", exchange.TextType),
	single("text", Text, MergeText, "description", exchange.TextType),
	{Name: "repeat", Form: Rule, get: getRepeat, set: setRepeat, shown: valid("rrule")},
	{Name: "alarms", Form: Triggers, Merge: MergeSet, get: getAlarms, set: setAlarms, shown: shownAlarms},
	single("location", Line, MergeOne, "location", exchange.TextType),
	single("url", Line, MergeOne, "url", exchange.URIType),
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

func getStart(t tree) string { return t.start().String() }

func getDue(t tree) string { return t.due().String() }

func (t tree) start() Date { return dateOf(t.property("dtstart")) }

// due returns DUE or, if there is a DURATION instead, the start plus the duration (RFC 5545
// §3.6.2: a todo has only one of them).
func (t tree) due() Date {
	if p := t.property("due"); p != nil {
		return dateOf(p)
	}
	start, long := t.start(), t.property("duration")
	if start.IsZero() || long == nil {
		return Date{}
	}
	d, err := parseDuration(strings.TrimSpace(exchange.FirstText(long)))
	if err != nil || d.negative || !start.HasTime() && d.seconds != 0 {
		return Date{}
	}
	return start.plus(d)
}

// setDue writes DUE and removes DURATION: a todo must not have both.
func setDue(t tree, value string) {
	t.drop("duration")
	t.setDate("due", value)
}

// setStart preserves the due date: if a DURATION defined it, DUE replaces that.
func setStart(t tree, value string) {
	if t.property("due") == nil {
		if due := t.due(); !due.IsZero() {
			setDue(t, due.String())
		}
	}
	t.setDate("dtstart", value)
}

func (t tree) setDate(name, value string) {
	d, err := ParseDate(value)
	if value == "" || err != nil {
		t.drop(name)
		return
	}
	writeDate(t.ensure(name), d)
}

// writeDate sets the value of a property to a date (RFC 6321 §3.6.4, §3.6.5).
func writeDate(p *etree.Element, d Date) {
	var zone []string
	kind, text := exchange.DateType, d.local.Format(dayLayout)
	if d.timed {
		kind, text = exchange.DateTimeType, d.local.Format(secondLayout)
	}
	switch d.Zone {
	case "":
	case universalZone:
		text += "Z"
	default:
		zone = []string{d.Zone}
	}
	exchange.SetParameter(p, "tzid", exchange.TextType, zone...)
	exchange.SetValues(p, kind, text)
}

// dateOf returns the date in a property; it is zero if the value is invalid.
func dateOf(p *etree.Element) Date {
	if p == nil {
		return Date{}
	}
	return dateIn(exchange.FirstText(p), exchange.Parameter(p, "tzid"))
}

// dateIn parses a value with the TZID parameter of its property. A time in UTC remains in UTC,
// even with a TZID.
func dateIn(value string, zones []string) Date {
	text := extended(strings.TrimSpace(value))
	if len(zones) > 0 && strings.Contains(text, "T") && !strings.HasSuffix(text, "Z") {
		text += " " + zones[0]
	}
	d, err := ParseDate(strings.TrimSpace(text))
	if err != nil {
		return Date{}
	}
	return d
}

// extended converts a date in iCalendar's basic format to ISO 8601's extended format, which
// xCal uses.
func extended(text string) string {
	if strings.Contains(text, "-") {
		return text
	}
	for basic, layout := range map[string]string{
		"20060102":         dayLayout,
		"20060102T150405":  secondLayout,
		"20060102T150405Z": secondLayout + "Z",
	} {
		if at, err := time.Parse(basic, text); err == nil {
			return at.Format(layout)
		}
	}
	return text
}
