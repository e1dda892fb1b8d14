package cli_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestSets(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "ls").prints("").stderr("No lists. To create one: crossfeed list create NAME\n")
	d.ok("list", "create", "Groceries", "--kind", "todo").prints("").stderr("Created list \"Groceries\".\n")
	d.ok("list", "create", "Family", "--kind", "contact", "--format", "atom", "--dialect", "sse-0.93")
	d.ok("item", "add", "Groceries", "--title", "Eggs")
	d.ok("list", "ls").stderr("").prints("" +
		"LIST       KIND     ITEMS  CONFLICTS  DELETED  PUBLISHED AT\n" +
		"Family     contact  0      0          0\n" +
		"Groceries  todo     1      0          0\n")
	d.ok("list", "rename", "Groceries", "Food").prints("")
	d.ok("list", "delete", "Family").prints("")
	d.ok("list", "ls", "--json").prints(`[
  {
    "name": "Food",
    "kind": "todo",
    "format": "rss",
    "dialect": "feedsync-1.0",
    "location": "",
    "items": 1,
    "conflicts": 0,
    "deleted": 0
  }
]
`)
}

func TestNewSetInMachineReadableForm(t *testing.T) {
	newDesk(t).ok("list", "create", "Family", "--kind", "contact", "--format", "atom", "--dialect", "sse-0.93", "--json").prints(`{
  "name": "Family",
  "kind": "contact",
  "format": "atom",
  "dialect": "sse-0.93",
  "location": "",
  "items": 0,
  "conflicts": 0,
  "deleted": 0
}
`)
}

func TestNoListsAreAnEmptyListInJSON(t *testing.T) {
	newDesk(t).ok("list", "ls", "--json").prints("[]\n")
}

func TestSetsThatAreNotThereOrThereAlready(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.run("list", "create", "Groceries").is(cli.Failed).prints("").mentions("Groceries", "a list with this name already exists")
	for _, args := range [][]string{
		{"list", "rename", "Nope", "Food"},
		{"list", "delete", "Nope"},
		{"item", "list", "Nope"},
		{"publish", "Nope"},
		{"subscription", "list", "Nope"},
		{"sync", "Nope"},
		{"conflict", "list", "Nope"},
	} {
		d.run(args...).is(cli.Failed).prints("").mentions("Nope", "there is no such list")
	}
}

func TestWhichKindsFormatsAndDialectsAListCanHave(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Plans", "--kind", "outline")
	d.ok("list", "create", "Older", "--kind", "todo", "--dialect", "sse-0.91")
	for name, want := range map[string][2]string{"Plans": {"opml", "sse-0.91"}, "Older": {"rss", "sse-0.91"}} {
		for _, s := range parse[[]struct{ Name, Format, Dialect string }](d.ok("list", "ls", "--json")) {
			if s.Name == name && [2]string{s.Format, s.Dialect} != want {
				t.Errorf("%+v, want %v", s, want)
			}
		}
	}
	d.run("list", "create", "Odd", "--kind", "outline", "--format", "rss").is(cli.Failed).mentions("a list of outlines is OPML")
	d.run("list", "create", "Odd", "--format", "opml").is(cli.Failed).mentions("choose the kind outline")
	d.run("list", "create", "Odd", "--format", "atom", "--dialect", "sse-0.91").is(cli.Failed).mentions("SSE 0.91 has no Atom")
}

func TestAListIsUpgraded(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries", "--dialect", "sse-0.91")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	feed := d.file("feed.xml")
	d.ok("subscription", "add", "Groceries", feed)
	d.ok("list", "upgrade", "Groceries").prints("").stderr("" +
		"Upgraded \"Groceries\" to FeedSync 1.0. Earlier edits can no longer be undone, but stay in the history.\n" +
		feed + ": The feed is refreshed again when its publisher has upgraded the list, too.\n")
	d.ok("item", "edit", "Groceries", "eggs", "--title", "Six eggs").prints("eggs: update 2\n")
	d.run("list", "upgrade", "Groceries").is(cli.Failed).mentions("it cannot be upgraded", "FeedSync 1.0 already")
	d.ok("list", "create", "Other", "--dialect", "sse-0.91")
	d.ok("list", "upgrade", "Other", "--json").prints("{\n  \"name\": \"Other\",\n  \"dialect\": \"feedsync-1.0\",\n  \"awaits\": []\n}\n")
	d.ok("list", "create", "Plans", "--kind", "outline")
	d.run("list", "upgrade", "Plans").is(cli.Failed).mentions("it is an outline")
}

