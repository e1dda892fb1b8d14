package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
	"crossfeed/ui/cli"
)

const far = "https://server.example/feed.xml"

// reaching returns a desk that reaches in-memory servers.
func reaching(t *testing.T) (*desk, *transporttest.Places) {
	d := newDesk(t)
	places := &transporttest.Places{Files: transport.Disk{}}
	d.env.Places = func(transport.Passwords) transport.Places { return places }
	d.ok("list", "create", "Groceries")
	return d, places
}

// shownSubscription is the part of a subscription that these tests read.
type shownSubscription struct {
	Location, Mode, Every, Next, Error, Trouble string
	Stopped, Offline                            bool
	Failures                                    int
	Feeds                                       []struct {
		Address, Moved string
		Seen, Of       int
	}
}

func (d *desk) subscription() shownSubscription {
	d.t.Helper()
	all := parse[[]shownSubscription](d.ok("subscription", "list", "--json"))
	if len(all) != 1 {
		d.t.Fatalf("%d subscriptions", len(all))
	}
	return all[0]
}

// A name that nobody knows may be a typo, which no retry mends, or there is no network.
func TestAnUnknownServerIsToldWithBothCauses(t *testing.T) {
	d, places := reaching(t)
	places.Serve(far, transporttest.Served{Err: &transport.Error{Trouble: transport.NoHost, Address: far}})
	why := far + ": no server with this name was found: check the address for typos, and the network connection of this computer\n"
	said := "It cannot be read now: " + why + "If the address is wrong: crossfeed subscription remove \"Groceries\" " + far + ". Otherwise the next sync tries again.\n"
	d.ok("subscription", "add", "Groceries", far).stderr("Subscribed \"Groceries\" to " + far + ". To refresh it: crossfeed sync\n" + said)
	d.run("sync").is(cli.Failed).mentions(why)
	if s := d.subscription(); s.Trouble != "no-host" || s.Stopped || s.Next == "" {
		t.Errorf("no sync tries again: %+v", s)
	}
}

// A person may leave out https://. Every command understands the address as it was entered.
func TestAnAddressNeedsNoScheme(t *testing.T) {
	d, places := reaching(t)
	t.Chdir(t.TempDir())
	const bare, at = "example.org/feed.xml", "https://example.org/feed.xml"
	places.Serve(at, transporttest.Served{Text: eggs})
	if r := d.ok("subscription", "probe", bare); !strings.Contains(r.out, at) {
		t.Errorf("found %s", r.out)
	}
	d.ok("subscription", "add", "Groceries", bare, "--mode", "read-only").stderr("Subscribed \"Groceries\" to " + at + ". To refresh it: crossfeed sync\nFound 1 item and 0 deletions.\n")
	d.ok("sync")
	d.ok("subscription", "change", "Groceries", bare, "--every", "1h")
	if s := d.subscription(); s.Location != at || s.Every != "1h0m0s" {
		t.Errorf("%+v", s)
	}
	places.Serve("https://example.org/new.xml", transporttest.Served{Text: eggs})
	d.ok("subscription", "relocate", "Groceries", bare, "example.org/new.xml").mentions("Moved the subscription of \"Groceries\" to https://example.org/new.xml.")
	d.ok("subscription", "remove", "Groceries", "example.org/new.xml")
	d.ok("content", "add", bare).mentions("Added library")
	if r := d.ok("content", "list", "--json"); !strings.Contains(r.out, `"`+at+`"`) {
		t.Errorf("the library is %s", r.out)
	}
	d.ok("content", "change", bare, "--every", "2h")
	for _, r := range places.Requests() {
		if !strings.HasPrefix(r.Address, "https://example.org/") {
			t.Errorf("requested %s", r.Address)
		}
	}
	if err := os.WriteFile("example.org", []byte(eggs), 0o600); err != nil {
		t.Fatal(err)
	}
	d.ok("subscription", "add", "Groceries", "example.org")
	if s := d.subscription(); !filepath.IsAbs(s.Location) {
		t.Errorf("the file is not read: %+v", s)
	}
}

// An ordinary feed may have no items yet. Nothing will be merged from it either.
func TestAnOrdinaryFeedWithoutItemsIsForTheLibrary(t *testing.T) {
	d, places := reaching(t)
	places.Serve(far, transporttest.Served{Text: `<rss version="2.0"><channel><title>Blog</title><link>https://server.example/</link><description/></channel></rss>`})
	r := d.run("subscription", "probe", far).is(cli.Attention).mentions(far+" is an ordinary feed: it has no items yet", "To follow it, add it to the library: crossfeed content add "+far+"\n")
	if strings.Contains(r.err, "Matches") || strings.Contains(r.err, "import") {
		t.Errorf("a list is suggested: %s", r.err)
	}
	places.Serve(far, transporttest.Served{Text: feedOf("")})
	if r := d.ok("subscription", "probe", far).mentions("Matches"); strings.Contains(r.err, "library") {
		t.Errorf("the library is suggested: %s", r.err)
	}
}

