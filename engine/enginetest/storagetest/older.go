package storagetest

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // reads and writes the older store
)

// Downgrade writes what an older version would have left of the database from into the file to:
// the first known migrations in a folder of scripts, with what there is in the columns that they
// know. It changes from, too.
func Downgrade(from, to, scripts string, known int) (err error) {
	db, err := sql.Open("sqlite", "file:"+to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // what is attached is so for one connection
	all, err := filepath.Glob(filepath.Join(scripts, "*.sql"))
	if err == nil && len(all) <= known {
		err = fmt.Errorf("%s has %d scripts", scripts, len(all))
	}
	if err != nil {
		return err
	}
	for _, script := range all[:known] {
		text, err := os.ReadFile(script)
		if err == nil {
			_, err = db.Exec(string(text))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", script, err)
		}
	}
	if _, err := db.Exec(fmt.Sprintf("PRAGMA user_version = %d; PRAGMA foreign_keys = OFF; ATTACH '%s' AS newer", known, from)); err != nil {
		return err
	}
	if known < renamedIn {
		if _, err := db.Exec(oldNames); err != nil {
			return fmt.Errorf("naming as before the %dth migration: %w", renamedIn, err)
		}
	}
	tables, err := texts(db, "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'")
	if err != nil {
		return err
	}
	for _, table := range tables {
		if table == "content_revision" {
			continue // the migrations wrote its only row, and a later one drops it
		}
		columns, err := texts(db, "SELECT name FROM pragma_table_info(?1, 'main') INTERSECT SELECT name FROM pragma_table_info(?1, 'newer')", table)
		if err != nil || len(columns) == 0 {
			return errors.Join(err, fmt.Errorf("the table %s is gone", table))
		}
		all := `"` + strings.Join(columns, `", "`) + `"`
		if _, err := db.Exec(fmt.Sprintf("DELETE FROM main.%[1]s; INSERT INTO main.%[1]s (%[2]s) SELECT %[2]s FROM newer.%[1]s", table, all)); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

// oldNames undoes the migration that renamed tables and columns.
const (
	renamedIn = 16
	oldNames  = `ALTER TABLE newer.held_items RENAME TO suspects;
		ALTER TABLE newer.versions  RENAME COLUMN details TO beside;
		ALTER TABLE newer.conflicts RENAME COLUMN details TO beside;
		ALTER TABLE newer.items     RENAME COLUMN details TO beside;`
)

// texts are the values of a query's only column.
func texts(db *sql.DB, query string, args ...any) (all []string, err error) {
	rows, err := db.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}
