package feedsync

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Rules are the functions of this package behind the interface that both families
// share.
type Rules struct{}

var _ rules.Rules = Rules{}

// Create implements rules.Rules.
func (Rules) Create(id string, c rules.Change, noConflicts bool, s rules.Stamp) (*item.Item, error) {
	return Create(id, c, noConflicts, s)
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

// Bound implements rules.Rules: the endpoint's own.
func (Rules) Bound(it *item.Item, by string) []int { return Own(it, by) }
