package cli_test

import (
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
		return "LIST       FEED" + strings.Repeat(" ", len(feed)-4) + "  LAST SUCCESS          CAME  STATE\n" +
			"Groceries  " + feed + "  " + rest + "\n"
	}
	d.ok("subscription", "list").prints(strings.Replace(row("-             0     not read yet"), "SUCCESS          CAME", "SUCCESS  CAME", 1))
	d.ok("sync")
	d.ok("subscription", "list", "Groceries").prints(row("2005-05-24T09:43:33Z  1     ok"))
	d.ok("subscription", "pause", "Groceries", feed)
	d.ok("subscription", "list").prints(row("2005-05-24T09:43:33Z  1     paused"))
	d.ok("sync").prints("")
	d.ok("subscription", "resume", "Groceries", feed)
	d.ok("subscription", "list", "--json").prints(`[
  {
    "set": "Groceries",
    "location": "` + feed + `",
    "paused": false,
    "last_try": "2005-05-24T09:43:33Z",
    "last_success": "2005-05-24T09:43:33Z",
    "error": "",
    "error_since": "",
    "came": 1,
    "set_aside": 0
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
	d.run("subscription", "add", "Groceries", "http://example.com/feed.xml").is(cli.Failed).prints("")
}
