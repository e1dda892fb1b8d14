package cli_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
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
	d.ok("publish", "Groceries", "--json").prints("{\n  \"set\": \"Groceries\",\n  \"path\": \"" + path + "\",\n  \"complete\": \"\",\n  \"readers\": \"\"\n}\n")
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

func TestWhoCanReadItIsSaidBeforeTheFirstPublishing(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("set", "new", "Books")
	folder := d.file("shared")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "Groceries.desk.xml")
	d.ok("publish", "Groceries", folder).prints(path + "\n").mentions("On this computer you alone can read it: ")
	if again := d.ok("publish", "Groceries"); again.err != "" {
		t.Errorf("said again: %s", again.err)
	}
	d.ok("publish", "Books", folder, "--json").prints("{\n  \"set\": \"Books\",\n  \"path\": \"" + filepath.Join(folder, "Books.desk.xml") + "\",\n  \"complete\": \"\",\n  \"readers\": \"this-user\"\n}\n")
}

func TestAWindowMakesAPartialFeedWithTheCompleteOneBeside(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	path, complete := d.file("Groceries.xml"), d.file("Groceries.complete.xml")
	d.ok("publish", "Groceries", path, "--window", "30d").prints(path + "\n" + complete + "\n")
	for name, want := range map[string]string{
		path:     `<sx:sharing since="2005-05-24T09:43:33.000000000Z" until="2005-05-24T09:43:33.000000000Z" expires="2005-06-23T09:43:33Z">`,
		complete: `<sx:sharing since="2005-05-24T09:43:33.000000000Z" until="2005-05-24T09:43:33.000000000Z"/>`,
	} {
		if text := read(t, name); !strings.Contains(text, want) {
			t.Errorf("%s has no %s:\n%s", name, want, text)
		}
	}
	d.ok("feed", "check", path, complete)
	d.ok("publish", "Groceries").prints(path + "\n" + complete + "\n")
	d.ok("publish", "Groceries", "--window", "none").prints(path + "\n")
	if _, err := os.Stat(complete); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the complete feed: %v", err)
	}
	d.run("publish", "Groceries", "--window", "soon").is(cli.Failed).mentions("write 30d")
	d.ok("set", "new", "Plans", "--kind", "outline")
	d.run("publish", "Plans", d.file("plans.opml"), "--window", "30d").is(cli.Failed).mentions("published whole")
}

func TestPublishingIsStopped(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	path := d.file("feed.xml")
	d.run("publish", "Groceries", "--stop").is(cli.Failed).mentions("not shared")
	for _, remove := range []bool{false, true} {
		d.ok("publish", "Groceries", path)
		args := []string{"publish", "Groceries", "--stop"}
		if remove {
			args = append(args, "--remove")
		}
		d.ok(args...).prints(path + "\n").mentions("stays with them")
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) != remove {
			t.Errorf("removing %v: %v", remove, err)
		}
		d.run("publish", "Groceries").is(cli.Failed)
	}
}

func TestWrongUsesOfPublish(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	for _, args := range [][]string{
		{"--remove"},
		{"--stop", "--window", "30d"},
		{d.dir, "--stop"},
		{d.dir, "--scheme", "ntlm"},
		{d.dir, "--certificate", "cert.pem"},
		{d.dir, "--fingerprint", "12:34"},
		{d.dir, "--fingerprint", "no"},
	} {
		d.run(append([]string{"publish", "Groceries"}, args...)...).is(cli.Misuse).prints("")
	}
}
