package item

// Place is where a version stands in an ordered set (SSE 0.91 §3.2). Two versions
// that differ in nothing else are one version: a place is changed by an update like
// any other data, but one version can come with two places, and then a rule decides
// (sse091/place.Lesser). The zero Place is no place: sets of FeedSync have none.
type Place struct {
	// Parent is the identifier of the item that it stands in, or "" for the root.
	// The parent may be deleted, or not be there.
	Parent string
	// Key orders the items of one parent (sse091/place.Compare). An item without a
	// key comes after all that have one.
	Key string
	// Cycle is the parent that the item was taken out of because it would have been
	// its own ancestor (SSE 0.91 §4.4.2), or "".
	Cycle string
}
