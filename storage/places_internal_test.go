package storage

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// thirdVersion writes what a store of the third version may hold: an item with a
// conflict, a tombstone with one that is offered again, and a tombstone without.
func thirdVersion(w *writer) error {
	if err := secondVersion(w); err != nil {
		return err
	}
	keys, err := archiveOld(w, 1, []*item.Version{madeBy("gone", "phone", 2, "")})
	if err != nil {
		return err
	}
	_, err = w.exec(store.NothingKey, `INSERT INTO offers SELECT key, 0, ? FROM items WHERE id = 'gone'`, keys[0])
	if err == nil {
		_, err = w.exec(store.NothingKey, "UPDATE items SET offers = 1, conflicts = 1, gone = 0 WHERE id = 'gone'")
	}
	return err
}

func TestStoreOfTheThirdVersionHasNoPlacesAndTakesThem(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 3, thirdVersion)
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.Update(t.Context(), func(w store.Writer) error {
		set, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		counts, err := w.Count(set.Key)
		same(t, "error", err, nil)
		same(t, "counts", counts, store.Counts{Items: 2, ToSettle: 2, Open: 2})
		places, err := w.Places(set.Key)
		same(t, "error", err, nil)
		same(t, "places", places, []store.Placed{{ID: "eggs"}, {ID: "gone", Deleted: true}})
		offered, err := w.Offered(set.Key, "gone")
		same(t, "error", err, nil)
		same(t, "offered", len(offered), 1)
		same(t, "putting", placeEggs(w, set.Key), nil)
		places, err = w.PlacesIn(set.Key, "gone")
		same(t, "places in it", places, []store.Placed{{ID: "eggs", Place: item.Place{Parent: "gone", Key: "1"}}})
		return err
	})
	same(t, "error", err, nil)
}

// placeEggs puts the eggs of a store into another item, and marks them.
func placeEggs(w store.Writer, set int64) error {
	it, err := w.Item(set, "eggs")
	if err != nil {
		return err
	}
	v := *it.Winner
	v.Place = item.Place{Parent: "gone", Key: "1"}
	return w.PutItem(set, &item.Item{Winner: &v, Conflicts: it.Conflicts, Flagged: true}, store.Seen{})
}

func TestPlacesInAnItemAreFoundByTheirIndex(t *testing.T) {
	s := impatient(t, t.TempDir())
	plan := planOf(t, s, selectPlaces+"AND stands_in = ? ORDER BY key", args{1, "x"})
	if !strings.Contains(plan, "items_by_stand") || strings.Contains(plan, "ORDER BY") {
		t.Errorf("they are read by\n%s", plan)
	}
	a := ask(1, store.Query{ToSettle: true})
	if plan := planOf(t, s, a.count(), a.values); !strings.Contains(plan, "COVERING INDEX items_by_position") {
		t.Errorf("what is to settle is counted by\n%s", plan)
	}
}
