package storage

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// secondVersion writes what a store of the second version may have: an item with a conflict, a
// tombstone, a version that no item has, one with an unreadable history, and an edit.
func secondVersion(w *writer) error {
	set, err := addOldSet(w, "Groceries")
	if err != nil {
		return err
	}
	deleted := madeBy("gone", "desk", 3, "2005-05-21T13:00:00+02:00")
	deleted.Deleted = true
	for _, it := range []*item.Item{
		{Winner: madeBy("eggs", "desk", 1, "2005-05-21T12:00:00Z"), Conflicts: []*item.Version{otherwise(madeBy("eggs", "phone", 2, ""))}},
		{Winner: deleted},
	} {
		if _, err := putOldItem(w, set, it); err != nil {
			return err
		}
	}
	keys, err := archiveOld(w, set, []*item.Version{madeBy("lost", "phone", 2, "2005-05-20T12:00:00.5Z"), madeBy("half", "cut", 1, "")})
	if err != nil {
		return err
	}
	if _, err := w.exec(store.NothingKey, "UPDATE versions SET history = '[{' WHERE key = ?", keys[1]); err != nil {
		return err
	}
	const steps = `[{"set":%d,"item":"eggs","after":"AQIDAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}]`
	_, err = w.exec(store.NothingKey, "INSERT INTO edits (at, what, undone, steps) VALUES ('1', 'add', 0, ?)", fmt.Sprintf(steps, set))
	return err
}

// otherwise returns a version with other content.
func otherwise(v *item.Version) *item.Version {
	v.Content = item.Plain("another "+v.Title(), "")
	return v
}

// putOldItem puts an item as the second to the seventh version did, except for what the later
// ones stored in separate columns.
func putOldItem(w *writer, set int64, it *item.Item) (int64, error) {
	keys, err := archiveOld(w, set, it.Versions())
	if err != nil {
		return 0, err
	}
	row, text := store.Shown(it, ancestry.SortApart(it))
	key, err := addOldRow(w, set, row, keys[0])
	if err == nil {
		err = putOldConflicts(w, key, keys[1:])
	}
	if err == nil {
		err = w.putSearchable(key, set, row, text)
	}
	return key, err
}

// addOldRow adds a row as the second and third version did.
func addOldRow(w *writer, set int64, row store.Row, winner int64) (int64, error) {
	const columns = `winner, conflicts, deleted, gone, updates, at, "by", title, publisher, set_key, id, ` + factColumns
	values := args{winner, row.Conflicts, row.Deleted, row.Gone(), row.Updates, instant(row.When), row.By, row.Title, "", set, row.ID}
	return w.insert(store.NothingKey, "INSERT INTO items ("+columns+") VALUES ("+places(columns)+")", append(values, factValues(row)...)...)
}

// madeBy returns a version made by an endpoint at a time.
func madeBy(id, by string, sequence int, when string) *item.Version {
	v := saying(id, by, item.Plain("title of "+id, ""))
	v.History[0].Sequence = sequence
	if at, err := time.Parse(time.RFC3339, when); err == nil {
		v.History[0].When = item.ReadWhen(when, at.UTC())
	}
	return v
}

func TestStoreOfTheSecondVersionHasNothingOfferedAndKnowsItsEndpoints(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 2, secondVersion)
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Groceries")
		if err != nil {
			return err
		}
		same(t, "published", set.Published, int64(0))
		counts, err := r.Count(set.Key)
		same(t, "counts", counts, store.Counts{Items: 1, Conflicted: 1, Open: 1, Deleted: 1, Trash: 1})
		same(t, "error", err, nil)
		offered, err := r.Offered(set.Key, "eggs")
		same(t, "offered", len(offered), 0)
		same(t, "error", err, nil)
		edits, err := r.Edits(10)
		same(t, "error", err, nil)
		same(t, "edits", edits, []store.Edit{{
			Key: 1, At: time.Unix(1, 0).UTC(), What: "add",
			Steps: []store.Step{{Set: set.Key, Item: "eggs", After: [32]byte{1, 2, 3}}},
		}})
		endpoints, err := r.Endpoints()
		same(t, "error", err, nil)
		same(t, "endpoints", endpoints, []store.Endpoint{
			{By: "cut", Versions: 1},
			{By: "desk", Versions: 2, Last: time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)},
			{By: "phone", Versions: 2, Last: time.Date(2005, 5, 20, 12, 0, 0, 5e8, time.UTC)},
		})
		return nil
	})
	same(t, "error", err, nil)
}

func TestWhatComesAfterTheMigrationCountsToo(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 2, secondVersion)
	s := impatient(t, dir)
	err := s.Update(t.Context(), func(w store.Writer) error {
		set, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		alive := madeBy("gone", "phone", 2, "")
		if err := w.PutArchive(set.Key, alive, store.Seen{}); err != nil {
			return err
		}
		if err := w.PutOffered(set.Key, "gone", [][32]byte{store.Identity(alive)}); err != nil {
			return err
		}
		if err := w.PutArchive(set.Key, madeBy("new", "desk", 9, "2005-05-22T12:00:00Z"), store.Seen{}); err != nil {
			return err
		}
		counts, err := w.Count(set.Key)
		same(t, "counts", counts, store.Counts{Items: 2, Conflicted: 2, Open: 2})
		return err
	})
	same(t, "error", err, nil)
	err = s.View(t.Context(), func(r store.Reader) error {
		endpoints, err := r.Endpoints()
		same(t, "desk", endpoints[1], store.Endpoint{By: "desk", Versions: 3, Last: time.Date(2005, 5, 22, 12, 0, 0, 0, time.UTC)})
		return err
	})
	same(t, "error", err, nil)
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

func TestResolutionsAndStepsThatCannotBeReadAreDamage(t *testing.T) {
	for statement, read := range map[string]func(store.Reader) error{
		"UPDATE decisions SET details = '{'":                     readDecisions,
		"UPDATE decisions SET details = '{\"before\":\"AQ==\"}'": readDecisions,
		"UPDATE decisions SET at = 'noon'":                       readDecisions,
		"UPDATE edits SET steps = '[{\"opens\":[\"!\"]}]'":       readEdits,
		"UPDATE edits SET steps = '[{\"after\":\"AQ==\"}]'":      readEdits,
		"UPDATE makers SET last = 'yesterday'":                   readEndpoints,
	} {
		s := impatient(t, t.TempDir())
		set := addItem(t, s)
		err := s.Update(t.Context(), func(w store.Writer) error { return resolveEggs(w, set) })
		same(t, "error", err, nil)
		same(t, "before", s.View(t.Context(), read), nil)
		if _, err := s.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		if err := s.View(t.Context(), read); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: got error %v", statement, err)
		}
	}
}

// resolveEggs writes what a resolution may write.
func resolveEggs(w store.Writer, set int64) error {
	it, err := w.Item(set, "eggs")
	if err != nil {
		return err
	}
	edit, err := w.PutEdit(store.Edit{What: "settle", Steps: []store.Step{{Set: set, Item: "eggs"}}})
	if err != nil {
		return err
	}
	_, err = w.PutDecision(store.Decision{Edit: edit, Set: set, Item: "eggs"})
	return errors.Join(err, w.PutOffered(set, "eggs", [][32]byte{store.Identity(it.Winner)}))
}

func readDecisions(r store.Reader) error { _, err := r.Decisions(0, "", 0); return err }
func readEdits(r store.Reader) error     { _, err := r.Edits(1); return err }
func readEndpoints(r store.Reader) error { _, err := r.Endpoints(); return err }
