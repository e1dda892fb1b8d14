package record

import (
	"slices"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
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
const NamespaceOwn = "urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"

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
	for _, e := range in.ChildElements() {
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