// One undo restores a whole list; the edits of other lists stay.
func TestADeletedListIsBackAfterOneUndo(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Work")
	d.ok("item", "add", "Work", "--title", "Report")
	d.ok("list", "create", "Family")
	d.ok("item", "add", "Family", "--id", "milk", "--title", "Milk")
	d.ok("item", "edit", "Family", "milk", "--title", "Oat milk")
	d.ok("list", "delete", "Family")
	d.run("item", "list", "Family").is(cli.Failed)
	d.ok("undo").shows("Family")
	d.ok("item", "list", "Family").shows("Oat milk")
	d.ok("item", "list", "Work").shows("Report")
	d.ok("redo")
	d.run("item", "list", "Family").is(cli.Failed)
}

// Before a list is deleted, a person chooses what happens to its published feed, and
// afterwards sees what others still have.
func TestDeletingAPublishedListSaysWhatBecomesOfItsFeed(t *testing.T) {
	for flag, stays := range map[string]bool{"--remove-feed": false, "--keep-feed": true} {
		d := newDesk(t)
		d.ok("list", "create", "Family")
		d.ok("item", "add", "Family", "--title", "Milk")
		feed := d.file("family.xml")
		d.ok("publish", "Family", feed)
		d.run("list", "delete", "Family").is(cli.Failed).mentions("published at "+feed, "--remove-feed or --keep-feed", "others keep what they have")
		d.ok("item", "list", "Family").shows("Milk")
		d.ok("list", "delete", "Family", flag).mentions(feed, "Others keep what they have.")
		if _, err := os.Stat(feed); (err == nil) != stays {
			t.Errorf("%s: the feed: %v", flag, err)
		}
		d.ok("undo").shows("Family")
		d.ok("item", "list", "Family").shows("Milk")
	}
}

// Deleting reports the known copies, before the person decides about the feed and afterwards,
// and that there may be others.
func TestDeletingAListSaysWhichCopiesAreKnown(t *testing.T) {
	d, partner, folder := together(t)
	weekly := t.TempDir()
	d.ok("backup", "--weekly", weekly)
	partner.ok("device", "name", "laptop", "--publish")
	partner.ok("sync")
	d.ok("sync")
	feed := filepath.Join(folder, "Groceries."+d.id()+".xml")
	const more = "There may be more: exports, other backups, or copies that others made."
	backup := "1 backup in " + weekly + " that may contain it. " + more
	d.run("list", "delete", "Groceries").is(cli.Failed).
		mentions("Crossfeed knows of 3 copies: its feed at " + feed + ", the feed of laptop and " + backup)
	d.ok("list", "delete", "Groceries", "--remove-feed").mentions("Crossfeed knows of 2 copies: the feed of laptop and " + backup)
	d.ok("undo")
	if err := os.RemoveAll(weekly); err != nil {
		t.Fatal(err)
	}
	d.ok("list", "delete", "Groceries").mentions("Crossfeed knows of 1 copy: the feed of laptop. " + weekly + " cannot be read right now; backups there may contain it. " + more)
	d.ok("list", "create", "Chores")
	d.ok("backup", "--weekly", "")
	d.ok("list", "delete", "Chores").stderr("")
}

// A feed that was left behind is a copy, too.
func TestDeletingAListCountsTheFeedsThatStayed(t *testing.T) {
	d := newOwn(t, "desk")
	d.ok("list", "create", "Groceries")
	one, two := d.file("one.xml"), d.file("two.xml")
	for _, at := range []string{one, two} {
		d.ok("publish", "Groceries", at)
	}
	d.ok("publish", "Groceries", "--stop")
	d.ok("list", "delete", "Groceries").mentions("Crossfeed knows of 2 copies: its feed at " + one + " and its feed at " + two + ".")
}

