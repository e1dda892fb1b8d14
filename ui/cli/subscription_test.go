package cli_test

import (
	"strconv"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestSubscriptions(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("subscription", "list").prints("").says("no subscriptions\n")
	feed := d.put("feed.xml", eggs)
	d.ok("subscription", "add", "Groceries", feed).prints("").says("Groceries is subscribed to " + feed + ": crossfeed sync reads it\n")
	row := func(rest string) string {
		return "LIST       FEED" + strings.Repeat(" ", len(feed)-4) + "  LAST TRY              LAST SUCCESS          NEXT                  CAME  SEEN  STATE\n" +
			"Groceries  " + feed + "  " + rest + "\n"
	}
	d.ok("subscription", "list").prints(strings.Replace(row("-         -             2005-05-24T09:43:33Z  0     -     not read yet"), "TRY              LAST SUCCESS          NEXT", "TRY  LAST SUCCESS  NEXT", 1))
	d.ok("sync")
	d.ok("subscription", "list", "Groceries").prints(row("2005-05-24T09:43:33Z  2005-05-24T09:43:33Z  2005-05-24T09:58:33Z  1     -     ok"))
	d.ok("subscription", "pause", "Groceries", feed)
	d.ok("subscription", "list").prints(strings.Replace(row("2005-05-24T09:43:33Z  2005-05-24T09:43:33Z  -     1     -     paused"), "NEXT                ", "NEXT", 1))
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
    "set_aside": 0,
    "bytes": ` + strconv.Itoa(len(eggs)) + `,
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
        "set_aside": 0,
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
	d.ok("set", "new", "Groceries")
	feed := d.put("feed.xml", eggs)
	for _, verb := range []string{"pause", "resume", "remove"} {
		d.run("subscription", verb, "Groceries", feed).is(cli.Failed).prints("")
	}
	d.ok("subscription", "add", "Groceries", feed, "--json")
	d.run("subscription", "add", "Groceries", feed).is(cli.Failed).prints("")
	d.run("subscription", "add", "Groceries", "gopher://example.com/feed.xml").is(cli.Failed).prints("")
}

// A list reads feeds of its own family of rules, and none of the other.
func TestAFeedOfTheOtherFamilyIsRefused(t *testing.T) {
	d := newDesk(t)
	older := d.put("older.xml", `<rss version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><channel><title>x</title>
<item><title>Eggs</title><sx:sync id="eggs" version="1"><sx:history when="Sat, 21 May 2005 11:43:33 GMT" by="phone"/></sx:sync></item></channel></rss>`)
	d.ok("set", "new", "Groceries")
	d.run("subscription", "add", "Groceries", older).is(cli.Failed).prints("").
		mentions(older+" is SSE 0.91", `the list "Groceries" is FeedSync 1.0`, "crossfeed set upgrade", "crossfeed feed convert", "another list")
	d.ok("set", "new", "Older", "--dialect", "sse-0.91")
	d.ok("subscription", "add", "Older", older)
	d.ok("sync", "Older")
	// What lies there later is refused when it is read.
	d.put("older.xml", eggs)
	d.run("sync", "Older").is(cli.Failed).mentions(older+" is FeedSync 1.0", `the list "Older" is SSE 0.91`, `crossfeed set upgrade "Older"`)
	d.ok("item", "show", "Older", "eggs")
}
