package faults_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"

	"crossfeed/engine/enginetest/storagetest"
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
	}, leaves: oneFailed},
	"accept": {prepare: func(w *world) {
		sharing(w)
		w.ok("desk", "invite", "Groceries", "--file", w.file("invitation.crossfeed"))
	}, device: "tablet", args: func(w *world) []string { return []string{"accept", w.file("invitation.crossfeed")} }, part: func(w *world) {
		w.ok("tablet", "list", "create", "Groceries", "--kind", "todo")
		w.ok("tablet", "publish", "Groceries", w.file("shared"))
	}, leaves: oneFailed},
	"import": {prepare: func(w *world) {
		sharing(w)
		w.put("todos.ics", todos)
	}, device: "desk", args: func(w *world) []string { return []string{"import", "Groceries", w.file("todos.ics")} }},
	"migration": {prepare: older, device: "desk", args: func(w *world) []string {
		return []string{"item", "list", "Groceries"}
	}},
	"backup": {prepare: sharing, device: "desk", args: func(w *world) []string {
		return []string{"backup", w.file("backup.zip"), "--overwrite"}
	}, written: backedUp},
	"restore": {prepare: func(w *world) {
		sharing(w)
		w.ok("desk", "backup", w.file("backup.zip"))
		w.ok("desk", "item", "delete", "Groceries", "milk")
	}, device: "desk", args: func(w *world) []string { return []string{"restore", w.file("backup.zip")} }},
	"verify": {prepare: sharing, device: "desk", args: func(*world) []string { return []string{"verify"} }, leaves: regexp.MustCompile(`(?s)^damaged: .*crossfeed verify --repair`)},
	"repair": {prepare: func(w *world) {
		sharing(w)
		w.damage("<title>Buy milk", "<title>Buy silk")
	}, device: "desk", args: func(*world) []string { return []string{"verify", "--repair"} }},
	"rebuild": {prepare: func(w *world) {
		sharing(w)
		w.damage("CREATE TABLE items (", "CREATE TABLE iuems (")
	}, device: "desk", args: func(*world) []string { return []string{"item", "list", "Groceries"} }},
}

// oneFailed says that a feed could not be read or written, why, and what can be done.
var oneFailed = regexp.MustCompile(`/shared.*: .*(?:` + remedy.String() + `)`)

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
	if err := errors.Join(storagetest.Downgrade(before, after, "../../../storage/migrations", known), os.Rename(after, before)); err != nil {
		w.t.Fatal(err)
	}
}

// known is the number of migrations that the older version knows.
const known = 7

// sharing makes two devices share a list; the first has unpublished changes.
func sharing(w *world) {
	if *w.shared != nil {
		w.before = *w.shared
		w.restore()
		return
	}
	w.ok("desk", "list", "create", "Groceries", "--kind", "todo")
	for _, id := range []string{"milk", "bread", "eggs"} {
		w.ok("desk", "item", "add", "Groceries", "--id", id, "--title", "Buy "+id)
	}
	w.ok("desk", "publish", "Groceries", w.file("shared"))
	w.ok("phone", "list", "create", "Groceries", "--kind", "todo")
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
