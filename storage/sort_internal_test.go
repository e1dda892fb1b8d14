package storage

import (
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// seventhVersion writes items as the seventh version did, which counted every conflict:
// one that equals the winner, one that differs, one that changes nothing, two deletions,
// and one that is marked because of a conflict that equals the winner.
func seventhVersion(w *writer) error {
	set, err := addOldSet(w, "Groceries")
	if err != nil {
		return err
	}
	first := madeBy("back", "desk", 1, "")
	edited, back := otherwise(after(first, "phone")), after(first, "desk")
	items := []*item.Item{
		{Winner: madeBy("equal", "desk", 1, ""), Conflicts: []*item.Version{madeBy("equal", "phone", 1, "")}},
		{Winner: madeBy("other", "desk", 1, ""), Conflicts: []*item.Version{otherwise(madeBy("other", "phone", 1, ""))}},
		{Winner: edited, Conflicts: []*item.Version{back}},
		{Winner: madeBy("gone", "desk", 1, ""), Conflicts: []*item.Version{otherwise(madeBy("gone", "phone", 1, ""))}},
		{Winner: madeBy("marked", "desk", 1, ""), Conflicts: []*item.Version{madeBy("marked", "phone", 1, "")}, Flagged: true},
	}
	items[3].Winner.Deleted, items[3].Conflicts[0].Deleted = true, true
	if _, err := archiveOld(w, set, []*item.Version{first}); err != nil {
		return err
	}
	for _, it := range items {
		key, err := putOldItem(w, set, it)
		if err == nil {
			_, err = w.exec(store.NothingKey, "UPDATE items SET flagged = ? WHERE key = ?", it.Flagged, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// after is what an endpoint made of a version without changing what it says.
func after(v *item.Version, by string) *item.Version {
	next := madeBy(v.ID, by, v.Updates+1, "")
	next.Updates = v.Updates + 1
	next.History = append(next.History, v.History...)
	return next
}

func TestAStoreOfTheSeventhVersionForgetsConflictsOfEqualVersions(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 7, seventhVersion)
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Groceries")
		if err != nil {
			return err
		}
		counts, err := r.Count(set.Key)
		same(t, "error", err, nil)
		same(t, "counts", counts, store.Counts{Items: 4, ToSettle: 1, Open: 4, Deleted: 1})
		for _, q := range []store.Query{{ToSettle: true}, {ToSettle: true, Search: "title"}} {
			rows, err := r.Rows(set.Key, q)
			same(t, "error", err, nil)
			same(t, "to resolve", slices.Collect(ids(rows)), []string{"other"})
		}
		for _, id := range []string{"equal", "other", "back", "gone", "marked"} {
			it, err := r.Item(set.Key, id)
			same(t, "error", err, nil)
			same(t, id+": conflicts", len(it.Conflicts), 1)
			same(t, id+": flagged", it.Flagged, id == "marked")
		}
		return nil
	})
	same(t, "error", err, nil)
}

func ids(rows []store.Row) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, r := range rows {
			if !yield(r.ID) {
				return
			}
		}
	}
}
