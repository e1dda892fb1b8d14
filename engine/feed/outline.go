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
	// Aside is the identifier of an outline that was set aside, where one can be read:
	// what stands in it is in that item (SSE 0.91 §3.2), which comes once it is mended.
	Aside string
}

// tags are where the parts of an outline, or of the body, stand in the document:
// offsets in its text as UTF-8. Everything between the tags that is in no other
// outline and not in sx:sync is the outline's own.
type tags struct {
	// start and end are the tags; of an empty-element tag, the end is empty.
	start, end span
	// sync is sx:sync, or empty where there is none.
	sync span
}

// span is from an offset up to another.
type span struct{ from, to int64 }
