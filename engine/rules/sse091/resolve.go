package sse091

import (
	"cmp"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Resolve is Update with all conflicts included, by their indexes in it.Conflicts,
// in any order. An update resolves all conflicts (SSE 0.91 §4.2 step 4), so leaving one out is
// a *rules.OwnOpenError; an invalid index is a *rules.ConflictIndexError. The other errors are
// those of Update.
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

// resolving returns the names of the versions that an update of the item resolves, and of
// those resolved before: without the earlier names, an outdated endpoint would bring the
// conflicts back.
func resolving(it *item.Item) []item.History {
	names := it.Winner.Resolved
	for _, c := range it.Conflicts {
		names, _ = union(names, branch(it.Winner, c))
		names, _ = union(names, c.Resolved)
	}
	return names
}

// branch returns the names of a conflicting version and its ancestors, down to where its
// history and the winner's diverge: another endpoint may still list an ancestor, which the
// version replaced here (§5.2). A history that is longer than its version has no names for the
// rest: there are no versions below 1.
func branch(winner, c *item.Version) []item.History {
	names := []item.History{name(c)}
	for k := 1; k < min(len(c.History), c.Updates); k++ {
		h := c.History[k]
		if relateUpdate(winner, c.Updates-k, &h) != apart {
			break
		}
		names = append(names, item.History{Sequence: c.Updates - k, When: h.When, By: h.By})
	}
	return names
}

// name returns the name of a version in Resolved.
func name(v *item.Version) item.History {
	return item.History{Sequence: v.Updates, When: v.Top().When, By: v.Top().By}
}

func resolves(y, v *item.Version) bool {
	return named(y.Resolved, name(v))
}

// union returns the names of both lists, each once, newest first, and reports whether y adds
// any; if not, it returns x itself.
func union(x, y []item.History) (all []item.History, more bool) {
	if len(y) == 0 || slices.EqualFunc(x, y, sameName) {
		return x, false
	}
	if all = unique(slices.Concat(x, y)); len(all) == len(unique(x)) {
		return x, false
	}
	return all, true
}

func unique(names []item.History) []item.History {
	return slices.CompactFunc(slices.SortedStableFunc(slices.Values(names), compareNames), sameName)
}

func named(names []item.History, h item.History) bool {
	return slices.ContainsFunc(names, func(n item.History) bool { return sameName(n, h) })
}

func sameName(x, y item.History) bool { return compareNames(x, y) == 0 }

func compareNames(x, y item.History) int {
	return cmp.Or(cmp.Compare(y.Sequence, x.Sequence), y.When.Compare(x.When), strings.Compare(y.By, x.By))
}
