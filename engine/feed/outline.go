package feed

import "crossfeed/engine/item"

// Outline is where an entry of an OPML document stands.
type Outline struct {
	// Number counts the outlines of the document from 1, in its order.
	Number int
	// Parent is the number of the outline that it stands in, shared or not, or 0 for
	// the body.
	Parent int
	// Given is what the attributes of sx:sync say of the place, in our namespace: the
	// key, the parent that the key was made for, and the cycle.
	Given item.Place
}
