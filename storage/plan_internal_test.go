package storage

import (
	"strings"
	"testing"

	"crossfeed/engine/store"
)

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
	for query, values := range map[string]args{selectNewest: {1, "eggs", 50}, countVersions: {1, "eggs"}} {
		plan := planOf(t, s, query, values)
		if !strings.Contains(plan, index) || strings.Contains(plan, "SCAN") {
			t.Errorf("they are read by\n%s", plan)
		}
	}
}

func TestDecisionsAreReadInTheirOrderWithoutSorting(t *testing.T) {
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

// planOf is how SQLite goes about a statement.
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
