package sse091

import (
	"slices"

	"crossfeed/engine/item"
)

// lost lists the versions of both sides that are neither kept nor in the true past of
// what is kept, each once: what an entry of the same endpoint replaced, and what
// lost without a conflict because the winner's history was truncated.
func lost(local, incoming *item.Item, kept []held) []*item.Version {
	var dropped []*item.Version
	for _, it := range []*item.Item{local, incoming} {
		if it == nil {
			continue
		}
		for _, v := range it.Versions() {
			if !slices.ContainsFunc(kept, func(k held) bool { return covers(k.Version, v) }) &&
				!slices.ContainsFunc(dropped, func(d *item.Version) bool { return one(d, v) }) {
				dropped = append(dropped, v)
			}
		}
	}
	return dropped
}

// covers tells whether y is v, or was made from it or with it in sight.
func covers(y, v *item.Version) bool {
	if y.Updates > v.Updates && relate(y, v) == known {
		return true
	}
	return one(y, v) || settles(y, v)
}
