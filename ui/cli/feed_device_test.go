package cli_test

import (
	"os"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// signed is a feed that a device publishes under the name Kitchen.
func signed(feed string) string {
	return strings.Replace(feed, "<channel>", `<channel><atom:author xmlns:atom="http://www.w3.org/2005/Atom"><atom:name>kitchen234kitchen234</atom:name></atom:author>`+
		`<c:device xmlns:c="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" id="kitchen234kitchen234" name="Kitchen"/>`, 1)
}

// Feeds are called by their device wherever the commands speak of them.
func TestFeedsAreCalledByTheirDevice(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	feed := d.put("feed.xml", signed(forged))
	d.ok("subscription", "add", "Groceries", feed)
	d.run("sync").is(cli.Attention)

	for _, c := range [][]string{{"subscription", "list"}, {"review", "list"}} {
		table := strings.Split(d.ok(c...).out, "\n")
		if !strings.Contains(table[0], "DEVICE") || !strings.Contains(table[1], "  Kitchen  "+feed) {
			t.Errorf("%s prints\n%s", strings.Join(c, " "), strings.Join(table, "\n"))
		}
	}
	health := parse[[]struct{ Feeds []struct{ Device string } }](d.ok("subscription", "list", "--json"))
	if got := health[0].Feeds[0].Device; got != "Kitchen" {
		t.Errorf("in JSON the device is %q", got)
	}
	if err := os.Remove(feed); err != nil {
		t.Fatal(err)
	}
	d.run("sync").is(cli.Failed).mentions("Kitchen · Groceries: ", feed)
	d.ok("device", "name", "Laptop", "--of", "kitchen234kitchen234")
	d.run("sync").is(cli.Failed).mentions("Laptop · Groceries: ", feed)
}
