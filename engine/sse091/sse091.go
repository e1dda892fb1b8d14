package sse091

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Create makes a new item (SSE 0.91 §4.1).
func Create(id string, c rules.Change, s rules.Stamp) (*item.Item, error) { panic("to be written") }

// Update changes, deletes or un-deletes an item (SSE 0.91 §4.2). It settles every
// conflict that is open: the new version names them in Settled, and the flag goes.
func Update(it *item.Item, c rules.Change, s rules.Stamp) (*item.Item, error) { panic("to be written") }

// Resolve is Update where all conflicts are taken; leaving one out is a
// *rules.OwnOpenError.
func Resolve(it *item.Item, c rules.Change, taken []int, s rules.Stamp) (*item.Item, error) {
	panic("to be written")
}

// Merge incorporates an incoming item into the local one of the same identifier
// (SSE 0.91 §4.4, §4.4.1, §5.2); local is nil for an item that is new here.
func Merge(local, incoming *item.Item) rules.Result { panic("to be written") }

// Incorporated tells whether an incoming item brings nothing.
func Incorporated(local, incoming *item.Item) bool { panic("to be written") }

// Compare orders versions by version, when, by and canonical content (SSE 0.91 §4.4).
func Compare(x, y *item.Version) int { panic("to be written") }

// ToFeedSync is the item as one of FeedSync: each history entry with its sequence
// (the kth update has version - k). It is ErrOpenConflict where the item has open
// conflicts or the flag.
func ToFeedSync(it *item.Item) (*item.Item, error) { panic("to be written") }
