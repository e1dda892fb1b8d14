package cli_test

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestSubscriptions(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "list").prints("").stderr("No subscriptions.\n")
	feed := d.put("feed.xml", eggs)
	d.ok("subscription", "add", "Groceries", feed).prints("").stderr("Subscribed \"Groceries\" to " + feed + ". To refresh it: crossfeed sync\nFound 1 item and 0 deletions.\n")
	row := func(rest string) string {
		return "LIST       FEED" + strings.Repeat(" ", len(feed)-4) + "  LAST TRY              LAST SUCCESS          NEXT                  RECEIVED  SEEN  STATE\n" +
			"Groceries  " + feed + "  " + rest + "\n"
	}
	d.ok("subscription", "list").prints(strings.Replace(row("-         -             2005-05-24T09:43:33Z  0         -     not refreshed yet"), "TRY              LAST SUCCESS          NEXT", "TRY  LAST SUCCESS  NEXT", 1))
	d.ok("sync")
	d.ok("subscription", "list", "Groceries").prints(row("2005-05-24T09:43:33Z  2005-05-24T09:43:33Z  2005-05-24T09:58:33Z  1         -     ok"))
	d.ok("subscription", "pause", "Groceries", feed)
	d.ok("subscription", "list").prints(strings.Replace(row("2005-05-24T09:43:33Z  2005-05-24T09:43:33Z  -     1         -     paused"), "NEXT                ", "NEXT", 1))
	d.ok("sync").prints("")
	d.ok("subscription", "resume", "Groceries", feed)
	d.ok("subscription", "list", "--json").prints(`[
  {
    "set": "Groceries",
    "location": "` + feed + `",
    "paused": false,
    "stopped": false,
    "mode": "both",
    "every": "",
    "last_try": "2005-05-24T09:43:33Z",
    "last_success": "2005-05-24T09:43:33Z",
    "next": "2005-05-24T09:58:33Z",
    "error": "",
    "error_since": "",
    "failures": 0,
    "trouble": "",
    "offline": false,
    "came": 1,
    "deleted": 0,
    "skipped": 0,
    "bytes": ` + strconv.Itoa(len(eggs)) + `,
    "shown": {
      "items": 1,
      "deleted": 0
    },
    "feeds": [
      {
        "address": "` + feed + `",
        "title": "Groceries",
        "author": "",
        "device": "",
        "seen": 0,
        "of": 0,
        "expires": "",
        "gap": "",
        "complete": "",
        "offers": [],
        "moved": "",
        "skipped": 0,
        "sizes": [],
        "held": 0
      }
    ]
  }
]
`)
	d.ok("subscription", "remove", "Groceries", feed)
	d.ok("subscription", "list", "--json").prints("[]\n")
	d.ok("item", "show", "Groceries", "eggs")
}

func TestSubscriptionsThatAreThereAlreadyOrAreNot(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	feed := d.put("feed.xml", eggs)
	for _, verb := range []string{"pause", "resume", "remove"} {
		d.run("subscription", verb, "Groceries", feed).is(cli.Failed).prints("")
	}
	d.ok("subscription", "add", "Groceries", feed, "--json")
	d.run("subscription", "add", "Groceries", feed).is(cli.Failed).prints("")
	d.run("subscription", "add", "Groceries", "gopher://example.com/feed.xml").is(cli.Failed).prints("")
}

// A list only reads feeds whose dialect has the same rules.
func TestAFeedOfTheOtherDialectIsRefused(t *testing.T) {
	d := newDesk(t)
	older := d.put("older.xml", `<rss version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><channel><title>x</title>
<item><title>Eggs</title><sx:sync id="eggs" version="1"><sx:history when="Sat, 21 May 2005 11:43:33 GMT" by="phone"/></sx:sync></item></channel></rss>`)
	d.ok("list", "create", "Groceries")
	d.run("subscription", "add", "Groceries", older).is(cli.Failed).prints("").
		mentions(older+" is SSE 0.91", `the list "Groceries" is FeedSync 1.0`, "crossfeed list upgrade", "crossfeed feed convert", "another list")
	d.ok("list", "create", "Older", "--dialect", "sse-0.91")
	d.ok("subscription", "add", "Older", older)
	d.ok("sync", "Older")
	// A document put there later is refused when it is read.
	d.put("older.xml", eggs)
	d.run("sync", "Older").is(cli.Failed).mentions(older+" is FeedSync 1.0", `the list "Older" is SSE 0.91`, `crossfeed list upgrade "Older"`)
	d.ok("item", "show", "Older", "eggs")
}

