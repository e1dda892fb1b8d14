package sse091

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Resolve is Update where all conflicts are taken into account, by their indexes in
// it.Conflicts, in any order. An update settles all there are (SSE 0.91 §4.2 step 4),
// so leaving one out is a *rules.OwnOpenError; an index that is none is a
// *rules.ConflictIndexError. The other errors are those of Update.
func Resolve(it *item.Item, c rules.Change, taken []int, s rules.Stamp) (*item.Item, error) {
	for _, i := range taken {
		if i < 0 || i >= len(it.Conflicts) {
			return rules.Refused("updating", it.ID(), &rules.ConflictIndexError{Index: i, Open: len(it.Conflicts)})
		}
	}
	var left []int
	for i := range it.Conflicts {
		if !slices.Contains(taken, i) {
			left = append(left, i)
		}
	}
	if len(left) > 0 {
		return rules.Refused("updating", it.ID(), &rules.OwnOpenError{By: s.By, Left: left})
	}
	return Update(it, c, s)
}
