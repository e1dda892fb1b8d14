package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/trust"
	"crossfeed/ui/cli"
)

// flooded is a desk that shares a list in a folder with others, whose feeds the test writes.
type flooded struct {
	*desk
	folder string
}

// newFlooded returns a desk with a list that the phone filled with items.
func newFlooded(t *testing.T, kind string, items int) flooded {
	h := flooded{desk: newDesk(t)}
	h.folder = h.file("shared")
	if err := os.Mkdir(h.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	h.ok("list", "create", "Groceries", "--kind", kind)
	h.writes("phone", live(0, items, 1, "Item")...)
	h.ok("publish", "Groceries", h.folder)
	h.ok("subscription", "add", "Groceries", h.folder)
	h.ok("sync")
	h.has(items)
	return h
}

// at sets the clock to some hours later.
func (h flooded) at(hours int) {
	h.args[len(h.args)-1] = time.Date(2005, 5, 24, 9, 43, 33, 0, time.UTC).Add(time.Duration(hours) * time.Hour).Format(time.RFC3339)
}

// writes writes the feed of a device into the folder.
func (h flooded) writes(device string, items ...string) {
	h.put("shared/Groceries."+device+".xml", `<?xml version="1.0"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Groceries</title><link>http://example.com/</link><description>x</description>
`+strings.Join(items, "\n")+"</channel></rss>")
}

// live returns a range of items, after some updates by the phone.
func live(from, to, updates int, title string) (all []string) {
	for i := from; i < to; i++ {
		all = append(all, itemIn(i, updates, fmt.Sprintf("<title>%s %d</title>", title, i), "", "phone"))
	}
	return all
}

// gone returns tombstones, made by a device.
func gone(from, to int, by string) (all []string) {
	for i := from; i < to; i++ {
		all = append(all, itemIn(i, 2, fmt.Sprintf("<title>Item %d</title>", i), ` deleted="true"`, by))
	}
	return all
}

// itemIn returns an item whose updates, except for the last one, were made by the phone.
func itemIn(i, updates int, content, deleted, by string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<item>%s<sx:sync id="n%d" updates="%d"%s>`, content, i, updates, deleted)
	for n := updates; n > 0; n-- {
		fmt.Fprintf(&b, `<sx:history sequence="%d" when="2005-05-24T08:%02d:00Z" by="%s"/>`, n, n, by)
		by = "phone"
	}
	return b.String() + `</sx:sync></item>`
}

// has checks the number of items in the list.
func (h flooded) has(items int) {
	h.t.Helper()
	if n := strings.Count(h.ok("item", "list", "Groceries").out, "\n") - 1; max(n, 0) != items {
		h.t.Fatalf("the list has %d items, want %d", n, items)
	}
}

// brings syncs, and checks the only report.
func (h flooded) brings(state int, want subscribe.Report, flags ...string) {
	h.t.Helper()
	r := h.run(append([]string{"sync", "--json"}, flags...)...).is(state)
	got := parse[[]subscribe.Report](r)[0]
	got = subscribe.Report{New: got.New, Updated: got.Updated, Deleted: got.Deleted, Held: got.Held, Discarded: got.Discarded}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		h.t.Fatalf("the sync brought %+v, want %+v\n%s", got, want, r.err)
	}
}

// holds checks the items held for review, and the reason.
func (h flooded) holds(items int, why trust.Part) {
	h.t.Helper()
	held := parse[[]struct{ Alarms []trust.Alarm }](h.ok("review", "list", "--json"))
	if len(held) != items {
		h.t.Fatalf("%d are held, want %d", len(held), items)
	}
	for _, one := range held {
		if len(one.Alarms) != 1 || one.Alarms[0].Part != why {
			h.t.Fatalf("the alarms are %+v", one.Alarms)
		}
	}
}

func TestAFeedThatEmptiesAListIsHeldForReview(t *testing.T) {
	h := newFlooded(t, "note", 49)
	h.writes("phone", append(gone(0, 49, "phone"), live(49, 50, 1, "Tea")...)...)
	h.brings(cli.Attention, subscribe.Report{New: 1, Held: 49})
	h.has(50)
	h.holds(49, trust.Deleted)
	h.run("sync", "Groceries", "--whole").is(cli.Attention).mentions("49 held for review. Reason: ")
	if out := h.run("sync", "--whole").out; !strings.Contains(out, "ok, 49 held for review") {
		t.Error(out)
	}
	h.ok("review", "show", "Groceries", "n7")
}

func TestFilesThatEmptyAListTogetherAreHeldForReview(t *testing.T) {
	h := newFlooded(t, "note", 147)
	for n, device := range []string{"laptop", "tablet", "watch"} {
		h.writes(device, gone(n*49, n*49+49, device)...)
	}
	h.brings(cli.Attention, subscribe.Report{Held: 147})
	h.has(147)
}

// The same with separate subscriptions.
func TestSubscriptionsThatEmptyAListTogetherAreHeldForReview(t *testing.T) {
	h := newFlooded(t, "note", 147)
	devices := []string{"laptop", "tablet", "watch"}
	for _, device := range devices {
		h.ok("subscription", "add", "Groceries", h.put(device+".xml", eggs))
	}
	h.ok("sync")
	for n, device := range devices {
		h.writes(device, gone(n*49, n*49+49, device)...)
		if err := os.Rename(h.file("shared/Groceries."+device+".xml"), h.file(device+".xml")); err != nil {
			t.Fatal(err)
		}
	}
	h.run("sync").is(cli.Attention)
	h.holds(147, trust.Deleted)
}

// However little each of them brings: nothing is deleted before all of them are read.
func TestFilesThatEmptyAListInSmallPartsAreHeldForReview(t *testing.T) {
	for _, c := range []struct{ files, each, items int }{{2, 4, 8}, {12, 1, 12}} {
		h := newFlooded(t, "note", c.items)
		for n := range c.files {
			device := fmt.Sprint("device", n)
			h.writes(device, gone(n*c.each, n*c.each+c.each, device)...)
		}
		h.brings(cli.Attention, subscribe.Report{Held: c.items})
		h.has(c.items)
		h.holds(c.items, trust.Deleted)
		h.ok("review", "refuse", "Groceries", "--all")
		h.brings(cli.Done, subscribe.Report{})
		h.has(c.items)
	}
}

// The same of subscriptions of their own, and of items that are overwritten.
func TestSubscriptionsThatOverwriteAListInSmallPartsAreHeldForReview(t *testing.T) {
	h := newFlooded(t, "note", 12)
	for n := range 3 {
		h.ok("subscription", "add", "Groceries", h.put(fmt.Sprintf("device%d.xml", n), eggs))
	}
	h.ok("sync")
	for n := range 3 {
		device := fmt.Sprint("device", n)
		h.writes(device, live(n*4, n*4+4, 2, "Buy my pills")...)
		if err := os.Rename(h.file("shared/Groceries."+device+".xml"), h.file(device+".xml")); err != nil {
			t.Fatal(err)
		}
	}
	h.run("sync").is(cli.Attention)
	h.holds(12, trust.Overwritten)
}

func TestDeletionsBelowTheLimitsAreMergedAndReported(t *testing.T) {
	h := newFlooded(t, "note", 12)
	h.writes("phone", gone(0, 6, "phone")...)
	h.brings(cli.Done, subscribe.Report{Deleted: 6})
	h.has(6)
	if out := h.ok("subscription", "list", "--json").out; !strings.Contains(out, `"deleted": 6,`) {
		t.Error(out)
	}
}

func TestSmallStepsThroughADayAreJudgedTogether(t *testing.T) {
	h := newFlooded(t, "note", 20)
	h.at(30)
	h.writes("phone", gone(0, 5, "phone")...)
	h.brings(cli.Done, subscribe.Report{Deleted: 5})
	h.at(36)
	h.writes("phone", gone(0, 10, "phone")...)
	h.brings(cli.Done, subscribe.Report{Deleted: 5})
	h.at(40)
	h.writes("phone", gone(0, 13, "phone")...)
	h.brings(cli.Attention, subscribe.Report{Held: 3})
	h.has(10)
	h.ok("review", "accept", "Groceries", "--all")
	h.has(7)
	h.at(41) // earlier consent no longer counts
	h.writes("phone", gone(0, 16, "phone")...)
	h.brings(cli.Done, subscribe.Report{Deleted: 3})
	h.at(90)
	h.writes("phone", gone(0, 19, "phone")...)
	h.brings(cli.Done, subscribe.Report{Deleted: 3})
}

// Items received while the clock was wrong do not count until then.
func TestAClockThatWasWrongOnceRaisesNoAlarm(t *testing.T) {
	h := newFlooded(t, "note", 20)
	h.at(in2036)
	h.writes("phone", append(gone(0, 5, "phone"), live(5, 20, 1, "Item")...)...)
	h.brings(cli.Done, subscribe.Report{Deleted: 5})
	h.at(24 * 90)
	h.writes("phone", gone(0, 11, "phone")...)
	h.brings(cli.Done, subscribe.Report{Deleted: 6})
	h.has(9)
}

// The state of an item when the day began is known all the same.
func TestAClockThatWasWrongOnceHidesNoOverwriting(t *testing.T) {
	h := newFlooded(t, "note", 0)
	h.at(in2036)
	h.writes("phone", live(0, 12, 1, "Item")...)
	h.brings(cli.Done, subscribe.Report{New: 12})
	h.at(40)
	h.writes("phone", live(0, 5, 2, "Buy my pills")...)
	h.brings(cli.Done, subscribe.Report{Updated: 5})
	h.at(41)
	h.writes("phone", live(0, 10, 2, "Buy my pills")...)
	h.brings(cli.Attention, subscribe.Report{Held: 5})
}

// Adding items does not offset deleting others.
func TestNewItemsDoNotHideDeletions(t *testing.T) {
	h := newFlooded(t, "note", 20)
	h.at(30)
	h.writes("phone", live(20, 120, 1, "Junk")...)
	h.brings(cli.Done, subscribe.Report{New: 100})
	h.at(31)
	h.writes("phone", gone(0, 20, "phone")...)
	h.brings(cli.Attention, subscribe.Report{Held: 20})
}

func TestAFeedThatOverwritesAListIsHeldForReview(t *testing.T) {
	h := newFlooded(t, "note", 10)
	h.writes("phone", live(0, 6, 2, "Buy my pills")...)
	h.brings(cli.Attention, subscribe.Report{Held: 6})
	h.holds(6, trust.Overwritten)
	h.writes("phone", live(0, 5, 2, "Apples")...)
	h.brings(cli.Done, subscribe.Report{Updated: 5}) // that is harmless now
	h.ok("review", "accept", "Groceries", "--all").stderr("1 accepted\n")
}

func TestMoreNewItemsThanAnybodyLooksThroughAreHeldForReview(t *testing.T) {
	many, held := testsize.Of(200, 10_001), testsize.Of(0, 10_001)
	h := newFlooded(t, "note", 3)
	h.writes("phone", live(3, 3+many, 1, "Junk")...)
	if held == 0 {
		h.brings(cli.Done, subscribe.Report{New: many})
		return
	}
	h.brings(cli.Attention, subscribe.Report{Held: held})
	h.has(3)
	h.brings(cli.Done, subscribe.Report{New: many}, "--accept-large", "--whole")
	h.holds(0, "")
}

func TestTheFirstRefreshOfASubscriptionIsNotJudged(t *testing.T) {
	h := newFlooded(t, "note", 49)
	feed := h.put("new.xml", strings.Replace(eggs, "<item>", strings.Join(gone(0, 49, "laptop"), "")+"<item>", 1))
	h.ok("subscription", "add", "Groceries", feed)
	h.ok("sync")
	h.has(1)
}

// Subscribing is consent to what was shown, and not to what the feed became since.
func TestTheFirstRefreshIsJudgedBeyondWhatWasShown(t *testing.T) {
	with := func(gone []string) string {
		return strings.Replace(eggs, "<item>", strings.Join(gone, "")+"<item>", 1)
	}
	h := newFlooded(t, "note", 49)
	feed := h.put("new.xml", with(gone(0, 2, "laptop")))
	h.ok("subscription", "add", "Groceries", feed).mentions("Found 1 item and 2 deletions.\n")
	h.put("new.xml", with(gone(0, 49, "laptop")))
	h.run("sync").is(cli.Attention).mentions("49 held for review")
	h.has(50)
	h.holds(49, trust.Deleted)
	if out := h.ok("review", "list").out; strings.Count(out, "feeds would delete 47 items of the list within a day, more than 24, not counting the 2 that you were shown when you subscribed") != 49 {
		t.Error(out)
	}

	// That many additional changes are merged, and later ones count together.
	h = newFlooded(t, "note", 49)
	feed = h.put("new.xml", with(gone(0, 10, "laptop")))
	type added struct{ Shown struct{ Items, Deleted int } }
	if got := parse[added](h.ok("subscription", "add", "Groceries", feed, "--json")); got.Shown.Items != 1 || got.Shown.Deleted != 10 {
		t.Errorf("shown are %+v", got)
	}
	h.put("new.xml", with(gone(0, 20, "laptop")))
	h.run("sync").is(cli.Done)
	h.has(30)
	h.put("new.xml", with(gone(0, 40, "laptop")))
	h.run("sync").is(cli.Attention).mentions("20 held for review")
	h.has(30)
}

// When a subscription is relocated, the command reports how the new feed differs.
func TestRelocatingSaysWhatDiffers(t *testing.T) {
	h := newFlooded(t, "note", 12)
	feed := func(name string, items ...string) string {
		return h.put(name, strings.Replace(eggs, "<item>", strings.Join(items, "")+"<item>", 1))
	}
	old := feed("old.xml", live(0, 12, 1, "Item")...)
	h.ok("subscription", "add", "Groceries", old)
	h.ok("sync")
	anew := feed("new.xml", append(append(gone(0, 3, "laptop"), live(3, 10, 1, "Item")...), live(20, 22, 1, "More")...)...)
	h.ok("subscription", "relocate", "Groceries", old, anew).
		stderr("Moved the subscription of \"Groceries\" to " + anew + ".\nThe next sync merges: 2 new, 3 deleted. 8 items are unchanged.\n")
	h.has(13)
	h.ok("sync")
	h.has(12)
	flood := feed("flood.xml", append(live(20, 22, 1, "More"), gone(3, 12, "laptop")...)...)
	h.ok("subscription", "relocate", "Groceries", anew, flood).mentions("The next sync merges: 9 held for review. 3 items are unchanged.")
	h.run("sync").is(cli.Attention).mentions("9 held for review")
	same := feed("same.xml", live(20, 22, 1, "More")...)
	h.ok("subscription", "relocate", "Groceries", flood, same).mentions("The feed there is the same as the list.")
	h.ok("subscription", "pause", "Groceries", same)
	got := parse[subscribe.Report](h.ok("subscription", "relocate", "Groceries", same, h.file("none.xml"), "--json"))
	if got.Error == "" || got.Subscription != h.file("none.xml") {
		t.Errorf("got %+v", got)
	}
	h.ok("subscription", "relocate", "Groceries", h.file("none.xml"), h.file("nothing.xml")).mentions("The feed cannot be read now, and the next sync tries again: ")
	h.run("subscription", "relocate", "Groceries", h.file("nothing.xml"), h.folder).is(cli.Failed)
	h.run("subscription", "relocate", "Groceries", h.file("elsewhere.xml"), old).is(cli.Failed)
}

// If the feed could not be read, nothing was shown to the person, however soon it arrives.
func TestTheFirstRefreshOfWhatCouldNotBeReadIsJudged(t *testing.T) {
	h := newFlooded(t, "note", 20)
	h.ok("subscription", "add", "Groceries", h.file("new.xml")).mentions("Nothing is there yet")
	h.put("new.xml", strings.Replace(eggs, "<item>", strings.Join(gone(0, 20, "laptop"), "")+"<item>", 1))
	h.run("sync").is(cli.Attention).mentions("20 held for review")
	h.has(21)
}

// The first refresh includes the complete feed: its items and deletions are shown.
func TestAddingASubscriptionCountsTheCompleteFeed(t *testing.T) {
	h := newFlooded(t, "note", 20)
	feed := func(name, sharing string, items ...string) string {
		return h.put(name, `<?xml version="1.0"?><rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Groceries</title>`+
			sharing+strings.Join(items, "")+"</channel></rss>")
	}
	whole := feed("whole.xml", "", append(gone(0, 15, "laptop"), live(15, 22, 1, "Item")...)...)
	part := feed("part.xml", `<sx:sharing since="1" until="2"><sx:related type="complete" link="file://`+whole+`"/></sx:sharing>`, live(21, 22, 1, "Item")...)
	h.ok("subscription", "add", "Groceries", part).mentions("Found 7 items and 15 deletions.\n")
	h.ok("sync")
	h.has(7)
}

// A subscription that never found anything no longer counts as recently added, whatever it
// finds then.
func TestTheFirstRefreshLongAfterSubscribingIsJudged(t *testing.T) {
	h := newFlooded(t, "note", 20)
	feed := h.file("new.xml")
	h.ok("subscription", "add", "Groceries", feed).mentions("Nothing is there yet")
	h.at(24 * 150)
	h.put("new.xml", strings.Replace(eggs, "<item>", strings.Join(gone(0, 20, "laptop"), "")+"<item>", 1))
	h.run("sync").is(cli.Attention).mentions("20 held for review")
	h.has(21)
}

// A failing feed of a folder does not make each refresh the first one.
func TestAFeedThatFailsBesideOthersLetsNoFloodPass(t *testing.T) {
	h := flooded{desk: newDesk(t)}
	h.folder = h.file("shared")
	if err := os.Mkdir(h.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	h.ok("list", "create", "Groceries", "--kind", "note")
	h.writes("phone", live(0, 12, 1, "Item")...)
	h.put("shared/Groceries.tablet.xml", "<rss><half")
	h.ok("subscription", "add", "Groceries", h.folder)
	h.run("sync").is(cli.Attention)
	h.writes("phone", gone(0, 12, "phone")...)
	h.run("sync").is(cli.Attention).mentions("12 held for review")
	h.has(12)
}

// Accepting an invitation into an existing list does not show what that will do to the list.
func TestAnInvitationIntoAListLetsNoFloodPass(t *testing.T) {
	h := newFlooded(t, "note", 13)
	link := h.ok("invite", "Groceries").out
	phone, err := os.ReadFile(filepath.Join(h.folder, "Groceries.phone.xml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		gone int
		says string
		left int
	}{{12, "12 held for review", 13}, {2, "2 deleted", 11}} {
		o := another(t, h.desk, fmt.Sprintf("laptop%d", c.gone))
		o.ok("list", "create", "Food", "--kind", "note")
		o.ok("subscription", "add", "Food", o.put("copy.xml", string(phone)))
		o.ok("sync")
		h.writes("phone", append(gone(0, c.gone, "phone"), live(c.gone, 13, 1, "Item")...)...)
		o.run("accept", link, "--into", "Food").mentions(c.says)
		if n := strings.Count(o.ok("item", "list", "Food").out, "\n") - 1; n != c.left {
			t.Errorf("the list has %d items, want %d", n, c.left)
		}
	}
}

// When a subscription is added, the command reports what the first refresh will merge.
func TestAddingASubscriptionSaysWhatItFound(t *testing.T) {
	h := newFlooded(t, "note", 3)
	feed := h.put("new.xml", strings.Replace(eggs, "<item>", strings.Join(gone(0, 2, "laptop"), "")+"<item>", 1))
	h.ok("subscription", "add", "Groceries", feed).mentions("Found 1 item and 2 deletions.\n")
}

func TestConsentBeforehand(t *testing.T) {
	h := newFlooded(t, "note", 49)
	h.writes("phone", gone(0, 49, "phone")...)
	h.brings(cli.Attention, subscribe.Report{Held: 49}, "--dry-run")
	h.brings(cli.Done, subscribe.Report{Deleted: 49}, "--accept-large")
	h.has(0)
	h.run("sync", "--scheduled", "--accept-large").is(cli.Misuse)
}

func TestApplyMergesWhatWasHeld(t *testing.T) {
	h := newFlooded(t, "note", 49)
	h.writes("phone", gone(0, 49, "phone")...)
	h.run("sync").is(cli.Attention)
	h.ok("review", "accept", "Groceries", "--all").stderr("49 accepted\n")
	h.has(0)
	h.writes("phone", append(gone(0, 49, "phone"), live(49, 50, 1, "Tea")...)...)
	h.brings(cli.Done, subscribe.Report{New: 1})
}

// Exactly those items are deleted that the dry run announced.
func TestADryRunCountsWhatAFloodWouldChange(t *testing.T) {
	h := newFlooded(t, "note", 49)
	h.ok("item", "edit", "Groceries", "n3", "--title", "Mine")
	h.writes("phone", gone(0, 49, "phone")...)
	h.run("sync").is(cli.Attention)
	r := h.ok("review", "accept", "Groceries", "--all", "--dry-run").stderr("Accepting would change the list: 48 deleted.\n")
	if strings.Count(r.out, " deleted\n") != 48 || !strings.Contains(r.out, "n7 ") {
		t.Error(r.out)
	}
	h.ok("review", "refuse", "Groceries", "--all", "--dry-run").mentions("Restoring 48 items with one update each", "Would refuse 48.\n")
	h.has(49)
	h.holds(48, trust.Deleted)
	h.ok("review", "accept", "Groceries", "--all")
	h.has(1)
}

func TestKeepMineRestoresWhatWasHeldForEverybody(t *testing.T) {
	h := newFlooded(t, "note", 49)
	h.writes("phone", gone(0, 49, "phone")...)
	h.run("sync").is(cli.Attention)
	h.ok("review", "refuse", "Groceries", "--all").
		stderr("Restoring 49 items with one update each. 1 other device and everyone else who reads the list will see them.\n49 refused\n")
	h.has(49)
	h.holds(0, "")
	h.brings(cli.Done, subscribe.Report{})
	published := read(t, h.file("shared/Groceries.desk.xml"))
	if n := strings.Count(published, ` updates="3"`); n != 49 || strings.Contains(published, `deleted="true"`) {
		t.Errorf("%d items are restored for others:\n%s", n, published[:600])
	}
	h.run("review", "accept", "Groceries", "n1").is(cli.Failed)
	h.ok("undo")
	h.has(0)
}

// Completing and clearing everything before a sync does not alarm those who were away
// meanwhile.
func TestTodosThatWereDoneWhenTheyWereDeletedAreNotHeld(t *testing.T) {
	laptop, desk := newDesk(t), newFlooded(t, "todo", 0)
	laptop.args[3] = "laptop"
	laptop.ok("list", "create", "Groceries", "--kind", "todo")
	laptop.ok("publish", "Groceries", desk.folder)
	laptop.ok("subscription", "add", "Groceries", desk.folder)
	var all []string
	for i := range 8 {
		id := fmt.Sprintf("n%d", i)
		all = append(all, id)
		laptop.ok("item", "add", "Groceries", "--id", id, "--title", id)
	}
	laptop.ok("sync")
	desk.brings(cli.Done, subscribe.Report{New: 8})
	for _, id := range all {
		laptop.ok("item", "edit", "Groceries", id, "--field", "done=true")
		laptop.ok("item", "delete", "Groceries", id)
	}
	laptop.ok("sync")
	desk.brings(cli.Done, subscribe.Report{Deleted: 8})
	desk.has(0)
}

// Completing the todos in the update that deletes them does not hide a flood.
func TestTodosThatTheirDeletionCompletesAreHeld(t *testing.T) {
	h := newFlooded(t, "todo", 12)
	var all []string
	for i := range 12 {
		todo := fmt.Sprintf(`<title>Item %d</title><vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties><summary><text>Item %[1]d</text></summary>`+
			`<status><text>COMPLETED</text></status></properties></vtodo>`, i)
		all = append(all, itemIn(i, 2, todo, ` deleted="true"`, "laptop"))
	}
	h.writes("laptop", all...)
	h.brings(cli.Attention, subscribe.Report{Held: 12})
	h.has(12)
	h.holds(12, trust.Deleted)
}

// A deletion that this device made as well is not a loss, and neither is a moved item.
func TestWhatWasDeletedHereAsWellAndWhatWasMovedCountsForNothing(t *testing.T) {
	h := newFlooded(t, "note", 12)
	for i := range 7 {
		h.ok("item", "delete", "Groceries", fmt.Sprintf("n%d", i))
	}
	h.writes("phone", gone(0, 8, "phone")...)
	h.run("sync").is(cli.Done)
	h.has(4)

	h = newFlooded(t, "note", 12)
	h.ok("list", "create", "Shed")
	h.ok("subscription", "add", "Shed", h.put("shed.xml", read(t, h.file("shared/Groceries.phone.xml"))))
	h.ok("sync")
	h.writes("phone", gone(0, 12, "phone")...)
	h.run("sync").is(cli.Done)
	h.has(0)
}

// Items that disappear from a feed are limited like deletions.
func TestWhatAFeedNoLongerHasIsHeldForReview(t *testing.T) {
	for verb, left := range map[string]int{"accept": 5, "refuse": 12} {
		h := newFlooded(t, "note", 0)
		feed := h.put("feed.xml", "")
		bounded := func(n int, items ...string) {
			h.put("feed.xml", strings.Replace(`<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Groceries</title>`+
				fmt.Sprintf(`<sx:sharing since="%d" until="%d"><sx:related type="complete" link="file:///feed.xml"/></sx:sharing>`, n, n+1)+
				strings.Join(items, "")+"</channel></rss>", "\n", "", -1))
		}
		bounded(1, live(0, 12, 1, "Item")...)
		h.ok("subscription", "add", "Groceries", feed)
		h.ok("sync")
		bounded(5, live(7, 12, 1, "Item")...)
		h.run("sync").is(cli.Attention)
		h.has(12)
		h.holds(7, trust.Missing)
		h.ok("review", "accept", "Groceries", "--all", "--dry-run").stderr("Accepting would change the list: 7 no longer in the list.\n")
		h.ok("review", verb, "Groceries", "--all").mentions("7 " + verb)
		h.has(left)
		bounded(9, live(7, 12, 1, "Item")...)
		h.ok("sync")
		h.has(left)
	}
}

// Old stores have floods without a part; unknown reasons are reported as such.
func TestTheReasonsOfAReviewAreSaidInWords(t *testing.T) {
	h := newFlooded(t, "note", 49)
	h.writes("phone", gone(0, 49, "phone")...)
	h.run("sync").is(cli.Attention)
	if out := h.ok("review", "list").out; strings.Count(out, "feeds would delete 49 items of the list within a day, more than 24") != 49 {
		t.Error(out)
	}
	if all := parse[[]struct{ State string }](h.ok("review", "list", "--json")); !slices.ContainsFunc(all, func(s struct{ State string }) bool { return s.State == "waiting" }) {
		t.Error(all)
	}
}
