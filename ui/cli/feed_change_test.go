package cli_test

import (
	"os"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestAnItemOfAFeedIsEditedDeletedAndRestored(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", eggs)
	shows := func(want string) {
		t.Helper()
		d.ok("feed", "show", path).prints("Groceries (rss, feedsync-1.0)\n\n" + want)
	}
	d.ok("feed", "edit", path, "--id", "eggs", "--title", "Brown eggs").prints("eggs: update 2\n").says("")
	shows("ID    TITLE       UPDATES  CHANGED\n" +
		"eggs  Brown eggs  2        2005-05-24T09:43:33Z by desk\n")
	d.ok("feed", "delete", path, "--id", "eggs").prints("eggs: update 3\n")
	shows("ID    TITLE       UPDATES  CHANGED\n" +
		"eggs  Brown eggs  3        2005-05-24T09:43:33Z by desk  deleted\n")
	d.ok("feed", "edit", path, "--id", "eggs", "--text", "white ones").prints("eggs: update 4\n")
	shows("ID    TITLE       UPDATES  CHANGED\n" +
		"eggs  Brown eggs  4        2005-05-24T09:43:33Z by desk  deleted\n")
	d.ok("feed", "restore", path, "--id", "eggs").prints("eggs: update 5\n")
	shows("ID    TITLE       UPDATES  CHANGED\n" +
		"eggs  Brown eggs  5        2005-05-24T09:43:33Z by desk\n")
	got := read(t, path)
	for _, kept := range []string{`<f:shop open="8"/>`, "<f:price>2</f:price>", "<!-- fresh -->", "white ones", `deleted="false"`} {
		if strings.Count(got, kept) != 1 {
			t.Errorf("%s stands there %d times in\n%s", kept, strings.Count(got, kept), got)
		}
	}
}

func TestAChangeThatChangesNothingLeavesEveryByte(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", eggs)
	for _, args := range [][]string{
		{"feed", "edit", path, "--id", "eggs", "--title", "Eggs"},
		{"feed", "restore", path, "--id", "eggs"},
	} {
		d.ok(args...).prints("eggs: update 1\n")
		if read(t, path) != eggs {
			t.Errorf("%v changed the file", args)
		}
	}
}

func TestTheResultGoesWhereItIsAskedFor(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", eggs)
	d.ok("feed", "delete", path, "--id", "eggs", "-o", d.file("out.xml"))
	written := read(t, d.file("out.xml"))
	d.ok("feed", "delete", path, "--id", "eggs", "-o", "-").prints(written)
	if read(t, path) != eggs || !strings.Contains(written, `deleted="true"`) {
		t.Errorf("the file changed, or the output is no deletion:\n%s", written)
	}
}

func TestAnItemIsMadeInAFeed(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", eggs)
	d.ok("feed", "new", path, "--id", "bread", "--title", "Bread", "--noconflicts").prints("bread: update 1\n")
	got := parse[shown](d.ok("feed", "show", path, "--json"))
	if len(got.Items) != 2 || got.Items[1].ID != "bread" || !got.Items[1].NoConflicts || got.Items[1].History[0].By != "desk" {
		t.Errorf("got %+v", got.Items)
	}
	before := read(t, path)
	d.run("feed", "new", path, "--id", "eggs", "--title", "Eggs").is(cli.Failed).prints("")
	if read(t, path) != before {
		t.Error("the refused item changed the file")
	}
}

func TestAFeedIsMadeWhereThereIsNone(t *testing.T) {
	d := newDesk(t)
	for _, format := range []string{"rss", "atom"} {
		path := d.file(format + ".xml")
		d.ok("feed", "new", path, "--title", "Bread", "--format", format).
			prints("00010203-0405-4607-8809-0a0b0c0d0e0f: update 1\n")
		d.ok("feed", "check", path).says("no problems\n")
		got := parse[shown](d.ok("feed", "show", path, "--json"))
		if got.Format != format || got.Dialect != "feedsync-1.0" || got.Title != format || len(got.Items) != 1 || got.Items[0].Title != "Bread" {
			t.Errorf("got %+v", got)
		}
	}
}

func TestWhatAFeedDoesNotHoldCannotBeChanged(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", eggs)
	for _, verb := range [][]string{{"delete"}, {"restore"}, {"edit", "--title", "x"}, {"resolve", "--keep"}} {
		args := append([]string{"feed", verb[0], path, "--id", "bread"}, verb[1:]...)
		if r := d.run(args...).is(cli.Failed).prints(""); !strings.Contains(r.err, `a.xml: item "bread": there is no such item`) {
			t.Errorf("%v said %q", args, r.err)
		}
		args[2] = d.file("missing.xml")
		d.run(args...).is(cli.Failed).prints("")
	}
	if _, err := os.Stat(d.file("missing.xml")); err == nil {
		t.Error("a feed was made")
	}
}

func TestAnEditOfAContestedItemOfAFeed(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", contested)
	if r := d.run("feed", "edit", path, "--id", "eggs", "--title", "x").is(cli.Failed); !strings.Contains(r.err, "crossfeed feed resolve "+path+" --id eggs") {
		t.Errorf("said %q", r.err)
	}
	if read(t, path) != contested {
		t.Error("the refused edit changed the file")
	}
	d.bare("feed", "edit", path, "--id", "eggs", "--title", "x", "--endpoint", "phone", "--now", "2005-05-24T09:43:33Z").
		is(cli.Attention).prints("eggs: update 4\n").
		says("eggs: 3 versions to settle: crossfeed feed resolve " + path + " --id eggs\n")
}
