package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/ui/cli"
)

// bounded is a feed with one item that says which changes it holds.
func bounded(id, since, until string) string {
	sharing := `<sx:sharing since="` + since + `" until="` + until + `"/>`
	return strings.Replace(feedOf(entry(id, id, "1", "")), "<title>", sharing+"<title>", 1)
}

// Changes left the feed before it was read, and nothing has them.
func TestMissedChangesAreState1(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	feed := d.put("feed.xml", bounded("eggs", "1", "3"))
	d.ok("subscription", "add", "Groceries", feed)
	if r := d.ok("sync", "--json"); !strings.Contains(r.out, `"missed": false`) {
		t.Errorf("got %s", r.out)
	}
	d.put("feed.xml", bounded("bread", "7", "9"))
	r := d.run("sync", "--json", "--dry-run").is(cli.Attention)
	if got := parse[[]engine.Report](r); len(got) != 1 || !got[0].Missed || got[0].New != 1 || got[0].Error != "" {
		t.Errorf("got %+v", got)
	}
	r = d.run("sync").is(cli.Attention)
	if want := feed + ": changes were missed: they left the feed before it was read, and it names no complete feed; ask its publisher for one\n"; r.err != want {
		t.Errorf("said %q, want %q", r.err, want)
	}
	d.put("feed.xml", bounded("milk", "8", "10"))
	d.ok("sync")
}

func TestAFolderWithFeedsUnderOtherNames(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("set", "new", "Books")
	folder := d.file("shared")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	d.ok("publish", "Groceries", folder)
	d.ok("publish", "Books", folder)
	d.ok("subscription", "add", "Groceries", folder)
	d.put(filepath.Join("shared", "Books.laptop.xml"), eggs)
	d.put(filepath.Join("shared", "notes.txt"), "no feed")
	if r := d.ok("sync", "Groceries"); r.err != "" {
		t.Errorf("said %q", r.err)
	}
	d.put(filepath.Join("shared", "Shopping.laptop.xml"), eggs)
	d.put(filepath.Join("shared", "groceries.xml"), eggs)
	r := d.ok("sync", "Groceries")
	if want := folder + ": no other device's feed of Groceries is here; not read are Shopping.laptop.xml, groceries.xml, which have other names: subscribe to a file itself, or rename it to Groceries.DEVICE.xml\n"; r.err != want {
		t.Errorf("said %q, want %q", r.err, want)
	}
	d.put(filepath.Join("shared", "Groceries.laptop.xml"), eggs)
	if r := d.ok("sync", "Groceries"); r.err != "" {
		t.Errorf("said %q", r.err)
	}
}

// What cannot be published is no feed that cannot be read.
func TestAPublishingFailureIsNotAFeedThatCannotBeRead(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	folder := d.file("shared")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	d.ok("publish", "Groceries", folder)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	d.ok("item", "add", "Groceries", "--title", "Eggs")
	r := d.run("sync").is(cli.Attention).mentions(folder)
	if strings.Contains(r.err, "no feed could be read") {
		t.Errorf("said %q", r.err)
	}
	if got := parse[[]engine.Report](d.run("sync", "--json").is(cli.Attention)); len(got) != 1 || !got[0].Publishing || got[0].Error == "" {
		t.Errorf("got %+v", got)
	}
	d.ok("subscription", "add", "Groceries", d.put("bad.xml", eggs[:300]))
	d.run("sync").is(cli.Failed).mentions("no feed could be read")
}
