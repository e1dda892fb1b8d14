package record

import (
	"cmp"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// Equal reports whether two contents are equal to a person: the same but for what
// programs write on their own into a todo or a card (CREATED, DTSTAMP, LAST-MODIFIED,
// REV, SEQUENCE) and, where both todos are completed, for when and how far
// (COMPLETED, PERCENT-COMPLETE). The order of properties of different names and
// white space between elements of a record do not count. Everything else does, also
// what no field shows.
func Equal(a, b *item.Content) bool {
	if a.Hash() == b.Hash() && sameFrom(a, b) {
		return true
	}
	if !mayHold(a) || !mayHold(b) {
		return false
	}
	return comparable(a) == comparable(b)
}

// ownTime are properties that programs write on their own whenever they save.
var ownTime = []string{"created", "dtstamp", "last-modified", "rev", "sequence"}

// sameFrom reports whether two contents are shown with the record of the same content.
func sameFrom(a, b *item.Content) bool {
	from, other := a.From(), b.From()
	return from == other || from != nil && other != nil && from.Hash() == other.Hash()
}

// comparable is the same for contents that are equal.
func comparable(c *item.Content) string {
	t := treeOf(c)
	var state string
	switch t.kind() {
	case Todo:
		if t.done().Is() {
			state = "completed"
			t.drop("completed", "percent-complete")
		}
		t.drop(ownTime...)
		if all := xprop.Child(t.record, "properties"); all != nil {
			sortByName(all)
		}
	case Contact:
		removeAll(inCard(t.record, func(tag string) bool { return slices.Contains(ownTime, tag) }))
		sortByName(t.record)
	default:
		return c.Hash().String()
	}
	tighten(t.record)
	return state + "\x00" + item.CanonicalText(t.entry)
}

// sortByName puts elements in the order of their names, those of one name in the
// order in which they are.
func sortByName(in *etree.Element) {
	all := in.ChildElements()
	slices.SortStableFunc(all, func(a, b *etree.Element) int {
		return cmp.Or(strings.Compare(a.Tag, b.Tag), strings.Compare(a.NamespaceURI(), b.NamespaceURI()))
	})
	for _, e := range all {
		in.AddChild(e) // which takes it away from where it was
	}
}
