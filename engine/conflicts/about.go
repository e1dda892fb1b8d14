package conflicts

import (
	"slices"

	"crossfeed/engine/equal"
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
	// Orphan is set where a version lives in a deleted item.
	Orphan *Orphan
	// Rules are those of the set's family; nil is FeedSync's.
	Rules rules.Rules
}

// Orphan is what is known of an item of which a version lives in a deleted one.
type Orphan struct {
	// Deleted are the deleted items that versions live in.
	Deleted []string
	// Outside is where the item goes unless a deleted one is restored with it.
	Outside item.Place
}

// deleted reports whether a place, as the value of its cell, is in a deleted item.
func (o *Orphan) deleted(place string) bool {
	return o != nil && slices.Contains(o.Deleted, ParsePlace(place).Parent)
}

// asks reports whether an item is to be resolved without another version: it is marked,
// or its winner lives in a deleted item.
func (a About) asks(it *item.Item) bool {
	return equal.Marked(it) || !it.Winner.Deleted && a.Orphan.deleted(PlaceText(it.Winner.Place))
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
		return feed.RulesOf(feed.FeedSync10).Bound(it, endpoint)
	}
	return a.Rules.Bound(it, endpoint)
}

// same tells whether both say the same about the same versions.
func (a About) same(b About) bool {
	return a.Listed == b.Listed && a.Orphan.same(b.Orphan) && a.Base.Same(b.Base, unchanged) && slices.EqualFunc(a.Offered, b.Offered, unchanged)
}

// same tells whether versions live in the same deleted items.
func (o *Orphan) same(other *Orphan) bool {
	if o == nil || other == nil {
		return o == other
	}
	return slices.Equal(o.Deleted, other.Deleted)
}

// unchanged tells whether a version is another one in the same place.
func unchanged(a, b *item.Version) bool { return a.Same(b) && a.Place == b.Place }
