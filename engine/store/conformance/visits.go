package conformance

import (
	"fmt"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// testVisitMany takes more items than a store would read at once.
func testVisitMany(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	var items []*item.Item
	for i := range 350 {
		id := fmt.Sprint("item-", i)
		items = append(items, []*item.Item{
			simple(id, "live"),
			only(tombstone(id, "desk", 2, "gone")),
			only(version(id, "desk", 2, "A"), tombstone(id, "phone", 2, "B"), version(id, "tablet", 1, "C")),
		}[i%3])
	}
	put(t, s, set, items...)
	view(t, s, func(r store.Reader) error {
		next := 0
		err := r.EachItem(set, func(it *item.Item) error {
			sameItem(t, it, items[next])
			next++
			return nil
		})
		equal(t, "visited", next, len(items))
		return err
	})
}

// testVisitWrites changes, adds and removes items while it visits them.
func testVisitWrites(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set, simple("x", "X"), simple("y", "Y"), simple("z", "Z"))
	update(t, s, func(w store.Writer) error {
		return w.EachItem(set, func(it *item.Item) error {
			if it.ID() != "x" {
				return nil
			}
			if err := w.RemoveItem(set, "y"); err != nil {
				return err
			}
			if _, err := w.Item(set, "z"); err != nil {
				return err
			}
			return w.PutItem(set, only(version("x", "desk", 2, "X again")), seen)
		})
	})
	equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"x", "z"})
	equal(t, "title", itemOf(t, s, set, "x").Winner.Title(), "X again")
}
