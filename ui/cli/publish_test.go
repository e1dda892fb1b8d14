package cli_test

import (
	"testing"

	"crossfeed/ui/cli"
)

func TestAListIsPublished(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.run("publish", "Groceries").is(cli.Failed).prints("")
	path := d.file("feed.xml")
	d.ok("publish", "Groceries", path).prints(path + "\n")
	d.ok("item", "edit", "Groceries", "eggs", "--title", "Brown eggs")
	d.ok("publish", "Groceries", "--json").prints("{\n  \"path\": \"" + path + "\",\n  \"set\": \"Groceries\"\n}\n")
	d.ok("feed", "show", path).prints("Groceries (rss, feedsync-1.0)\n\n" +
		"ID    TITLE       UPDATES  CHANGED\n" +
		"eggs  Brown eggs  2        2005-05-24T09:43:33Z by desk\n")
}

func TestAFolderGetsAFileOfThisEndpoint(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("publish", "Groceries", d.dir).prints(d.file("Groceries.desk.xml") + "\n")
}

func TestAnotherFeedIsNotWrittenOver(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	path := d.put("feed.xml", eggs)
	d.run("publish", "Groceries", path).is(cli.Failed).prints("").mentions(path)
	if read(t, path) != eggs {
		t.Error("the file was written over")
	}
}
