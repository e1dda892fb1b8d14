package items

import (
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// What a feed brought stands under the name that the feed has everywhere.
func TestTheItemsOfAFeedStandUnderItsName(t *testing.T) {
	sub := store.Subscription{Location: "/home/me/Shared"}
	now := &snapshot.Snapshot{
		Asked: snapshot.Asked{Place: place.Place{Kind: place.Feed, Set: "Groceries", Location: sub.Location}},
		Feeds: []snapshot.Feed{{Set: "Groceries", Subscription: sub, Healths: []engine.Health{{Feed: store.Feed{Author: "laptop"}}}}},
	}
	if got := titleOf(now); got != "laptop · Groceries" {
		t.Errorf("they stand under %q", got)
	}
}
