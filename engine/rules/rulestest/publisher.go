package rulestest

import (
	"testing"

	"crossfeed/engine/item"
)

// ExpectPublishers compares whose publisher-specific data an item's versions have.
func ExpectPublishers(t testing.TB, it *item.Item, winner, conflict string) {
	t.Helper()
	if it.Winner.Publisher != winner {
		t.Errorf("the winner has %q, want %q", it.Winner.Publisher, winner)
	}
	for _, v := range it.Conflicts {
		if v.Publisher != conflict {
			t.Errorf("the conflict has %q, want %q", v.Publisher, conflict)
		}
	}
}

// From is the item as that publisher writes it; it changes the item.
func From(publisher string, it *item.Item) *item.Item {
	for _, v := range it.Versions() {
		v.Publisher = publisher
	}
	return it
}
