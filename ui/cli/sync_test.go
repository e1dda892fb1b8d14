package cli_test

import (
	"bytes"
	"context"
	"reflect"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/ui/cli"
)

// at is another endpoint's desk in the same world, a minute later.
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
		d.ok("set", "new", "Groceries")
		d.ok("publish", "Groceries", folder)
		d.ok("subscription", "add", "Groceries", folder)
	}
}

func TestTwoEndpointsSettleWhatBothChanged(t *testing.T) {
	here := newDesk(t)
	laptop := here.at("laptop")
	share(t, here, laptop)
	here.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	here.ok("sync")
	laptop.ok("sync")

	here.ok("item", "edit", "Groceries", "eggs", "--title", "Brown eggs")
	laptop.ok("item", "edit", "Groceries", "eggs", "--title", "Eggs ×12")
	laptop.ok("sync")
	here.run("sync").is(cli.Attention).mentions("1 to settle: crossfeed conflict list")
	here.ok("conflict", "resolve", "Groceries", "eggs", "--field", "title=Brown eggs ×12")
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
	d.ok("set", "new", "Groceries")
	feed := d.put("feed.xml", laptopsEggs())
	d.ok("subscription", "add", "Groceries", feed)
	dry := d.ok("sync", "--dry-run", "--json").out
	real := d.ok("sync", "--json")
	if dry != real.out {
		t.Errorf("a dry run says\n%s\nand the real one\n%s", dry, real.out)
	}
	want := engine.Report{Set: "Groceries", Subscription: feed, Read: 2, New: 2, Bytes: int64(len(laptopsEggs()))}
	if got := parse[[]engine.Report](real); !reflect.DeepEqual(got, []engine.Report{want}) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	d.ok("sync", "Groceries").prints("" +
		"LIST       FEED" + strings.Repeat(" ", len(feed)-4) + "  READ  NEW  UPDATED  DELETED  TO SETTLE  SET ASIDE\n" +
		"Groceries  " + feed + "  0     0    0        0        0          0          ok\n")
}

func TestADryRunWritesNothing(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("subscription", "add", "Groceries", d.put("feed.xml", eggs))
	d.ok("sync", "--dry-run")
	d.ok("item", "list", "Groceries").prints("")
}

func TestAFeedThatFails(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
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

func TestAnItemSetAsideIsState1(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("subscription", "add", "Groceries", d.put("feed.xml", feedOf(entry("eggs", "Eggs", "none", "phone"))))
	d.run("sync").is(cli.Attention).mentions("1 set aside", "bad-updates")
}

func TestWithoutSubscriptionsThereIsNothingToSync(t *testing.T) {
	d := newDesk(t)
	d.ok("sync").prints("").says("no subscriptions: crossfeed subscription add SET LOCATION\n")
	d.ok("sync", "--json").prints("[]\n")
}

func TestSyncGoesOnUntilItIsInterrupted(t *testing.T) {
	d := newDesk(t)
	ctx, interrupt := context.WithCancel(t.Context())
	var said bytes.Buffer
	d.env.Stdout, d.env.Stderr = &said, writer(func(p []byte) (int, error) {
		if said.Write(p); strings.Count(said.String(), "no subscriptions") == 3 {
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
