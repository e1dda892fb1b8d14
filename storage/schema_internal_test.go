package storage

import (
	"database/sql"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A new store runs no migrations, and has the same result: the same tables, columns in the
// same order, indexes, rows and pragmas.
func TestANewStoreIsAsTheMigrationsMakeIt(t *testing.T) {
	made := impatient(t, t.TempDir())
	migrated := &Store{path: filepath.Join(t.TempDir(), fileName)}
	if err := migrated.connect(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = migrated.Close() }) // only read from here on
	if err := migrated.migrate(t.Context(), migrations()); err != nil {
		t.Fatal(err)
	}
	got, want := contents(t, made.db), contents(t, migrated.db)
	for _, what := range slices.Sorted(maps.Keys(want)) {
		if got[what] != want[what] {
			t.Errorf("%s is\n%s\nand the migrations make\n%s", what, got[what], want[what])
		}
		delete(got, what)
	}
	for what := range got {
		t.Errorf("the migrations make no %s", what)
	}
}

// contents returns the statement of each object without its layout, the rows of each table,
// and the values in the header.
func contents(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	all := map[string]string{}
	layout := strings.NewReplacer(" ", "", "\n", "", `"`, "")
	for _, row := range rowsOf(t, db, "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema") {
		kind, name := row[0], row[1]
		all[kind+" "+name] = row[2] + ": " + layout.Replace(row[3])
		if kind == "table" {
			all["rows of "+name] = fmt.Sprint(rowsOf(t, db, `SELECT * FROM "`+name+`"`))
		}
	}
	for _, pragma := range []string{"application_id", "user_version", "journal_mode", "page_size", "encoding", "auto_vacuum"} {
		all[pragma] = fmt.Sprint(rowsOf(t, db, "PRAGMA "+pragma))
	}
	return all
}

func rowsOf(t *testing.T, db *sql.DB, query string) (all [][]string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }() // only read
	columns, err := rows.Columns()
	for err == nil && rows.Next() {
		row := make([]string, len(columns))
		cells := make([]any, len(row))
		for i := range row {
			cells[i] = &row[i]
		}
		err = rows.Scan(cells...)
		all = append(all, row)
	}
	if err != nil || rows.Err() != nil {
		t.Fatal(err, rows.Err())
	}
	return all
}
