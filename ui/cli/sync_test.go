package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/cli"
)

// at returns another endpoint's desk in the same world, one minute later.
func (d *desk) at(endpoint string) *desk {
	other := newDesk(d.t)
	other.args = []string{"--data", other.file("data"), "--endpoint", endpoint, "--now", "2005-05-24T09:44:33Z"}
	return other
}

// share makes desks share their lists in one folder.
func share(t *testing.T, desks ...*desk) {
	t.Helper()
	folder := t.TempDir()
	for _, d := range desks {
		d.ok("list", "create", "Groceries")
		d.ok("publish", "Groceries", folder)
		d.ok("subscription", "add", "Groceries", folder)
	}
}

func TestTwoEndpointsResolveWhatBothChanged(t *testing.T) {
	here := newDesk(t)
	laptop := here.at("laptop")
	share(t, here, laptop)
	here.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	here.ok("sync")
	laptop.ok("sync")

	here.ok("item", "edit", "Groceries", "eggs", "--title", "Brown eggs")
	laptop.ok("item", "edit", "Groceries", "eggs", "--title", "Eggs ×12")
	laptop.ok("sync")
	here.run("sync").is(cli.Attention).mentions("1 conflict. For details: crossfeed conflict list")
	here.ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--field", "title=Brown eggs ×12")
	here.ok("sync")
	laptop.ok("sync")

	for _, d := range []*desk{here, laptop} {
		got := parse[shownItem](d.ok("item", "show", "Groceries", "eggs", "--json"))
		if want := "3|-|Brown eggs ×12|3@1116927813@desk;2@1116927813@desk;2@1116927873@laptop;1@1116927813@desk"; got.version(t) != want || len(got.Conflicts) != 0 {
			t.Errorf("got %s, %v; want %s", got.version(t), got.Conflicts, want)
		}
	}
}

func TestASyncIsReportedPerSubscription(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	feed := d.put("feed.xml", laptopsEggs())
	d.ok("subscription", "add", "Groceries", feed)
	dry := d.ok("sync", "--dry-run", "--json").out
	real := d.ok("sync", "--json")
	if dry != real.out {
		t.Errorf("a dry run says\n%s\nand the real one\n%s", dry, real.out)
	}
	want := subscribe.Report{Set: "Groceries", Subscription: feed, Read: 2, New: 2, Bytes: int64(len(laptopsEggs()))}
	if got := parse[[]subscribe.Report](real); !reflect.DeepEqual(got, []subscribe.Report{want}) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	d.ok("sync", "Groceries").prints("" +
		"LIST       FEED" + strings.Repeat(" ", len(feed)-4) + "  READ  NEW  UPDATED  DELETED  CONFLICTS  SKIPPED\n" +
		"Groceries  " + feed + "  0     0    0        0        0          0        ok\n")
}

func TestADryRunWritesNothing(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "add", "Groceries", d.put("feed.xml", eggs))
	d.ok("sync", "--dry-run")
	d.ok("item", "list", "Groceries").prints("")
}

func TestAFeedThatFails(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	bad := d.put("bad.xml", eggs[:300])
	d.ok("subscription", "add", "Groceries", bad)
	d.run("sync").is(cli.Failed).mentions(bad+":", "crossfeed: no feed could be read")
	d.ok("subscription", "add", "Groceries", d.put("good.xml", eggs))
	d.run("sync").is(cli.Attention).mentions(bad + ":")
	d.ok("item", "show", "Groceries", "eggs")
	if list := d.ok("subscription", "list").out; !strings.Contains(list, "failed since 2005-05-24T09:43:33Z: ") {
		t.Errorf("the list says\n%s", list)
	}
}

func TestASyncThatSkipsAnItemIsState1(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "add", "Groceries", d.put("feed.xml", feedOf(entry("eggs", "Eggs", "none", "phone"))))
	d.run("sync").is(cli.Attention).mentions("1 skipped", "bad-updates")
}

func TestWithoutSubscriptionsThereIsNothingToSync(t *testing.T) {
	d := newDesk(t)
	d.ok("sync").prints("").stderr("No subscriptions. To add one: crossfeed subscription add LIST LOCATION\n")
	d.ok("sync", "--json").prints("[]\n")
}

