package conformance

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
)

var limitRules = []rule{
	{"give the first rows, and count them all", testLimits},
	{"are for each question of a view anew", func(t *testing.T, s store.Store) {
		a, b := tenItems(t, s, "a"), tenItems(t, s, "b")
		view(t, s, func(r store.Reader) error {
			for _, c := range []struct {
				set       int64
				search    string
				limit     int
				rows, all int
			}{
				{a, "even", 2, 2, 5}, {a, "odd", 2, 2, 5}, {b, "even", 9, 5, 5}, {a, "even", 0, 5, 5}, {a, "", 3, 3, 10}, {a, "even", 1, 1, 5},
			} {
				q := store.Query{Search: c.search, Limit: c.limit}
				rows, err := r.Rows(c.set, q)
				if err != nil {
					return err
				}
				n, err := r.CountRows(c.set, q)
				if len(rows) != c.rows || n != c.all || err != nil {
					t.Errorf("%+v: %d rows of %d, error %v", c, len(rows), n, err)
				}
			}
			return nil
		})
	}},
	{"may stop counting where there are enough", func(t *testing.T, s store.Store) {
		set := tenItems(t, s, "a")
		for enough, least := range map[int]int{0: 5, 1: 1, 4: 4, 5: 5, 9: 5} {
			n := get(t, s, func(r store.Reader) (int, error) {
				return r.CountRows(set, store.Query{Search: "even", Enough: enough})
			})
			if n < least || n > 5 {
				t.Errorf("enough are %d: counted %d", enough, n)
			}
		}
	}},
	{"count what was written after the rows were read", func(t *testing.T, s store.Store) {
		set := tenItems(t, s, "a")
		update(t, s, func(w store.Writer) error {
			q := store.Query{Search: "even", Limit: 2}
			if _, err := w.Rows(set, q); err != nil {
				return err
			}
			if err := w.RemoveItem(set, "item-0"); err != nil {
				return err
			}
			n, err := w.CountRows(set, q)
			equal(t, "number", n, 4)
			return err
		})
	}},
}

func testLimits(t *testing.T, s store.Store) {
	set := tenItems(t, s, "a")
	for _, search := range []string{"", "t"} { // every title has one
		for limit, want := range map[int]int{0: 10, 1: 1, 9: 9, 10: 10, 11: 10} {
			q := store.Query{Search: search, Limit: limit}
			ids := idsOf(t, s, set, q)
			equal(t, "rows", len(ids), want)
			equal(t, "first", ids[0], "item-0")
			equal(t, "number", countRows(t, s, set, q), 10)
		}
	}
}

// tenItems adds a set of items whose titles say whether their number is even.
func tenItems(t *testing.T, s store.Store, name string) int64 {
	t.Helper()
	set := addSet(t, s, name)
	for i := range 10 {
		put(t, s, set, simple(fmt.Sprint("item-", i), []string{"even", "odd"}[i%2]))
	}
	return set
}
