package place

import "crossfeed/engine/item"

// Spot is where an outline stands in a document, as it was read.
type Spot struct {
	// ID is the item's, or "" where the outline takes no part.
	ID string
	// Number counts the outlines of the document from 1, in its order; Parent is the
	// number of the outline that it stands in, or 0 for the body.
	Number, Parent int
	// Given is what the attributes of sx:sync say of the place: the key, and the
	// parent that the key was made for. Key is "" where there is none.
	Given item.Place
	// Top is the newest update of the version: of spots that contradict their keys, the
	// newest were moved.
	Top item.History
}

// Known is what is held here of an item that stands in the document.
type Known struct {
	Place item.Place
	// Same tells that the version held is the one in the document.
	Same bool
}

// Located is the place of an item in a document. The parent is the nearest enclosing
// outline that takes part.
type Located struct {
	ID string
	item.Place
	// Derived tells that the key was not given: it comes from the neighbours in the
	// document, or from what is held here. A version that is held with a key keeps it.
	Derived bool
}

// Locate gives each outline of a document that takes part its place, in the order
// of the document. A key counts where it was given for the parent that the outline stands in and
// agrees with the order of its siblings. Others were moved by a program that knows no
// keys, or never had one: they get the key that is held here where that agrees,
// and otherwise one from their neighbours. An outline whose given parent is not in the document at all keeps
// that parent. known may be nil. Of several spots of one item the first counts.
func Locate(spots []Spot, known func(id string) (Known, bool)) []Located { panic("to be written") }
