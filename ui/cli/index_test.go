package cli_test

import (
	"database/sql"
	"strings"
	"testing"

	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// unindex removes an item from an index of the database, as damage may.
func (d *desk) unindex(index, id string) {
	d.t.Helper()
	db, err := sql.Open("sqlite", "file:"+d.database())
	if err != nil {
		d.t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	do := func(statement string, args ...any) {
		d.t.Helper()
		if _, err := db.Exec(statement, args...); err != nil {
			d.t.Fatalf("%s: %v", statement, err)
		}
	}
	do("PRAGMA foreign_keys = off")
	do("CREATE TEMP TABLE aside AS SELECT * FROM items WHERE id = ?", id)
	do("CREATE TEMP TABLE ways AS SELECT * FROM sqlite_schema WHERE name = ?", index)
	do("DELETE FROM items WHERE id = ?", id)
	do("PRAGMA writable_schema = on")
	do("DELETE FROM sqlite_schema WHERE name = ?", index)
	do("PRAGMA writable_schema = reset")
	do("INSERT INTO items SELECT * FROM aside")
	do("PRAGMA writable_schema = on")
	do("INSERT INTO sqlite_schema SELECT * FROM ways")
	do("PRAGMA writable_schema = reset")
	var found string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&found); err != nil || !strings.Contains(found, "missing from index") && !strings.Contains(found, "wrong # of entries") {
		d.t.Fatalf("the index is %q, %v", found, err)
	}
	if err := db.Close(); err != nil {
		d.t.Fatal(err)
	}
}

// An item that is missing in an index of a list is not missing in a feed: the database is
// rebuilt before one is written, by publishing and by a sync.
func TestAFeedHasTheItemThatAnIndexLacks(t *testing.T) {
	for _, args := range [][]string{{"publish", "Plans"}, {"sync"}} {
		d, shared := forty(t)
		d.env.Rescue = storage.Rescue
		d.ok("item", "edit", "Plans", "n3", "--title", "Edited")
		d.unindex("items_by_position", "n17")
		d.run(args...)
		d.run(args...)
		if feed := read(t, shared); strings.Count(feed, "<item>") != 40 || !strings.Contains(feed, "<title>Edited</title>") || !strings.Contains(feed, "Plan number 17 of") {
			t.Errorf("%v: the feed lacks something", args)
		}
		d.run("verify").is(cli.Done).prints("read 40 items and 41 versions: nothing is damaged\n")
	}
}
