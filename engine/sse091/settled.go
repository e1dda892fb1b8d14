package sse091

import (
	"cmp"
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// settling are the names of what an update of it settles, and of what was settled
// before: without the earlier names an endpoint that lags behind would bring the
// conflicts back.
func settling(it *item.Item) []item.History {
	var names []item.History
	for _, c := range it.Conflicts {
		names = append(names, name(c))
	}
	return united(it.Winner.Settled, names)
}

// name is what Settled calls a version.
func name(v *item.Version) item.History {
	return item.History{Sequence: v.Updates, When: v.Top().When, By: v.Top().By}
}

// settles tells whether a version names another as settled.
func settles(y, v *item.Version) bool {
	return len(y.Settled) > 0 && named(y.Settled, name(v))
}

// united has the names of both lists, each once, the newest first: x itself where y
// adds nothing.
func united(x, y []item.History) []item.History {
	if !slices.ContainsFunc(y, func(h item.History) bool { return !named(x, h) }) {
		return x
	}
	all := slices.Concat(x, y)
	slices.SortStableFunc(all, compareNames)
	return slices.CompactFunc(all, func(a, b item.History) bool { return compareNames(a, b) == 0 })
}

func named(names []item.History, h item.History) bool {
	return slices.ContainsFunc(names, func(n item.History) bool { return compareNames(n, h) == 0 })
}

// compareNames puts the newest first.
func compareNames(x, y item.History) int {
	return cmp.Or(cmp.Compare(y.Sequence, x.Sequence), y.When.Compare(x.When), strings.Compare(y.By, x.By))
}