func TestASubscriptionToAServerWithOptions(t *testing.T) {
	d, places := reaching(t)
	places.Serve(far, transporttest.Served{Text: eggs})
	d.ok("subscription", "add", "Groceries", far, "--mode", "read-only", "--every", "1h", "--user", "member", "--unnamed")
	d.ok("sync")
	s := d.subscription()
	if s.Mode != "read-only" || s.Every != "1h0m0s" || s.Next != "2005-05-24T10:43:33Z" {
		t.Errorf("%+v", s)
	}
	for _, r := range places.Requests() {
		if r.Access.User != "member" {
			t.Errorf("asked as %q", r.Access.User)
		}
	}
	d.ok("subscription", "change", "Groceries", far, "--mode", "both", "--every", "0", "--open", "--no-unnamed")
	if s := d.subscription(); s.Mode != "both" || s.Every != "" || s.Next != "2005-05-24T09:43:33Z" {
		t.Errorf("changed: %+v", s)
	}
	d.run("subscription", "change", "Groceries", far, "--every", "1s").is(cli.Failed).mentions("every 1s", "1m0s")
	d.run("subscription", "add", "Groceries", far, "--mode", "sideways").is(cli.Misuse)
	d.run("subscription", "add", "Groceries", "https://member:secret@server.example/feed.xml").is(cli.Failed).mentions("--user")
}

func TestAFeedThatFailsSaysItsTrouble(t *testing.T) {
	d, places := reaching(t)
	places.Serve(far, transporttest.Served{Text: eggs})
	d.ok("subscription", "add", "Groceries", far)
	places.Serve(far, transporttest.Served{Err: &transport.Error{Trouble: transport.TooMany, Address: far, Status: 429, RetryAfter: time.Hour}})
	d.run("sync").is(cli.Failed)
	if s := d.subscription(); s.Trouble != "too-many" || s.Failures != 1 || s.Error == "" || s.Next != "2005-05-24T10:43:33Z" {
		t.Errorf("%+v", s)
	}
	places.Serve(far, transporttest.Served{Err: &transport.Error{Trouble: transport.Gone, Address: far, Status: 410}})
	d.run("sync").is(cli.Failed)
	if s := d.subscription(); !s.Stopped || s.Next != "" {
		t.Errorf("%+v", s)
	}
	d.run("sync").is(cli.Failed).mentions("no longer refreshed automatically")
	places.Serve(far, transporttest.Served{Text: eggs})
	d.ok("sync", "--subscription", far)
	d.ok("sync", "--whole")
}

// Being offline is not an error: nothing is wrong with the feeds, and scripts need not stop.
func TestOfflineIsSaidAndIsNoError(t *testing.T) {
	d, places := reaching(t)
	places.Serve(far, transporttest.Served{Text: eggs})
	d.ok("subscription", "add", "Groceries", far)
	places.Offline(true)
	r := d.ok("sync").mentions("This computer is offline")
	if !strings.Contains(r.out, "  offline\n") {
		t.Errorf("printed\n%s", r.out)
	}
	if s := d.subscription(); !s.Offline || s.Error != "" || s.Trouble != "offline" {
		t.Errorf("%+v", s)
	}
}

func TestAFeedThatMovedIsReadFromThereWhereAPersonAgrees(t *testing.T) {
	d, places := reaching(t)
	places.Serve(far, transporttest.Served{Text: eggs})
	d.ok("subscription", "add", "Groceries", far)
	d.ok("sync")
	d.run("subscription", "relocate", "Groceries", far).is(cli.Failed).mentions("announces no new address")
	const there = "https://other.example/feed.xml"
	places.Serve(far, transporttest.Served{Text: eggs, Moved: there})
	d.ok("sync")
	d.args[5] = "2005-05-28T09:43:33Z"
	d.ok("subscription", "list").mentions("moved to "+there, "crossfeed subscription relocate")
	d.ok("subscription", "relocate", "Groceries", far).stderr("Moved the subscription of \"Groceries\" to " + there + ".\n" +
		"The feed cannot be read now, and the next sync tries again: " + there + ": nothing found at this address: check it for typos, or ask the publisher (status 404)\n")
	if s := d.subscription(); s.Location != there || s.Feeds[0].Address != there {
		t.Errorf("%+v", s)
	}
	d.ok("subscription", "relocate", "Groceries", there, far)
	d.ok("subscription", "forget", "Groceries", far)
	d.ok("sync").mentions()
	d.ok("item", "show", "Groceries", "eggs")
}