func TestSyncGoesOnUntilItIsInterrupted(t *testing.T) {
	d := newDesk(t)
	ctx, interrupt := context.WithCancel(t.Context())
	var said bytes.Buffer
	d.env.Stdout, d.env.Stderr = &said, writer(func(p []byte) (int, error) {
		if said.Write(p); strings.Count(said.String(), "No subscriptions.") == 3 {
			interrupt()
		}
		return len(p), nil
	})
	if state := cli.Run(ctx, append([]string{"sync", "--every", "1ms"}, d.args...), d.env); state != cli.Done {
		t.Errorf("the state is %d: %s", state, said.String())
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// If a computer's clock was once set to 2036, its feeds are still refreshed on schedule.
func TestAClockThatWasWrongOnceDelaysNoFeed(t *testing.T) {
	d, places := reaching(t)
	const there = "https://other.example/feed.xml"
	places.Serve(far, transporttest.Served{Text: eggs, Moved: there})
	d.ok("subscription", "add", "Groceries", far, "--every", "1h")
	right := d.args[5]
	d.args[5] = "2036-01-01T00:00:00Z"
	d.ok("sync")
	d.args[5] = right
	if s := d.subscription(); s.Next != right {
		t.Errorf("the next refresh is %s", s.Next)
	}
	d.scheduled(far)
	if s := d.subscription(); s.Next != "2005-05-24T10:43:33Z" {
		t.Errorf("after a refresh the next one is %s", s.Next)
	}
	d.args[5] = "2005-05-28T09:43:33Z"
	d.ok("subscription", "list").mentions("moved to "+there, "crossfeed subscription relocate")
}

// scheduled runs sync --scheduled until it has reported a subscription.
func (d *desk) scheduled(subscription string) {
	d.t.Helper()
	ctx, interrupt := context.WithCancel(d.t.Context())
	defer interrupt()
	var out bytes.Buffer
	d.env.Stderr = &out
	d.env.Stdout = writer(func(p []byte) (int, error) {
		if out.Write(p); strings.Contains(out.String(), subscription) {
			interrupt()
		}
		return len(p), nil
	})
	if state := cli.Run(ctx, append([]string{"sync", "--scheduled"}, d.args...), d.env); state != cli.Done || !strings.Contains(out.String(), subscription) {
		d.t.Errorf("the state is %d: %s", state, out.String())
	}
}

// bounded returns a feed with one item and the bounds of its changes.
func bounded(id, since, until string) string {
	sharing := `<sx:sharing since="` + since + `" until="` + until + `"/>`
	return strings.Replace(feedOf(entry(id, id, "1", "")), "<title>", sharing+"<title>", 1)
}

// Changes left the feed before it was read, and nothing else has them.
func TestMissedChangesAreState1(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	feed := d.put("feed.xml", bounded("eggs", "1", "3"))
	d.ok("subscription", "add", "Groceries", feed)
	if r := d.ok("sync", "--json"); !strings.Contains(r.out, `"missed": false`) {
		t.Errorf("got %s", r.out)
	}
	d.put("feed.xml", bounded("bread", "7", "9"))
	r := d.run("sync", "--json", "--dry-run").is(cli.Attention)
	if got := parse[[]subscribe.Report](r); len(got) != 1 || !got[0].Missed || got[0].New != 1 || got[0].Error != "" {
		t.Errorf("got %+v", got)
	}
	r = d.run("sync").is(cli.Attention)
	if want := feed + ": changes were missed: they left the feed before it was read, and it names no complete feed; ask its publisher for one\n"; r.err != want {
		t.Errorf("said %q, want %q", r.err, want)
	}
	d.put("feed.xml", bounded("milk", "8", "10"))
	d.ok("sync")
}

func TestAFolderWithFeedsUnderOtherNames(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("list", "create", "Books")
	folder := d.file("shared")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	d.ok("publish", "Groceries", folder)
	d.ok("publish", "Books", folder)
	d.ok("subscription", "add", "Groceries", folder)
	d.put(filepath.Join("shared", "Books.laptop.xml"), eggs)
	d.put(filepath.Join("shared", "notes.txt"), "not a feed")
	if r := d.ok("sync", "Groceries"); r.err != "" {
		t.Errorf("said %q", r.err)
	}
	d.put(filepath.Join("shared", "Shopping.laptop.xml"), eggs)
	d.put(filepath.Join("shared", "groceries.xml"), eggs)
	r := d.ok("sync", "Groceries")
	if want := folder + ": no other device's feed of Groceries is here; not read are Shopping.laptop.xml, groceries.xml, which have other names: subscribe to a file itself, or rename it to Groceries.DEVICE.xml\n"; r.err != want {
		t.Errorf("said %q, want %q", r.err, want)
	}
	d.put(filepath.Join("shared", "Groceries.laptop.xml"), eggs)
	if r := d.ok("sync", "Groceries"); r.err != "" {
		t.Errorf("said %q", r.err)
	}
}

// A failure to publish does not count as a feed that cannot be read.
func TestAPublishingFailureIsNotAFeedThatCannotBeRead(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	folder := d.file("shared")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	d.ok("publish", "Groceries", folder)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	d.ok("item", "add", "Groceries", "--title", "Eggs")
	r := d.run("sync").is(cli.Attention).mentions(folder)
	if strings.Contains(r.err, "no feed could be read") {
		t.Errorf("said %q", r.err)
	}
	if got := parse[[]subscribe.Report](d.run("sync", "--json").is(cli.Attention)); len(got) != 1 || !got[0].Publishing || got[0].Error == "" {
		t.Errorf("got %+v", got)
	}
	d.ok("subscription", "add", "Groceries", d.put("bad.xml", eggs[:300]))
	d.run("sync").is(cli.Failed).mentions("no feed could be read")
}
