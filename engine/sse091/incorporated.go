package sse091

import "crossfeed/engine/item"

// Incorporated tells whether an incoming item brings nothing: every version of it,
// conflicts included, is held here or is in the past of one that is, with its places and settled
// names, and so is its flag. It is a question about the present state, the archive does not
// count, and it says nothing of clashes: those Merge tells.
func Incorporated(local, incoming *item.Item) bool {
	if local == nil {
		return false
	}
	r := Merge(local, incoming)
	return !r.Changed && len(r.Dropped) == 0
}
