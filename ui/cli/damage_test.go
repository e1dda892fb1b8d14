package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// forty is a desk with a list of forty notes that is published, which another desk reads.
func forty(t *testing.T, flags ...string) (d, reader *desk, shared string) {
	t.Helper()
	d = newDesk(t)
	d.ok("set", "new", "Plans", "--kind", "note")
	for i := range 40 {
		d.ok("item", "add", "Plans", "--id", fmt.Sprint("n", i), "--title", fmt.Sprint("Plan number ", i, " of forty"), "--text", strings.Repeat("Milk. ", 40))
	}
	shared = d.file("shared.xml")
	d.ok(append([]string{"publish", "Plans", shared}, flags...)...)
	reader = newDesk(t)
	reader.args[3] = "phone"
	reader.ok("set", "new", "Plans", "--kind", "note")
	reader.ok("subscription", "add", "Plans", shared)
	reader.ok("sync")
	return d, reader, shared
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
