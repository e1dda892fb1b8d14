package store_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

func BenchmarkIdentityOf1KB(b *testing.B) {
	v := &item.Version{
		ID: "item-000001", Updates: 2,
		History: []item.History{
			{Sequence: 2, When: item.At(time.Unix(1116676860, 0).UTC()), By: "desk"},
			{Sequence: 1, When: item.At(time.Unix(1116676800, 0).UTC()), By: "desk"},
		},
		Content: item.Plain("Groceries", strings.Repeat("Get milk, eggs, butter & bread. ", 30)),
	}
	b.ReportAllocs()
	for b.Loop() {
		store.Identity(v)
	}
}
