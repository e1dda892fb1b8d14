package conformance

import (
	"testing"

	"crossfeed/engine/store"
)

var isolationRules = []rule{
	{"a view sees one state while updates commit", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		view(t, s, func(r store.Reader) error {
			put(t, s, set, simple("x", "X")) // before the first reading
			for _, id := range []string{"y", "z"} {
				rows, err := r.Rows(set, store.Query{})
				if err != nil {
					return err
				}
				equal(t, "rows", len(rows), 0)
				put(t, s, set, simple(id, id))
			}
			return nil
		})
		equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"x", "y", "z"})
	}},
	{"a view does not wait for an update, nor sees what it did so far", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		update(t, s, func(w store.Writer) error {
			err := w.PutItem(set, simple("x", "X"), seen)
			equal(t, "rows", len(rowsOf(t, s, set, store.Query{})), 0)
			return err
		})
		equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"x"})
	}},
	{"a view within a view sees what was committed between", func(t *testing.T, s store.Store) {
		view(t, s, func(r store.Reader) error {
			addSet(t, s, "a")
			equal(t, "sets within", names(get(t, s, store.Reader.Sets)), []string{"a"})
			sets, err := r.Sets()
			equal(t, "sets", len(sets), 0)
			return err
		})
	}},
}
