package store_test

import (
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var noon = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)

func TestIdentityTellsApartWhatReadsAlikeInARow(t *testing.T) {
	when := item.At(noon)
	histories := [][]item.History{
		{{Sequence: 1, When: when, By: "ab"}},
		{{Sequence: 1, When: when, By: "a", Extra: "b"}},
		{{Sequence: 11, When: when, By: "ab"}},
		{{Sequence: 1, By: "ab"}},
		{{Sequence: 1, When: item.ReadWhen(when.String(), noon.Add(1)), By: "ab"}},
		{{Sequence: 1, When: when, By: "ab"}, {Sequence: 1, When: when, By: "ab"}},
	}
	seen := make(map[[32]byte]int)
	for i, history := range histories {
		v := &item.Version{ID: "x", Updates: 1, History: history, Content: item.Plain("", "")}
		if other, ok := seen[store.Identity(v)]; ok {
			t.Errorf("histories %d and %d are one", other, i)
		}
		seen[store.Identity(v)] = i
	}
}

func TestIdentityDoesNotCountThePublisher(t *testing.T) {
	a := &item.Version{ID: "x", Updates: 1, History: []item.History{{Sequence: 1, By: "desk"}}, Content: item.Plain("", "")}
	b := *a
	b.Publisher = "<item><guid>7</guid></item>"
	if store.Identity(a) != store.Identity(&b) {
		t.Error("the publisher-specific data counts")
	}
}
