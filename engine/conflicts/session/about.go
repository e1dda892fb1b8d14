package session

import (
	"slices"

	"crossfeed/engine/equal"
	"crossfeed/engine/family"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/rules"
)

// About is what is known about an item beside its versions.
type About struct {
	// Base is the original of the versions.
	Base lineage.Base
	// Offered are versions that were settled already and are offered again,
	// because the settling was undone after it was published. They stand after
	// the open conflicts.
	Offered []*item.Version
	// Listed makes every version that the item lists a candidate of its own, also those
	// of equal content: in a document they are what its publisher lists.
	Listed bool
	// Rules are those of the set's family; nil is FeedSync's.
	Rules rules.Rules
}

// over is what is known, for an item as it stands: what is a version of it is not
// offered again.
func (a About) over(it *item.Item) About {
	a.Offered = equal.Reopened(it, a.Offered)
	return a
}

// bound lists the conflicts that an endpoint cannot leave out.
func (a About) bound(it *item.Item, endpoint string) []int {
	if a.Rules == nil {
		return family.Of(feed.FeedSync10).Bound(it, endpoint)
	}
	return a.Rules.Bound(it, endpoint)
}

// same tells whether both say the same about the same versions.
func (a About) same(b About) bool {
	return a.Listed == b.Listed && a.Base.Same(b.Base, unchanged) && slices.EqualFunc(a.Offered, b.Offered, unchanged)
}

// unchanged tells whether a version is another one in the same place.
func unchanged(a, b *item.Version) bool { return a.Same(b) && a.Place == b.Place }
