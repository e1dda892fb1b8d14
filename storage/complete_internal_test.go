package storage

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// A program that knows no todos edited one before a store completed what it lacks.
func TestAStoreOfTheNinthVersionFindsTheRecordsThatVersionsLack(t *testing.T) {
	dir := t.TempDir()
	first := saying("bins", "phone", recordOf(t, record.Todo, record.Values{"title": "Bins", "due": "2026-11-27", "tags": "home"}))
	edited := after(first, "reader")
	edited.Content = item.Plain("Bins out", "")
	note := after(saying("note", "phone", item.Plain("Note", "")), "reader")
	olderVersion(t, dir, 9, func(w *writer) error {
		set, err := addOldSet(w, "Chores")
		if err == nil {
			_, err = archiveOld(w, set, []*item.Version{first})
		}
		if err == nil {
			_, err = putOldItem(w, set, &item.Item{Winner: edited})
		}
		if err == nil {
			_, err = putOldItem(w, set, &item.Item{Winner: note})
		}
		return err
	})
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Chores")
		if err != nil {
			return err
		}
		rows, err := r.Rows(set.Key, store.Query{Tag: "home"})
		if err != nil || len(rows) != 1 || rows[0].Due != "2026-11-27" || rows[0].Title != "Bins out" {
			t.Errorf("listed is %+v, %v", rows, err)
		}
		it, err := r.Item(set.Key, "bins")
		if err == nil && (!it.Winner.Same(edited) || record.Read(it.Winner.Content).Get("due") != "2026-11-27") {
			t.Errorf("the item says %s", it.Winner.Content.XML())
		}
		return err
	})
	same(t, "error", err, nil)
}
