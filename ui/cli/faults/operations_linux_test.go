package faults_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // reads and writes the older store
)

var operations = map[string]operation{
	"publish": {prepare: sharing, device: "desk", args: func(w *world) []string {
		return []string{"publish", "Groceries"}
	}},
	"sync": {prepare: func(w *world) {
		sharing(w)
		w.ok("phone", "item", "edit", "Groceries", "milk", "--title", "Oat milk")
		w.ok("phone", "item", "add", "Groceries", "--id", "salt", "--title", "Salt")
		w.ok("phone", "item", "delete", "Groceries", "bread")
		w.ok("phone", "sync")
	}, device: "desk", args: func(w *world) []string { return []string{"sync"} }, part: func(w *world) {
		w.ok("desk", "publish", "Groceries")
	}},
	"accept": {prepare: func(w *world) {
		sharing(w)
		w.ok("desk", "invite", "Groceries", "--file", w.file("invitation.crossfeed"))
	}, device: "tablet", args: func(w *world) []string { return []string{"accept", w.file("invitation.crossfeed")} }, part: func(w *world) {
		w.ok("tablet", "set", "new", "Groceries", "--kind", "todo")
		w.ok("tablet", "publish", "Groceries", w.file("shared"))
	}},
	"import": {prepare: func(w *world) {
		sharing(w)
		w.put("todos.ics", todos)
	}, device: "desk", args: func(w *world) []string { return []string{"import", "Groceries", w.file("todos.ics")} }},
	"migration": {prepare: older, device: "desk", args: func(w *world) []string {
		return []string{"item", "list", "Groceries"}
	}},
	"backup": {prepare: sharing, device: "desk", args: func(w *world) []string {
		return []string{"backup", w.file("backup.zip"), "--overwrite"}
	}},
	"restore": {prepare: func(w *world) {
		sharing(w)
		w.ok("desk", "backup", w.file("backup.zip"))
		w.ok("desk", "item", "delete", "Groceries", "milk")
	}, device: "desk", args: func(w *world) []string { return []string{"restore", w.file("backup.zip")} }},
	"verify": {prepare: sharing, device: "desk", args: func(*world) []string { return []string{"verify"} }},
	"repair": {prepare: func(w *world) {
		sharing(w)
		w.damage("<title>Buy milk", "<title>Buy silk")
	}, device: "desk", args: func(*world) []string { return []string{"verify", "--repair"} }},
	"rebuild": {prepare: func(w *world) {
		sharing(w)
		w.damage("CREATE TABLE items (", "CREATE TABLE iuems (")
	}, device: "desk", args: func(*world) []string { return []string{"item", "list", "Groceries"} }},
}

// damage replaces a text in the database of desk.
func (w *world) damage(text, by string) {
	w.t.Helper()
	path := w.file("desk/crossfeed.db")
	db, err := os.ReadFile(path)
	if err == nil && !bytes.Contains(db, []byte(text)) {
		err = fmt.Errorf("it has no %q", text)
	}
	if err == nil {
		err = os.WriteFile(path, bytes.ReplaceAll(db, []byte(text), []byte(by)), 0o600)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// older converts the data of desk to that of an older version: the first migrations, with the
// data for the columns that they know.
func older(w *world) {
	sharing(w)
	before, after := w.file("desk/crossfeed.db"), w.file("older.db")
	if err := errors.Join(downgrade(before, after), os.Rename(after, before)); err != nil {
		w.t.Fatal(err)
	}
}

// known is the number of migrations that the older version knows.
const known = 7

func downgrade(from, to string) (err error) {
	db, err := sql.Open("sqlite", "file:"+to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // ATTACH applies to a single connection
	scripts, err := filepath.Glob("../../../storage/migrations/*.sql")
	if err != nil {
		return err
	}
	for _, script := range scripts[:known] {
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
			return errors.Join(err, fmt.Errorf("%s is no table any more", table))
		}
		all := `"` + strings.Join(columns, `", "`) + `"`
		if _, err := db.Exec(fmt.Sprintf("DELETE FROM main.%[1]s; INSERT INTO main.%[1]s (%[2]s) SELECT %[2]s FROM newer.%[1]s", table, all)); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

// texts returns the values of a query's only column.
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

// sharing makes two devices share a list; the first has unpublished changes.
func sharing(w *world) {
	if *w.shared != nil {
		w.before = *w.shared
		w.restore()
		return
	}
	w.ok("desk", "set", "new", "Groceries", "--kind", "todo")
	for _, id := range []string{"milk", "bread", "eggs"} {
		w.ok("desk", "item", "add", "Groceries", "--id", id, "--title", "Buy "+id)
	}
	w.ok("desk", "publish", "Groceries", w.file("shared"))
	w.ok("phone", "set", "new", "Groceries", "--kind", "todo")
	w.ok("phone", "publish", "Groceries", w.file("shared"))
	w.ok("phone", "subscription", "add", "Groceries", w.file("shared"))
	w.ok("desk", "subscription", "add", "Groceries", w.file("shared"))
	w.ok("desk", "sync")
	w.ok("phone", "sync")
	w.ok("desk", "sync")
	w.ok("desk", "item", "edit", "Groceries", "eggs", "--title", "Buy ten eggs")
	*w.shared = w.files()
}

const todos = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Tasks//EN\r\n" +
	"BEGIN:VTODO\r\nUID:tea\r\nDTSTAMP:20050520T080000Z\r\nSUMMARY:Tea\r\nEND:VTODO\r\n" +
	"BEGIN:VTODO\r\nUID:honey\r\nDTSTAMP:20050520T080000Z\r\nSUMMARY:Honey\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
