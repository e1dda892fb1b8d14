package rules

import "crossfeed/engine/item"

// Change is what a new version says.
type Change struct {
	// Content is the shared data. Nil stands for the data of the version that
	// is changed, or for none in a new item.
	Content *item.Content
	// Deleted makes the new version a tombstone. A version without it that
	// follows a tombstone un-deletes the item.
	Deleted bool
	// Place is where the new version stands in an ordered set (SSE 0.91 §3.2). Nil
	// stands for the place of the version that is changed, or for none in a new
	// item. Sets of FeedSync have no places.
	Place *item.Place
}
