package record

import (
	"slices"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// Kind is the kind of an item, derived from its content.
type Kind string

// Kinds of items.
const (
	Note    Kind = "note"
	Todo    Kind = "todo"
	Contact Kind = "contact"
	Outline Kind = "outline"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Todo, Contact, Outline, Note} }

// NamespaceOwn is Crossfeed's only namespace. Its elements hold the data of an imported file
// that xCal and xCard cannot represent (docs/protocol.md).
const NamespaceOwn = exchange.NamespaceOwn

// tree is the parsed XML of a content.
type tree struct {
	entry *etree.Element
	// record is the vtodo, the vcard or the outline; nil in a note.
	record *etree.Element
}

// treeOf returns a new tree that may be modified. It includes the record that the content is
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

// recordIn returns the record of an entry, or nil.
func recordIn(entry *etree.Element) *etree.Element {
	for _, k := range []Kind{Todo, Contact, Outline} {
		if r := find(entry, vocabularies[k]); r != nil {
			return r
		}
	}
	return nil
}

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

// vocabulary describes how a kind is represented in XML.
type vocabulary struct {
	namespace, tag string
	// around lists the elements that may enclose the record, as in a standalone document (RFC
	// 6321 §3, RFC 6351 §4).
	around []string
}

var vocabularies = map[Kind]vocabulary{
	Todo:    {exchange.NamespaceCal, "vtodo", []string{"icalendar", "vcalendar", "components"}},
	Contact: {exchange.NamespaceCard, "vcard", []string{"vcards"}},
	Outline: {"", "outline", nil},
}

func (v vocabulary) is(e *etree.Element) bool {
	return e.Tag == v.tag && e.NamespaceURI() == v.namespace
}

// find returns the first record of a vocabulary, directly in the entry or in elements that may
// enclose it. A record that a program flattened into text does not count.
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

// add adds an empty record of a kind.
func (t *tree) add(k Kind) {
	v, known := vocabularies[k]
	if !known {
		return
	}
	t.record = t.entry.CreateElement(v.tag)
	t.record.CreateAttr("xmlns", v.namespace)
}

// KindOf returns the kind of the item with this content.
func KindOf(c *item.Content) Kind { return treeOf(c).kind() }

// Form is the type of a field's value. It determines how the value is typed, shown and
// compared. "crossfeed fields" describes the text of each form.
type Form int

// Forms of values, each with an example of its text.
const (
	// Line is a single-line text.
	Line Form = iota
	// Text is a multi-line text.
	Text
	// Day is a day, optionally with a time, which may have a zone: "2026-11-27T18:00
	// Europe/Berlin".
	Day
	// Birthday is a day whose year or day may be missing, or any text: "--04-12".
	Birthday
	// Completion is the status of a todo, as a unit: "true 2026-11-24T10:00:00Z".
	Completion
	// Priority runs from "1", the highest, to "9".
	Priority
	// Words are tags, one per line.
	Words
	// Entries are values with types, one per line: "[home,pref] +49 30 1234".
	Entries
	// Addresses are Entries whose values are the seven components of an address, separated by
	// ";".
	Addresses
	// Triggers define when alarms go off, one per line: "-PT15M".
	Triggers
	// Rule is a recurrence rule: "FREQ=WEEKLY;BYDAY=FR".
	Rule
	// Reference is the UID of another item.
	Reference
	// Order is the manual sort position, a decimal integer.
	Order
	// Picture is a URI; a "data:" URI contains the picture itself.
	Picture
	// Custom are Entries whose values begin with a property name: "X-SHOE-SIZE: 43".
	Custom
	// Files are attachments, one per line: a link, a size in bytes and a name, as in
	// "files/9f86….pdf 12345 Invoice.pdf".
	Files
)

// Merge determines how conflicting values may be merged.
type Merge int

// Ways to merge values.
const (
	// MergeOne: a single value; one of them has to be chosen.
	MergeOne Merge = iota
	// MergeText: a long text; changes that do not overlap can be merged.
	MergeText
	// MergeSet: a set, one element per line in any order; additions and removals can be merged
	// element by element.
	MergeSet
	// MergeUnit: several properties that only make sense together; one side has to be chosen
	// as a whole.
	MergeUnit
	// MergeNever: never a conflict by itself; the winner's value is used.
	MergeNever
)

// Rows reports whether the text form has one element per line.
func (f Form) Rows() bool {
	switch f {
	case Words, Entries, Addresses, Triggers, Custom, Files:
		return true
	}
	return false
}
