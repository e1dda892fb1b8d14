package storage

import (
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// eighthVersion writes items as the eighth version did, which marked no orphans: a deleted
// item with two in it, of which one is deleted, too.
func eighthVersion(w *writer) error {
	set, err := addOldSet(w, "Plans")
	if err != nil {
		return err
	}
	folder, line, gone := madeBy("folder", "desk", 1, ""), madeBy("line", "phone", 1, ""), madeBy("gone", "phone", 1, "")
	folder.Deleted, gone.Deleted = true, true
	folder.Place = item.Place{Key: "1"}
	line.Place, gone.Place = item.Place{Parent: "folder", Key: "1"}, item.Place{Parent: "folder", Key: "2"}
	for _, v := range []*item.Version{folder, line, gone} {
		key, err := putOldItem(w, set, &item.Item{Winner: v})
		if err != nil {
			return err
		}
		beside, err := encodeBeside(v)
		if err == nil {
			_, err = w.exec(store.NothingKey, "UPDATE items SET beside = ?, stands_in = ? WHERE key = ?", beside, v.Place.Parent, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func TestAStoreOfTheEighthVersionMarksWhatIsInDeletedItems(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 8, eighthVersion)
	s := impatient(t, dir)
	err := s.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Plans")
		if err != nil {
			return err
		}
		rows, err := r.Rows(set.Key, store.Query{ToSettle: true})
		same(t, "to resolve", slices.Collect(ids(rows)), []string{"line"})
		return err
	})
	same(t, "error", err, nil)
}
