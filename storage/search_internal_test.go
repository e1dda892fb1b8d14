package storage

import (
	"context"
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/store"
)

func TestSearchThatIsCancelledEndsWithItsSpan(t *testing.T) {
	s := impatient(t, t.TempDir())
	set := spread(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	spans := 0
	err := s.View(ctx, func(r store.Reader) error {
		f := found{set: set}
		return r.(*reader).eachSpan(&f, func(_, upTo int64) (bool, error) {
			spans++
			f.upTo = upTo
			cancel()
			return false, nil
		})
	})
	if !errors.Is(err, context.Canceled) || spans != 1 {
		t.Errorf("%d spans, error %v", spans, err)
	}
}

func TestSearchFindsItemsInEverySpan(t *testing.T) {
	s := impatient(t, t.TempDir())
	set := spread(t, s)
	err := s.View(t.Context(), func(r store.Reader) error {
		for limit, want := range map[int]int{0: 2, 1: 1, 2: 2, 3: 2} {
			q := store.Query{Search: "eggs", Limit: limit}
			rows, err := r.Rows(set, q)
			if len(rows) != want || err != nil {
				t.Errorf("limit %d: %d rows, error %v", limit, len(rows), err)
			}
			n, err := r.CountRows(set, q)
			if n != 2 || err != nil {
				t.Errorf("limit %d: counted %d, error %v", limit, n, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// spread adds a list with two items that are several spans apart.
func spread(t *testing.T, s *Store) (set int64) {
	t.Helper()
	set = addItem(t, s)
	for _, statement := range []string{
		"PRAGMA foreign_keys = OFF",
		"UPDATE items SET key = 1000000",
		"UPDATE searchable SET item = 1000000",
		"INSERT INTO items (key, winner, conflicts, deleted, updates, at, \"by\", title, publisher, set_key, id) " +
			"SELECT 1, winner, 0, 0, updates, at, \"by\", title, publisher, set_key, 'more eggs' FROM items",
		"INSERT INTO searchable SELECT 1, set_key, gone, conflicts, open, sign0, sign1, sign2, sign3, text FROM searchable",
	} {
		if _, err := s.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(statement, err)
		}
	}
	return set
}

func TestQueriesGoThroughTheirIndexes(t *testing.T) {
	s := impatient(t, t.TempDir())
	for _, c := range []struct {
		query       store.Query
		rows, count string
	}{
		{store.Query{}, "items_by_position", "COVERING INDEX items_by_position"},
		{store.Query{Open: true}, "items_by_position", "COVERING INDEX items_by_position"},
		{store.Query{DueFrom: "2026-11-27", Open: true}, "items_by_day", "items_by_day"},
		{store.Query{DueTo: "2026-11-27"}, "items_by_day", "items_by_day"},
		{store.Query{Tag: "dairy", Open: true}, "tags_by_name", "tags_by_name"},
		{store.Query{Parent: "trip"}, "items_by_parent", "items_by_parent"},
		{store.Query{Alarms: true}, "items_with_alarms", "items_with_alarms"},
	} {
		a := ask(1, c.query)
		if plan := planOf(t, s, a.rows(), append(a.values, 1)); !strings.Contains(plan, c.rows) {
			t.Errorf("%+v: the rows are read by\n%s", c.query, plan)
		}
		if plan := planOf(t, s, a.count(), a.values); !strings.Contains(plan, c.count) {
			t.Errorf("%+v: they are counted by\n%s", c.query, plan)
		}
	}
}

func TestSearchSortsNothingSoThatItCanStopEarly(t *testing.T) {
	s := impatient(t, t.TempDir())
	a := askSpan(1, store.Query{Search: "milk", Open: true})
	if plan := planOf(t, s, a.rows(), append(a.values, 0, span, 1)); strings.Contains(plan, "ORDER BY") {
		t.Errorf("the rows are read by\n%s", plan)
	}
	if plan := planOf(t, s, a.count(), append(a.values, 0, span)); strings.Contains(plan, "SEARCH i ") {
		t.Errorf("they are counted by\n%s", plan)
	}
}

func TestTheNewestVersionsAreFoundInTheIndexAlone(t *testing.T) {
	s := impatient(t, t.TempDir())
	const index = "SEARCH versions USING COVERING INDEX sqlite_autoindex_versions_1 (set_key=? AND item=?)"
	for query, values := range map[string]args{selectNewest: {1, "eggs", 50, 1 << 20}, countVersions: {1, "eggs"}} {
		plan := planOf(t, s, query, values)
		if !strings.Contains(plan, index) || strings.Contains(plan, "SCAN v") {
			t.Errorf("they are read by\n%s", plan)
		}
	}
}

func TestResolutionsAreReadInTheirOrderWithoutSorting(t *testing.T) {
	s := impatient(t, t.TempDir())
	for _, c := range []struct {
		set  int64
		id   string
		want string
	}{
		{0, "", "SCAN decisions"},
		{1, "", "SEARCH decisions USING INDEX decisions_by_set"},
		{1, "eggs", "SEARCH decisions USING INDEX decisions_by_item"},
	} {
		query, values := askDecisions(c.set, c.id, 10)
		plan := planOf(t, s, query, values)
		if !strings.Contains(plan, c.want) || strings.Contains(plan, "ORDER BY") {
			t.Errorf("of set %d, item %q: they are read by\n%s", c.set, c.id, plan)
		}
	}
}

// planOf returns SQLite's query plan for a statement.
func planOf(t *testing.T, s *Store, query string, values args) string {
	t.Helper()
	tx, err := s.snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.end()
	steps, err := all(newReader(t.Context(), tx), scanPlan, "EXPLAIN QUERY PLAN "+query, values...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "\n")
}

func scanPlan(row scanner) (detail string, err error) {
	var id, parent, unused int
	err = row.Scan(&id, &parent, &unused, &detail)
	return detail, err
}
