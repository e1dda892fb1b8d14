package sse091

import (
	"errors"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Rules are the functions of this package behind the interface that both families
// share.
type Rules struct{}

var _ rules.Rules = Rules{}

// ErrNoConflicts refuses noconflicts for a new item: SSE 0.91 does not know it.
var ErrNoConflicts = errors.New("SSE 0.91 has no noconflicts: leave it out")

// Create implements rules.Rules. With noConflicts it is ErrNoConflicts.
func (Rules) Create(id string, c rules.Change, noConflicts bool, s rules.Stamp) (*item.Item, error) {
	if noConflicts {
		return rules.Refused("creating", id, ErrNoConflicts)
	}
	return Create(id, c, s)
}

// Update implements rules.Rules.
func (Rules) Update(it *item.Item, c rules.Change, s rules.Stamp) (*item.Item, error) {
	return Update(it, c, s)
}

// Resolve implements rules.Rules.
func (Rules) Resolve(it *item.Item, c rules.Change, taken []int, s rules.Stamp) (*item.Item, error) {
	return Resolve(it, c, taken, s)
}

// Merge implements rules.Rules.
func (Rules) Merge(local, incoming *item.Item) rules.Result { return Merge(local, incoming) }

// Incorporated implements rules.Rules.
func (Rules) Incorporated(local, incoming *item.Item) bool { return Incorporated(local, incoming) }

// Compare implements rules.Rules.
func (Rules) Compare(x, y *item.Version) int { return Compare(x, y) }

// Bound implements rules.Rules: every update settles all conflicts (§4.2 step 4).
func (Rules) Bound(it *item.Item, _ string) []int {
	all := make([]int, len(it.Conflicts))
	for i := range all {
		all[i] = i
	}
	return all
}
