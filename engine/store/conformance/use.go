package conformance

import (
	"errors"
	"reflect"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

func update(t *testing.T, s store.Store, write func(store.Writer) error) {
	t.Helper()
	if err := s.Update(t.Context(), write); err != nil {
		t.Fatalf("Update: %v", err)
	}
}

func view(t *testing.T, s store.Store, read func(store.Reader) error) {
	t.Helper()
	if err := s.View(t.Context(), read); err != nil {
		t.Fatalf("View: %v", err)
	}
}

// get reads one thing in a view of its own.
func get[T any](t *testing.T, s store.Store, read func(store.Reader) (T, error)) (found T) {
	t.Helper()
	view(t, s, func(r store.Reader) (err error) {
		found, err = read(r)
		return err
	})
	return found
}

// addSet adds a set and gives its key.
func addSet(t *testing.T, s store.Store, name string) (key int64) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		key, err = w.PutSet(list(name))
		return err
	})
	return key
}

func put(t *testing.T, s store.Store, set int64, items ...*item.Item) {
	t.Helper()
	update(t, s, func(w store.Writer) error {
		for _, it := range items {
			if err := w.PutItem(set, it, seen); err != nil {
				return err
			}
		}
		return nil
	})
}

func rowsOf(t *testing.T, s store.Store, set int64, q store.Query) []store.Row {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Row, error) { return r.Rows(set, q) })
}

// idsOf lists the identifiers of the rows that a query gives.
func idsOf(t *testing.T, s store.Store, set int64, q store.Query) []string {
	t.Helper()
	var ids []string
	for _, row := range rowsOf(t, s, set, q) {
		ids = append(ids, row.ID)
	}
	return ids
}

func itemOf(t *testing.T, s store.Store, set int64, id string) *item.Item {
	t.Helper()
	return get(t, s, func(r store.Reader) (*item.Item, error) { return r.Item(set, id) })
}

func archiveOf(t *testing.T, s store.Store, set int64, id string) []store.Archived {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Archived, error) { return r.Versions(set, id) })
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got error %v, want %v", err, want)
	}
}