func TestALocationIsCheckedBeforeItIsSubscribedTo(t *testing.T) {
	d, places := reaching(t)
	places.Serve(far, transporttest.Served{Text: eggs})
	d.ok("subscription", "probe", far).prints("" +
		"FEED                             TITLE      FORMAT  DIALECT       KIND  ITEMS  SHARED\n" +
		far + "  Groceries  rss     FeedSync 1.0  note  1      1       ok\n").
		stderr(`Matches "Groceries". To subscribe: crossfeed subscription add "Groceries" ` + far + "\n")
	d.ok("subscription", "list").prints("")
	d.run("subscription", "probe", "https://server.example/gone.xml").is(cli.Failed).prints("")
	places.Serve("https://server.example/", transporttest.Served{Text: `<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="feed.xml"></head></html>`})
	got := parse[struct {
		Location string
		Page     bool
		Feeds    []struct{ Items, Shared, Valid int }
		Lists    []struct {
			List, Why string
			Best      bool
		}
	}](d.ok("subscription", "probe", "https://server.example/", "--json"))
	if !got.Page || got.Location != far || len(got.Feeds) != 1 || got.Feeds[0].Valid != 1 || !got.Lists[0].Best {
		t.Errorf("%+v", got)
	}
	// If a page has several feeds, each of them is suggested, and never the page.
	const other = "https://server.example/other.xml"
	places.Serve("https://server.example/", transporttest.Served{Text: `<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="feed.xml"><link rel="alternate" type="application/rss+xml" href="other.xml"></head></html>`})
	d.run("subscription", "add", "Groceries", "https://server.example/").is(cli.Failed).mentions("no feed at this address", "crossfeed subscription probe https://server.example/")
	places.Serve(other, transporttest.Served{Text: eggs})
	d.ok("subscription", "probe", "https://server.example/").stderr(`Matches "Groceries". To subscribe: crossfeed subscription add "Groceries" ` + far +
		"\n" + `crossfeed subscription add "Groceries" ` + other + "\n")
	places.Serve(far, transporttest.Served{Text: feedOf(entry("eggs", "Eggs", "none", "phone"))})
	d.run("subscription", "probe", far).is(cli.Attention).mentions("1 item is invalid and skipped", "bad-updates")
}

// With --scheduled, feeds are refreshed when they are due, and a folder when it changes.
func TestSyncByTheSchedule(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	folder := t.TempDir()
	d.ok("subscription", "add", "Groceries", folder)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var out bytes.Buffer
	d.env.Stderr = &out
	d.env.Stdout = writer(func(p []byte) (int, error) {
		out.Write(p)
		switch strings.Count(out.String(), folder) {
		case 1:
			if err := os.WriteFile(filepath.Join(folder, "Groceries.laptop.xml"), []byte(eggs), 0o600); err != nil {
				t.Error(err)
			}
		case 2:
			interrupt()
		}
		return len(p), nil
	})
	if state := cli.Run(ctx, append([]string{"sync", "--scheduled"}, d.args...), d.env); state != cli.Done {
		t.Errorf("the state is %d: %s", state, out.String())
	}
	d.ok("item", "show", "Groceries", "eggs")
	d.run("sync", "--scheduled", "--every", "1h").is(cli.Misuse)
}

// Titles and addresses come from others: suggested shell commands must not execute them. Feeds
// that are already subscribed are not suggested again.
func TestWhatIsProposedForAShellIsHarmless(t *testing.T) {
	d, places := reaching(t)
	const odd = "https://server.example/feed.xml?a=1&b=$(id)"
	d.ok("subscription", "add", "Groceries", odd)
	places.Serve(odd, transporttest.Served{Text: strings.Replace(eggs, "<title>Groceries</title>", "<title>$(touch y)</title>", 1)})
	d.ok("subscription", "probe", odd).stderr("\"Groceries\" is already subscribed to it, at " + odd + ".\nMatches none of your lists. To create one: crossfeed list create '$(touch y)' --kind note\n")
	places.Serve(odd, transporttest.Served{Text: eggs})
	d.ok("subscription", "probe", odd).stderr(`"Groceries" is already subscribed to it, at ` + odd + ".\n")
	d.ok("subscription", "remove", "Groceries", odd)
	d.ok("subscription", "probe", odd).stderr(`Matches "Groceries". To subscribe: crossfeed subscription add "Groceries" '` + odd + "'\n")
	d.ok("subscription", "add", "Groceries", odd)
	places.Serve(odd, transporttest.Served{Text: eggs, Moved: far})
	d.ok("sync")
	d.args[5] = "2005-05-28T09:43:33Z"
	d.ok("subscription", "list").mentions(`crossfeed subscription relocate "Groceries" '` + odd + "'\n")
}