// Earlier versions left a list's feed in the folder when the list was renamed. It is a copy,
// is named when the list is no longer published, and can be withdrawn.
func TestAFeedThatARenamingLeftIsACopyAndWithdrawn(t *testing.T) {
	d := newOwn(t, "desk")
	folder := d.file("shared")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	d.ok("list", "create", "Food")
	d.ok("item", "add", "Food", "--title", "Milk")
	d.ok("publish", "Food", folder, "--window", "30d")
	d.ok("list", "create", "Chores")
	d.ok("publish", "Chores", folder)
	at := func(name string) string { return filepath.Join(folder, name) }
	feed, left, complete := at("Food."+d.id()+".xml"), at("Groceries."+d.id()+".xml"), at("Groceries."+d.id()+".complete.xml")
	for to, from := range map[string]string{left: feed, complete: at("Food." + d.id() + ".complete.xml"), at("Groceries.other.xml"): feed} {
		if err := os.WriteFile(to, []byte(read(t, from)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.run("list", "delete", "Food").is(cli.Failed).mentions("Crossfeed knows of 2 copies: its feed at " + feed + " and its feed at " + left + ".")
	d.ok("publish", "Food", "--stop", "--remove")
	d.gone(feed)
	d.ok("list", "delete", "Food").mentions("Crossfeed knows of 1 copy: its feed at " + left + ".")
	d.ok("publish", "Food", left, "--stop", "--remove")
	d.gone(left)
	d.gone(complete)
	for _, other := range []string{at("Groceries.other.xml"), at("Chores." + d.id() + ".xml")} {
		if _, err := os.Stat(other); err != nil {
			t.Error(err)
		}
	}
}

func (r result) shows(text string) {
	r.t.Helper()
	if !strings.Contains(r.out, text) {
		r.t.Errorf("printed\n%s\nwithout %q", r.out, text)
	}
}

// A deleted list is restored with its whole content, whatever was done since.
func TestADeletedListComesBack(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries", "--kind", "todo")
	d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.ok("item", "delete", "Groceries", "eggs")
	before := d.ok("item", "list", "Groceries", "--json").out
	d.ok("list", "ls", "--deleted").prints("")
	d.ok("list", "delete", "Groceries")
	d.ok("list", "create", "Work")
	for n := range 12 {
		d.ok("item", "add", "Work", "--id", strconv.Itoa(n), "--title", "Report")
	}
	if gone := parse[[]struct {
		Name  string
		Items int
	}](d.ok("list", "ls", "--deleted", "--json")); len(gone) != 1 || gone[0].Name != "Groceries" || gone[0].Items != 1 {
		t.Errorf("deleted are %+v", gone)
	}
	d.run("list", "undelete", "Errands").is(cli.Failed).mentions("no deleted list \"Errands\"", "list ls --deleted")
	d.ok("list", "undelete", "Groceries").mentions("Restored list \"Groceries\".")
	if now := d.ok("item", "list", "Groceries", "--json").out; now != before {
		t.Errorf("came back as %s", now)
	}
	if n := len(parse[[]shownItem](d.ok("item", "list", "Work", "--json"))); n != 12 {
		t.Errorf("%d items are left of what was done since", n)
	}
	d.ok("item", "restore", "Groceries", "eggs")

	// Undo deletes it again, and redo restores it.
	d.ok("undo")
	d.ok("undo").prints("undone: restoring the list Groceries\n")
	d.run("item", "list", "Groceries").is(cli.Failed)
	d.ok("redo").prints("redone: restoring the list Groceries\n")
	d.ok("item", "list", "Groceries")

	// Another list has the name now.
	d.ok("list", "delete", "Groceries")
	d.ok("list", "create", "Groceries")
	d.run("list", "undelete", "Groceries").is(cli.Failed).mentions("--as NAME")
	d.ok("list", "undelete", "Groceries", "--as", "Old groceries").mentions("Restored list \"Old groceries\".")
	if now := d.ok("item", "list", "Old groceries", "--json").out; !strings.Contains(now, "Milk") {
		t.Errorf("came back as %s", now)
	}
}

// The kind of a list can be changed while it is empty and only here.
func TestTheKindOfAnEmptyListIsChanged(t *testing.T) {
	d := newDesk(t)
	is := func(kind, format, dialect string) {
		t.Helper()
		l := parse[[]struct{ Kind, Format, Dialect string }](d.ok("list", "ls", "--json"))[0]
		if l.Kind != kind || l.Format != format || l.Dialect != dialect {
			t.Errorf("it is %+v, want %s %s %s", l, kind, format, dialect)
		}
	}
	d.ok("list", "create", "Plans", "--format", "atom")
	d.ok("list", "change", "Plans", "--kind", "todo").stderr("Changed list \"Plans\" to kind todo.\n")
	is("todo", "atom", "feedsync-1.0")
	d.ok("list", "change", "Plans", "--kind", "outline")
	is("outline", "opml", "sse-0.91")
	d.ok("list", "change", "Plans", "--kind", "contact")
	is("contact", "rss", "feedsync-1.0")
	d.ok("publish", "Plans", d.file("shared"))
	d.run("list", "change", "Plans", "--kind", "todo").is(cli.Failed).mentions(`list "Plans": only the kind of a list without items`)
	d.ok("publish", "Plans", "--stop", "--remove")
	d.ok("item", "add", "Plans", "--id", "ada", "--title", "Ada")
	d.run("list", "change", "Plans", "--kind", "todo").is(cli.Failed)
	d.ok("item", "delete", "Plans", "ada")
	d.run("list", "change", "Plans", "--kind", "todo").is(cli.Failed) // it can be restored
	d.run("list", "change", "Plans").is(cli.Misuse)
	is("contact", "rss", "feedsync-1.0")
}