// A partial feed may contain nothing but deleted items, which do not show its kind.
func TestTheKindOfAFeedOfTombstonesIsThatOfItsCompleteFeed(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Todos", "--kind", "todo")
	d.ok("item", "add", "Todos", "--id", "milk", "--title", "Milk", "--field", "due=2026-11-27")
	d.ok("item", "add", "Todos", "--id", "eggs", "--title", "Eggs")
	d.ok("item", "delete", "Todos", "eggs")
	path := d.file("feed.xml")
	d.ok("publish", "Todos", path, "--window", "1")
	other := d.at("laptop")
	other.env.Random = rand.Reader
	other.ok("list", "create", "Mine", "--kind", "todo")
	other.ok("list", "create", "Notes")
	r := other.ok("subscription", "probe", path)
	if !strings.Contains(r.out, "todo  1") || !strings.HasSuffix(r.err, "Matches \"Mine\" or a new list. To create one: crossfeed list create \"Todos\" --kind todo\n") || strings.Contains(r.err, "Notes") {
		t.Errorf("printed\n%s\nsaid\n%s", r.out, r.err)
	}
	if err := os.Remove(d.file("feed.complete.xml")); err != nil {
		t.Fatal(err)
	}
	got := parse[struct {
		Feeds []struct{ Kind string }
		Lists []struct{ List, Why string }
	}](other.ok("subscription", "probe", path, "--json"))
	if got.Feeds[0].Kind != "" {
		t.Errorf("got %+v", got)
	}
	for _, l := range got.Lists {
		if l.Why != "" {
			t.Errorf("got %+v", got)
		}
	}
}

func TestOneLineSaysWhichListsFit(t *testing.T) {
	d := newDesk(t)
	for name, kind := range map[string]string{"Groceries": "note", "Pantry": "note", "Todos": "todo", "People": "contact"} {
		d.ok("list", "create", name, "--kind", kind)
	}
	file := d.put("feed.xml", eggs)
	d.ok("subscription", "probe", file).stderr(`Matches "Groceries" or "Pantry". To subscribe: crossfeed subscription add "Groceries" ` + file + "\n")
	d.ok("subscription", "probe", file, "Pantry").stderr(`Matches "Pantry" or "Groceries". To subscribe: crossfeed subscription add "Pantry" ` + file + "\n")
	d.ok("subscription", "probe", file, "Todos").mentions(`and the list "Todos" is of the kind todo`, "Matches ").mentions("Groceries")
}

// The name of a list is part of its file's name.
func TestAListIsProposedUnderTheNameThatItsFileSays(t *testing.T) {
	for _, file := range []string{"Rice & Beans v1=2E2=3A 100=25.laptop.xml", "Rice %26 Beans v1%2E2%3A 100%25.laptop.xml"} {
		d := newDesk(t)
		folder := d.file("shared")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		d.put(filepath.Join("shared", file), strings.Replace(eggs, "<title>Groceries</title>", "<title>Other</title>", 1))
		r := d.bare(append([]string{"subscription", "probe", folder}, d.args...)...).is(cli.Done)
		if want := `crossfeed list create "Rice & Beans v1.2: 100%" --kind note`; !strings.Contains(r.err, want) {
			t.Errorf("%s: said %q", file, r.err)
		}
	}
}

func TestAServerWithoutItsSchemeIsNotTakenForAFileInSilence(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "add", "Groceries", filepath.Join(d.dir, "example.org", "feed.xml")).mentions("Nothing is there yet", "https://")
	if said := d.ok("subscription", "add", "Groceries", d.put("there.xml", eggs)).err; strings.Contains(said, "https://") {
		t.Errorf("of a file that is there it said %q", said)
	}
}
