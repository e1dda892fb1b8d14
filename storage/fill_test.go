package storage_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var noon = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)

// thing returns an item with a text of that many bytes.
func thing(id string, size int) *item.Item {
	return &item.Item{Winner: &item.Version{
		ID: id, Updates: 1,
		History: []item.History{{Sequence: 1, When: item.At(noon), By: "desk"}},
		Content: item.Plain("title of "+id, strings.Repeat("x", size)),
	}}
}

// fill puts n items of 1,000 bytes, the first with the given number.
func fill(w store.Writer, set int64, first, n int) error {
	for i := range n {
		if err := w.PutItem(set, thing(fmt.Sprintf("item-%06d", first+i), 1000), store.Seen{At: noon}); err != nil {
			return err
		}
	}
	return nil
}

// newSet adds the list with that name, or finds it.
func newSet(ctx context.Context, s store.Store, name string) (key int64, err error) {
	err = s.Update(ctx, func(w store.Writer) (err error) {
		if set, err := w.SetNamed(name); err == nil {
			key = set.Key
			return nil
		}
		key, err = w.PutSet(store.Set{Name: name})
		return err
	})
	return key, err
}

func addSet(t testing.TB, s store.Store, name string) int64 {
	t.Helper()
	key, err := newSet(t.Context(), s, name)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func countItems(t testing.TB, s store.Store, set int64) int {
	t.Helper()
	var counts store.Counts
	err := s.View(t.Context(), func(r store.Reader) (err error) {
		counts, err = r.Count(set)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return counts.Items
}
