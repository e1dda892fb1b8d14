package cli_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/trust"
	"crossfeed/ui/cli"
)

// forged is a feed with milk, and with eggs that were made here but changed in this endpoint's
// name by somebody else.
const forged = `<?xml version="1.0"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Groceries</title><link>http://example.com/</link><description>x</description>
<item><title>No eggs</title><sx:sync id="eggs" updates="2" deleted="true"><sx:history sequence="2" when="2005-05-24T08:00:00Z" by="desk"/></sx:sync></item>
<item><title>Milk</title><sx:sync id="milk" updates="1"><sx:history sequence="1" when="2005-05-24T08:00:00Z" by="phone"/></sx:sync></item>
</channel></rss>
`

// deceived returns a desk that read such a feed.
func deceived(t *testing.T) (*desk, string) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	feed := d.put("feed.xml", forged)
	d.ok("subscription", "add", "Groceries", feed)
	d.run("sync").is(cli.Attention).
		stderr(feed + ": 1 held for review. Reason: a change in your name that this device never made: change 2 (2005-05-24T08:00:00Z). For details: crossfeed review list\n")
	return d, feed
}

// acceptOwn accepts changes in a list's feeds that claim to be by this desk, but are unknown
// to its store.
func (d *desk) acceptOwn(set string) {
	d.t.Helper()
	d.ok("review", "accept", set, "--all")
}

// Items held for review are not invalid, and are not counted as such.
func TestTheStateOfAFeedSaysWhatIsHeldForReview(t *testing.T) {
	d, feed := deceived(t)
	list := d.ok("subscription", "list", "Groceries")
	if !strings.Contains(list.out, "1 held for review") || strings.Contains(list.out, "skipped") {
		t.Errorf("got %s", list.out)
	}
	list.mentions(feed + `: 1 item is held for review, and not merged until you decide. Reason: a change in your name that this device never made: change 2 (2005-05-24T08:00:00Z). For details: crossfeed review list "Groceries"` + "\n" +
		feed + `: Before you accept or refuse, see what accepting would change: crossfeed review accept "Groceries" --feed ` + feed + " --dry-run\n")
	shapes := parse[[]struct {
		Skipped int `json:"skipped"`
		Feeds   []struct {
			Skipped int `json:"skipped"`
			Held    int
		}
	}](d.ok("subscription", "list", "Groceries", "--json"))
	if s := shapes[0]; s.Skipped != 0 || s.Feeds[0].Skipped != 0 || s.Feeds[0].Held != 1 {
		t.Errorf("got %+v", shapes)
	}
}

// Invalid items are reported next to them, with the command that explains why; of many
// reasons, only some are shown.
func TestTheStateOfAFeedSaysWhyItemsAreHeldAndSkipped(t *testing.T) {
	d, feed := deceived(t)
	more := `<item><title>Bad</title><sx:sync id="bad" updates="x"><sx:history sequence="1" when="2005-05-24T08:00:00Z" by="phone"/></sx:sync></item>`
	for _, n := range []string{"3", "4", "5", "6"} {
		more += `<item><title>Tea</title><sx:sync id="tea` + n + `" updates="` + n + `"><sx:history sequence="` + n + `" when="2005-05-24T08:00:00Z" by="desk"/></sx:sync></item>`
	}
	d.put("feed.xml", strings.Replace(forged, "</channel>", more+"</channel>", 1))
	d.run("sync").is(cli.Attention)
	r := d.ok("subscription", "list").mentions(
		feed+": 1 item is invalid and skipped. To find out why: crossfeed feed check "+feed+"\n",
		feed+": 5 items are held for review, and not merged until you decide. Reason: ",
		"change 3 (2005-05-24T08:00:00Z); ", "change 4 (2005-05-24T08:00:00Z); and 2 more. For details: crossfeed review list \"Groceries\"\n")
	if !strings.Contains(r.out, "  5 held for review, 1 invalid and skipped\n") {
		t.Error(r.out)
	}
}

