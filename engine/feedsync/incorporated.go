package feedsync

import "crossfeed/engine/item"

// Incorporated tells whether an incoming item brings nothing: every version of
// it, conflicts included, is held here or is subsumed by a greater one that is.
// It is a question about the present state, the archive does not count, and it
// says nothing of clashes: those Merge tells.
func Incorporated(local, incoming *item.Item) bool {
	if local == nil || !holds(local, incoming.Winner) {
		return false
	}
	for _, c := range incoming.Conflicts {
		if !holds(local, c) {
			return false
		}
	}
	return true
}

// holds tells whether one of the item's versions makes v superfluous.
func holds(it *item.Item, v *item.Version) bool {
	if covers(it.Winner, v) {
		return true
	}
	for _, c := range it.Conflicts {
		if covers(c, v) {
			return true
		}
	}
	return false
}

// covers tells whether v, met by y in a merge, would leave no trace. Versions
// that subsume each other are not covered by the lesser of the two.
func covers(y, v *item.Version) bool {
	if y.Same(v) {
		return !v.Content.Fuller(y.Content)
	}
	return subsumed(v, y) && Compare(y, v) > 0
}
