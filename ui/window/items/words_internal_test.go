package items

import (
	"testing"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/window/snapshot"
)

// The items of a feed have the feed's name as their title, as everywhere.
func TestTheItemsOfAFeedStandUnderItsName(t *testing.T) {
	sub := store.Subscription{Location: "/home/me/Shared"}
	now := &snapshot.Snapshot{
		Asked: snapshot.Asked{Place: snapshot.Place{Kind: snapshot.KindFeed, Set: "Groceries", Location: sub.Location}},
		Feeds: []snapshot.Feed{{Set: "Groceries", Subscription: sub, Healths: []subscribe.Health{{Feed: store.Feed{Author: "laptop"}}}}},
	}
	if got := titleOf(now); got != "laptop · Groceries" {
		t.Errorf("they stand under %q", got)
	}
}

func TestASearchSaysOfHowManyRowsTheFirstAreShown(t *testing.T) {
	for found, want := range map[int]string{
		500:    "",
		501:    "500 of 501 matches: keep typing to narrow the search",
		9_999:  "500 of 9,999 matches: keep typing to narrow the search",
		10_000: "500 of at least 10,000 matches: keep typing to narrow the search",
		16_384: "500 of at least 10,000 matches: keep typing to narrow the search",
	} {
		if got := foundText(found); got != want {
			t.Errorf("%d: %q, want %q", found, got, want)
		}
	}
}