// The suggested command that explains why items of a feed on a server are skipped can be run
// as it is, and signs in like the subscription.
func TestTheCommandForSkippedItemsOfAServerCanBeRun(t *testing.T) {
	body := feedOf(entry("milk", "Milk", "none", "phone"), entry("tea", "Tea", "1", "phone"))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "ann" || password != "secret" {
			w.Header().Set("WWW-Authenticate", `Basic realm="feeds"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	address := server.URL + "/feed.xml"
	d := signingIn(t, "desk", "secret")
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "add", "Groceries", address, "--user", "ann", "--scheme", "basic")
	command := "crossfeed subscription probe " + address + " --user=ann --scheme=basic"
	d.run("sync").is(cli.Attention).mentions(address + ": 1 skipped. To find out why: " + command + "\n")
	d.ok("subscription", "list").mentions(address + ": 1 item is invalid and skipped. To find out why: " + command + "\n")
	d.run(strings.Fields(command)[1:]...).is(cli.Attention).mentions(`item "milk": updates="none"`)
}

// A sync explains why items are held for review, as review list does, and names the files in
// which items were skipped.
func TestASyncSaysWhyItemsAreHeldAndWhereTheyAreSkipped(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	folder := d.file("shared")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	d.put("shared/Groceries.held.xml", forged)
	bad := d.put("shared/Groceries.bad.xml", feedOf(entry("milk", "Milk", "none", "phone")))
	d.ok("subscription", "add", "Groceries", folder)
	d.run("sync").is(cli.Attention).mentions(
		folder+": 1 held for review. Reason: a change in your name that this device never made: change 2 (2005-05-24T08:00:00Z). For details: crossfeed review list\n",
		folder+": 1 skipped. To find out why: crossfeed feed check "+bad+"\n")
	r := d.run("sync", "--whole", "--json").is(cli.Attention)
	type reasons struct{ Alarms []trust.Alarm }
	synced := parse[[]struct {
		reasons
		SkippedIn []string `json:"skipped_in"`
	}](r)
	listed := parse[[]reasons](d.ok("review", "list", "--json"))
	if s := synced[0]; len(s.Alarms) != 1 || !slices.Equal(s.Alarms, listed[0].Alarms) || !slices.Equal(s.SkippedIn, []string{bad}) {
		t.Errorf("the sync told of %+v, and held is %+v", s, listed)
	}
}

func TestWhatIsAlarmingIsListedAndShown(t *testing.T) {
	d, feed := deceived(t)
	pad := strings.Repeat(" ", len(feed)-len("FEED"))
	d.ok("review", "list").stderr("Changes in your name that this device never made may come from another copy of this data folder. If so, run crossfeed device new-identity and crossfeed sync: both versions are kept, as a conflict.\n").prints(
		"LIST       ID    TITLE    RECEIVED              FEED" + pad + "  REASON\n" +
			"Groceries  eggs  No eggs  2005-05-24T09:43:33Z  " + feed + "  a change in your name that this device never made: change 2 (2005-05-24T08:00:00Z)\n")
	d.ok("review", "show", "Groceries", "eggs").prints(
		"feed      " + feed + "\n" +
			"alarming  a change in your name that this device never made: change 2 (2005-05-24T08:00:00Z)\n" +
			"id        eggs\n" +
			"title     No eggs\n" +
			"text\n" +
			"changed   2005-05-24T08:00:00Z by you\n" +
			"state     deleted\n")
	d.ok("item", "list", "Groceries").prints(
		"ID    TITLE  CHANGED               BY\n" +
			"eggs  Eggs   2005-05-24T09:43:33Z  you\n" +
			"milk  Milk   2005-05-24T08:00:00Z  phone\n")
	type shape struct {
		Set, ID, Feed, Came, State, Title string
		Updates                           int
		Deleted                           bool
		History                           []struct{ By string }
		Alarms                            []trust.Alarm
	}
	want := shape{
		"Groceries", "eggs", feed, "2005-05-24T09:43:33Z", "waiting", "No eggs", 2, true, []struct{ By string }{{"desk"}},
		[]trust.Alarm{{Kind: trust.Forged, Sequence: 2, When: "2005-05-24T08:00:00Z", Number: 1}},
	}
	for _, command := range [][]string{{"list", "--json"}, {"show", "Groceries", "eggs", "--json"}} {
		if got := parse[[]shape](d.ok(append([]string{"review"}, command...)...)); !reflect.DeepEqual(got, []shape{want}) {
			t.Errorf("%q gives %+v", command, got)
		}
	}
}

func TestWhatIsAlarmingIsAccepted(t *testing.T) {
	d, feed := deceived(t)
	d.ok("review", "accept", "Groceries", "eggs").prints("").stderr("1 accepted\n")
	d.ok("item", "list", "Groceries", "--deleted").prints(
		"ID    TITLE    CHANGED               BY\n" +
			"eggs  No eggs  2005-05-24T08:00:00Z  you  deleted\n")
	d.ok("review", "list").prints("").stderr("Nothing is held for review.\n")
	d.ok("review", "list", "Groceries", "--all").prints(
		"LIST       ID    TITLE    RECEIVED              FEED" + strings.Repeat(" ", len(feed)-len("FEED")) + "  REASON\n" +
			"Groceries  eggs  No eggs  2005-05-24T09:43:33Z  " + feed + "  a change in your name that this device never made: change 2 (2005-05-24T08:00:00Z)  accepted\n")
	d.run("review", "accept", "Groceries", "eggs").is(cli.Failed)
	d.run("review", "show", "Groceries", "eggs").is(cli.Failed)
	d.put("feed.xml", forged+"<!-- written again -->")
	d.ok("sync")
}

// A dry run shows the effect of a decision on each item, and decides nothing.
func TestADryRunSaysWhatADecisionWouldChange(t *testing.T) {
	d, feed := deceived(t)
	d.put("feed.xml", strings.Replace(strings.Replace(forged, ` deleted="true"`, "", 1), "</channel>",
		`<item><title>Tea</title><sx:sync id="tea" updates="2"><sx:history sequence="2" when="2005-05-24T08:00:00Z" by="desk"/></sx:sync></item></channel>`, 1))
	d.run("sync").is(cli.Attention).mentions("2 held for review")
	before := d.ok("item", "list", "Groceries", "--deleted").out + d.ok("review", "list").out
	d.ok("review", "accept", "Groceries", "--all", "--dry-run").
		prints("ID    TITLE    BECOMES\neggs  No eggs  updated\ntea   Tea      new\n").
		stderr("Accepting would change the list: 1 new, 1 changed.\n")
	d.ok("review", "accept", "Groceries", "eggs", "--dry-run", "--json").prints(`{
  "new": 0,
  "updated": 1,
  "deleted": 0,
  "discarded": 0,
  "conflicts": 0,
  "items": [
    {
      "id": "eggs",
      "title": "No eggs",
      "became": "updated",
      "conflict": false
    }
  ]
}
`)
	d.ok("review", "refuse", "Groceries", "--feed", feed, "--dry-run").prints("").stderr("Would refuse 2.\n")
	d.ok("review", "refuse", "Groceries", "--all", "--dry-run", "--json").prints("{\n  \"updates\": 0,\n  \"devices\": 0,\n  \"published\": false\n}\n")
	d.run("review", "accept", "Groceries", "milk", "--dry-run").is(cli.Failed)
	if after := d.ok("item", "list", "Groceries", "--deleted").out + d.ok("review", "list").out; after != before {
		t.Errorf("it changed\n%s\nto\n%s", before, after)
	}
	d.ok("review", "accept", "Groceries", "--all").stderr("2 accepted\n")
	d.ok("item", "list", "Groceries").mentions()
	if out := d.ok("item", "list", "Groceries").out; !strings.Contains(out, "No eggs") || !strings.Contains(out, "Tea") {
		t.Error(out)
	}
}

func TestWhatIsAlarmingIsRefusedAndIsNoMatterAnyMore(t *testing.T) {
	d, feed := deceived(t)
	d.ok("review", "refuse", "Groceries", "--feed", feed, "--json").prints("{\n  \"refused\": 1\n}\n")
	d.ok("review", "list").prints("")
	d.put("feed.xml", forged+"<!-- written again -->")
	d.ok("sync").stderr("")
	d.ok("item", "show", "Groceries", "eggs")
	d.ok("review", "accept", "Groceries", "eggs").stderr("1 accepted\n")
}

func TestDecidingNeedsToBeToldAboutWhat(t *testing.T) {
	d, feed := deceived(t)
	for _, verb := range []string{"accept", "refuse"} {
		d.run("review", verb, "Groceries").is(cli.Misuse).prints("")
		d.run("review", verb, "Groceries", "eggs", "--all").is(cli.Misuse).prints("")
		d.run("review", verb, "Groceries", "milk").is(cli.Failed).prints("").mentions("no item with this ID is held for review")
		d.run("review", verb, "Food", "eggs").is(cli.Failed).prints("")
		d.ok("review", verb, "Groceries", "--feed", feed+".other").stderr("0 " + map[string]string{"accept": "accepted", "refuse": "refused"}[verb] + "\n")
	}
	d.ok("review", "list").prints(d.ok("review", "list", "Groceries").out)
	d.ok("review", "refuse", "Groceries", "--all").stderr("1 refused\n")
}
