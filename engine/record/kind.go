package record

import (
	"slices"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// Kind is what an item is, as its content shows.
type Kind string

// Kinds of items.
const (
	Note    Kind = "note"
	Todo    Kind = "todo"
	Contact Kind = "contact"
	Outline Kind = "outline"
)

// Kinds lists all kinds.
func Kinds() []Kind { return []Kind{Todo, Contact, Outline, Note} }

// NamespaceOwn is the one namespace that is ours. In it stands what xCal and
// xCard cannot carry of an imported file (docs/records.md).
const NamespaceOwn = exchange.NamespaceOwn

// tree is a content that is read or changed.
type tree struct {
	entry *etree.Element
	// record is the vtodo, the vcard or the outline; nil in a note.
	record *etree.Element
}

// treeOf is a tree of its own, free to be changed. It has the record that the content is
// shown with.
func treeOf(c *item.Content) tree {
	entry := c.Element()
	if from := c.From(); from != nil {
		complete(entry, from.Element())
	}
	if !mayHold(c) {
		return tree{entry: entry}
	}
	return tree{entry, recordIn(entry)}
}

// recordIn is the record of an entry, or nil.
func recordIn(entry *etree.Element) *etree.Element {
	for _, k := range []Kind{Todo, Contact, Outline} {
		if r := find(entry, vocabularies[k]); r != nil {
			return r
		}
	}
	return nil
}

// kind is that of the record.
func (t tree) kind() Kind {
	if t.record == nil {
		return Note
	}
	for k, v := range vocabularies {
		if v.is(t.record) {
			return k
		}
	}
	return Note
}

// vocabulary is how a kind stands in XML.
type vocabulary struct {
	namespace, tag string
	// around are the elements that the record may stand in, as in a document
	// of its own (RFC 6321 §3, RFC 6351 §4).
	around []string
}

var vocabularies = map[Kind]vocabulary{
	Todo:    {xprop.NamespaceCal, "vtodo", []string{"icalendar", "vcalendar", "components"}},
	Contact: {xprop.NamespaceCard, "vcard", []string{"vcards"}},
	Outline: {"", "outline", nil},
}

func (v vocabulary) is(e *etree.Element) bool {
	return e.Tag == v.tag && e.NamespaceURI() == v.namespace
}

// find is the first record of a vocabulary, directly in the entry or in what
// may stand around it. One that a program packed into a text is none.
func find(in *etree.Element, v vocabulary) *etree.Element {
	for e := range in.ChildElementsSeq() {
		if v.is(e) && (v.namespace == "" || !isPacked(e)) {
			return e
		}
		if slices.Contains(v.around, e.Tag) && e.NamespaceURI() == v.namespace {
			if r := find(e, v); r != nil {
				return r
			}
		}
	}
	return nil
}

// add makes the empty record of a kind.
func (t *tree) add(k Kind) {
	v, known := vocabularies[k]
	if !known {
		return
	}
	t.record = t.entry.CreateElement(v.tag)
	t.record.CreateAttr("xmlns", v.namespace)
}

// KindOf is what the item of a content is.
func KindOf(c *item.Content) Kind { return treeOf(c).kind() }

// Form says what a field's value is, and with that how it is typed, shown and
// compared. docs/records.md describes the text of each.
type Form int

// Forms of values, each with an example of its text.
const (
	// Line is a text of one line.
	Line Form = iota
	// Text is a text of several lines.
	Text
	// Day is a day, or a day and a time, perhaps in a zone:
	// "2026-11-27T18:00 Europe/Berlin".
	Day
	// Birthday is a day whose year or day may be missing, or any text:
	// "--04-12".
	Birthday
	// Completion is what becomes of a todo, as one unit:
	// "true 2026-11-24T10:00:00Z".
	Completion
	// Priority runs from "1", the highest, to "9".
	Priority
	// Words are tags, one a line.
	Words
	// Entries are values with types, one a line: "[home,pref] +49 30 1234".
	Entries
	// Addresses are Entries whose values are the seven parts of an address,
	// joined by ";".
	Addresses
	// Triggers say when alarms go off, one a line: "-PT15M".
	Triggers
	// Rule is a recurrence rule: "FREQ=WEEKLY;BYDAY=FR".
	Rule
	// Reference is the UID of another item.
	Reference
	// Order is the place among others by hand, a decimal integer.
	Order
	// Picture is a URI, of which "data:" holds the picture itself.
	Picture
	// Custom are Entries whose values begin with the name of a property:
	// "X-SHOE-SIZE: 43".
	Custom
	// Files are attachments, one a line: a link, a size in bytes and a name, as in
	// "files/9f86….pdf 12345 Invoice.pdf".
	Files
)

// Merge says how values that were changed in two places may be joined.
type Merge int

// Ways to join values.
const (
	// MergeOne: a single value; one of them has to be chosen.
	MergeOne Merge = iota
	// MergeText: a long text; changes that do not overlap can be joined.
	MergeText
	// MergeSet: elements, one a line, in an order that means nothing; what was
	// added and removed can be joined element by element.
	MergeSet
	// MergeUnit: several properties that only make sense together; one of them
	// has to be chosen as a whole.
	MergeUnit
	// MergeNever: never a conflict by itself; the winner's value stands.
	MergeNever
)

// Rows tells whether the text has a line for each of several elements.
func (f Form) Rows() bool {
	switch f {
	case Words, Entries, Addresses, Triggers, Custom, Files:
		return true
	}
	return false
}
