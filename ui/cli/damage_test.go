package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/record"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// forty is a desk with a list of forty notes that is published, which another desk reads.
func forty(t *testing.T, flags ...string) (d, reader *desk, shared string) {
	t.Helper()
	d = newDesk(t)
	d.ok("set", "new", "Plans", "--kind", "note")
	d.addForty()
	shared = d.file("shared.xml")
	d.ok(append([]string{"publish", "Plans", shared}, flags...)...)
	reader = newDesk(t)
	reader.args[3] = "phone"
	reader.ok("set", "new", "Plans", "--kind", "note")
	reader.ok("subscription", "add", "Plans", shared)
	reader.ok("sync")
	return d, reader, shared
}

// addForty adds items to the list "Plans" at the time of the desk. As many commands would open
// the store as often, which takes long.
func (d *desk) addForty() {
	d.t.Helper()
	st, err := d.env.Open(d.t.Context(), d.file("data"))
	if err != nil {
		d.t.Fatal(err)
	}
	now := time.Date(2005, 5, 24, 9, 43, 33, 0, time.UTC)
	e, err := engine.Open(d.t.Context(), engine.Parts{Store: st, Clock: showing(now), Random: d.env.Random, Files: d.env.Files, Endpoint: "desk"})
	if err != nil {
		d.t.Fatal(err)
	}
	for i := range 40 {
		values := record.Values{"title": fmt.Sprint("Plan number ", i, " of forty"), "text": strings.Repeat("Milk. ", 40)}
		if _, err := e.Add(d.t.Context(), "Plans", values, engine.AddOptions{ID: fmt.Sprint("n", i)}); err != nil {
			d.t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		d.t.Fatal(err)
	}
}

// flip changes a byte of the first such text in the database of a desk, and reports whether
// there is one.
func (d *desk) flip(text string) bool {
	d.t.Helper()
	path := filepath.Join(d.file("data"), "crossfeed.db")
	db, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	at := bytes.Index(db, []byte(text))
	if at < 0 {
		return false
	}
	db[at+len(text)/2] ^= 1
	if err := os.WriteFile(path, db, 0o600); err != nil {
		d.t.Fatal(err)
	}
	return true
}

// One damaged item keeps nothing else from being published, exported and edited, and does not
// vanish from what is published.
func TestOneDamagedItemKeepsNothingElseFromWorking(t *testing.T) {
	for _, window := range [][]string{nil, {"--window", "10"}} {
		d, reader, shared := forty(t, window...)
		if !d.flip("<title>Plan number 17 of") {
			t.Fatal("the database has no such text")
		}
		remedy := "this item is damaged: crossfeed verify --repair fetches it again"
		d.run("item", "show", "Plans", "n17").is(cli.Failed).mentions("item n17", remedy)
		d.run("item", "edit", "Plans", "n17", "--title", "x").is(cli.Failed).mentions("item n17", remedy)
		d.ok("item", "edit", "Plans", "n18", "--title", "Edited")
		d.ok("item", "delete", "Plans", "n19")
		d.ok("item", "add", "Plans", "--id", "new", "--title", "New")
		d.run("item", "list", "Plans", "--json").is(cli.Attention).mentions("item n17: " + remedy)
		if window == nil {
			d.run("publish", "Plans").is(cli.Attention).mentions("n17", "published as they were last", "verify --repair")
			if text := read(t, shared); strings.Count(text, "Plan number 17 of") != 1 || !strings.Contains(text, "Edited") {
				t.Error("the feed lacks what is damaged, or the edit")
			}
		} else {
			d.run("publish", "Plans").is(cli.Attention)
		}
		out := d.file("plans.opml")
		d.run("export", "Plans", out).is(cli.Attention).mentions("n17", "verify --repair")
		if text := read(t, out); !strings.Contains(text, "Edited") || strings.Contains(text, "number 17") {
			t.Error("the export lacks the edit, or has what is damaged")
		}
		reader.ok("sync")
		reader.ok("item", "show", "Plans", "n17")
		reader.ok("item", "show", "Plans", "new")
		reader.run("item", "show", "Plans", "n19").is(cli.Done)
	}
}

func TestADamagedTitleIsNoticedWhenItIsListed(t *testing.T) {
	d, _, _ := forty(t)
	for d.flip("Plan number 17 of") { // the item, its version, and the content of that
	}
	d.run("item", "list", "Plans").is(cli.Attention).mentions("item n17", "verify --repair")
}

// verify reads everything and changes nothing; verify --repair fetches what is damaged.
func TestWhatIsDamagedIsFetchedAgain(t *testing.T) {
	for name, from := range map[string]func(d *desk, shared, backup string) []string{
		"the own feed": func(*desk, string, string) []string { return nil },
		"a backup": func(d *desk, shared, backup string) []string {
			if err := os.Remove(shared); err != nil {
				d.t.Fatal(err)
			}
			return []string{"--from", backup}
		},
	} {
		d, _, shared := forty(t)
		backup := d.file("backup.zip")
		d.ok("backup", backup)
		d.ok("verify").prints("read 40 items and 40 versions: nothing is damaged\n")
		want := d.ok("item", "show", "Plans", "n17").out
		d.flip("<title>Plan number 17 of")
		flags := from(d, shared, backup)
		before := read(t, filepath.Join(d.file("data"), "crossfeed.db"))
		d.run("verify").is(cli.Attention).mentions("damaged Plans n17", "crossfeed verify --repair")
		if read(t, filepath.Join(d.file("data"), "crossfeed.db")) != before {
			t.Errorf("%s: verify changed something", name)
		}
		d.ok(append([]string{"verify", "--repair"}, flags...)...).mentions("repaired Plans n17", "fetched from", "the data as it was is in")
		d.ok("item", "show", "Plans", "n17").prints(want)
		d.ok("verify")
		d.ok("publish", "Plans")
	}
}

// What nobody has any more leaves the list, is kept, and comes back with the next feed that has it.
func TestWhatCannotBeFetchedIsKeptAside(t *testing.T) {
	d, reader, shared := forty(t)
	d.flip("<title>Plan number 17 of")
	if err := os.Remove(shared); err != nil {
		t.Fatal(err)
	}
	d.ok("verify", "--repair").mentions("damaged versions are in quarantine")
	d.run("item", "show", "Plans", "n17").is(cli.Failed).mentions("there is no such item")
	d.ok("publish", "Plans")
	reader.ok("publish", "Plans", reader.file("phone.xml"))
	d.ok("subscription", "add", "Plans", reader.file("phone.xml"))
	d.run("sync").is(cli.Attention).mentions("1 held for review") // a change of this device that it does not have
	d.ok("review", "accept", "Plans", "--all")
	d.ok("item", "show", "Plans", "n17")
}

// A database whose structure is damaged is copied into a new one, row by row.
func TestADamagedDatabaseIsRescued(t *testing.T) {
	for name, damage := range map[string]func(db []byte){
		"the header": func(db []byte) { clear(db[:60]) },
		"a page of versions": func(db []byte) {
			at := bytes.Index(db, []byte("<title>Plan number 17 of")) &^ 4095
			clear(db[at : at+8])
		},
		"a statement": func(db []byte) {
			copy(db, bytes.ReplaceAll(db, []byte("CREATE TABLE items ("), []byte("CREATE TABLE iuems (")))
		},
		"a statement's name": func(db []byte) { copy(db, bytes.ReplaceAll(db, []byte("tableitemsitems"), []byte("tableiuemsitems"))) },
	} {
		t.Run(name, func(t *testing.T) {
			d, _, _ := forty(t)
			d.env.Rescue = storage.Rescue
			path := filepath.Join(d.file("data"), "crossfeed.db")
			db := []byte(read(t, path))
			damage(db)
			if err := os.WriteFile(path, db, 0o600); err != nil {
				t.Fatal(err)
			}
			d.run("verify", "--repair").is(cli.Done).mentions("the database was damaged", "the data as it was is in")
			for i := range 40 {
				if testsize.Tries(i-1, 8) { // the 17th, too
					d.ok("item", "show", "Plans", fmt.Sprint("n", i))
				}
			}
			d.ok("verify")
			d.ok("sync")
		})
	}
}

// A log that is removed while it holds edits is noticed, once and until the next edit.
func TestALogThatWasRemovedIsNoticed(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Plans", "--kind", "note")
	st, err := storage.Open(t.Context(), d.file("data"))
	if err != nil {
		t.Fatal(err)
	}
	d.ok("item", "add", "Plans", "--title", "Milk") // stays in the log while somebody has it open
	db := read(t, filepath.Join(d.file("data"), "crossfeed.db"))
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	d.ok("set", "list").says("")
	if err := os.WriteFile(filepath.Join(d.file("data"), "crossfeed.db"), []byte(db), 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("item", "list", "Plans").is(cli.Attention).mentions("saved changes are missing", "crossfeed.db-wal", "crossfeed sync", "restore")
	d.run("item", "add", "Plans", "--title", "Eggs").is(cli.Attention)
	d.ok("item", "list", "Plans")
}
