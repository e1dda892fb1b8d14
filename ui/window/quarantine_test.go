package window

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/trust"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// forged is an item with a change in the name of "desk" that it never made.
const forged = `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Groceries</title>
<item><title>Send money</title><description>to this account</description><sx:sync id="money" updates="3">
<sx:history sequence="3" when="2026-05-24T09:43:33Z" by="desk"/></sx:sync></item></channel></rss>`

// quarantinedItems returns a desk with an item held for review.
func quarantinedItems(t *testing.T) (*desk, *afar) {
	t.Helper()
	d, a, sub := reader(t)
	set, err := d.engine.Lists.Named(t.Context(), "Groceries")
	must(t, err)
	a.quarantined = []store.HeldItem{{
		Key: 1, Set: set.Key, Subscription: sub.Key, Feed: "https://example.org/laptop.xml", ID: "money", Title: "Send money", At: noon,
		Alarms: []trust.Alarm{{Kind: trust.Forged, Sequence: 3}}, Document: forged,
	}}
	d.win.Reload()
	d.rest()
	return d, a
}

// The list says that an item is held for review, and leads to a page that shows the reason and
// the item.
func TestWhatIsOddIsShown(t *testing.T) {
	d, _ := quarantinedItems(t)
	same(t, "in the list", d.shows("1 item is held for review"), true)
	d.tap("1 item is held for review")
	d.rest()
	same(t, "page", d.win.pages.shown == page(d.win.pages.quarantine()), true)
	for _, text := range []string{
		"a change in your name that was not made on this computer", "For “Groceries”", "https://example.org/laptop.xml", "to this account",
	} {
		same(t, text, d.shows(text), true)
	}
}

// warned returns a desk that synced, and holds for review a change that a feed has in its
// name.
func warned(t *testing.T) (*desk, store.Subscription) {
	t.Helper()
	d := withList(t, "Milk")
	feed := filepath.Join(t.TempDir(), "laptop.xml")
	must(t, os.WriteFile(feed, []byte(strings.Replace(forged, `by="desk"`, `by="`+d.engine.Device.ID()+`"`, 1)), 0o600))
	sub, err := d.engine.Subscriptions.Subscribe(t.Context(), "Groceries", feed)
	must(t, err)
	d.win.syncing.sync(subscribe.SyncOptions{})
	d.rest()
	return d, sub
}

// A sync that finds nothing new says that items are still held for review.
func TestAfterEverySyncTheStatusLineSaysWhatIsHeldForReview(t *testing.T) {
	d, _ := warned(t)
	for range 2 {
		if got, want := d.win.status.Text(), " · 0 changes received · 1 item is held for review"; !strings.HasSuffix(got, want) {
			t.Errorf("it says %q, want …%q", got, want)
		}
		d.win.syncing.sync(subscribe.SyncOptions{})
		d.rest()
	}
}

// Items held for review are not called invalid: the pane of their feed leads to them.
func TestTheFeedPageLeadsToWhatIsHeldForReview(t *testing.T) {
	d, sub := warned(t)
	d.atFeed(sub)
	same(t, "invalid", d.shows("not valid"), false)
	same(t, "up to date", d.shows("Up to date"), false)
	d.tap("1 item is held for review")
	same(t, "place", d.win.at.Kind, snapshot.KindQuarantine)
}

// The origin of an item is shown by the name of the device, as everywhere.
func TestWhatIsOddIsSaidToComeFromADevice(t *testing.T) {
	d, a := quarantinedItems(t)
	s := a.quarantined[0]
	a.healths = []subscribe.Health{{
		Set: "Groceries", Subscription: store.Subscription{Key: s.Subscription}, Address: s.Feed, Held: 1,
		Feed: store.Feed{Author: "laptop"},
	}}
	d.win.Reload()
	d.rest()
	d.win.feeds.showQuarantine()
	d.rest()
	same(t, "the device and the list", d.shows("from laptop · Groceries"), true)
	same(t, "the address", d.shows(s.Feed), false)
}

// The person decides: reject the item, apply it, or unsubscribe from the feed.
func TestDecidingAboutWhatIsOdd(t *testing.T) {
	for button, want := range map[string]string{"Keep mine": "keep mine", "Apply": "apply"} {
		d, a := quarantinedItems(t)
		d.win.feeds.showQuarantine()
		d.rest()
		d.tap(button)
		d.rest()
		same(t, button, a.asked[0], want)
		same(t, "nothing is left", d.shows("Nothing is held for review."), true)
	}
	d, _ := quarantinedItems(t)
	d.win.feeds.showQuarantine()
	d.rest()
	d.tap("Unsubscribe from its feed")
	d.rest()
	same(t, "feeds", len(d.win.now.Feeds), 0)
}

// A flood is a single row, which is shown and decided as a whole. The page says first what
// others will see of that.
func TestAFloodIsDecidedAsAWhole(t *testing.T) {
	d, a := quarantinedItems(t)
	money := a.quarantined[0]
	for i := range 7 {
		s := money
		s.Key, s.ID, s.Title = int64(10+i), fmt.Sprint("n", i), fmt.Sprint("Item ", i)
		s.Alarms = []trust.Alarm{{Kind: trust.Flood, Part: trust.Deleted, Number: 7, Limit: 5}}
		a.quarantined = append(a.quarantined, s)
	}
	a.quarantined = a.quarantined[1:]
	d.win.Reload()
	d.rest()
	d.win.feeds.showQuarantine()
	d.rest()
	same(t, "the row", d.shows("7 items would be deleted"), true)
	same(t, "why", d.shows("Feeds would delete 7 items of this list within a day. Up to 5 are merged without review."), true)
	same(t, "an item", d.shows("Item 3"), false)
	d.tap("Show")
	same(t, "an item, shown", d.shows("Item 3"), true)
	d.tap("Keep mine")
	d.rest()
	same(t, "others", d.shows("2 other devices will see 7 updates"), true)
	same(t, "asked", len(a.asked), 0)
	d.tap("Keep mine  Ctrl+Enter")
	d.rest()
	same(t, "asked", a.asked[0], "keep mine")
	same(t, "nothing is left", d.shows("Nothing is held for review."), true)
}

// The page says beforehand what applying changes, and how to undo it.
func TestWhatApplyingChangesIsSaidBefore(t *testing.T) {
	d, a := quarantinedItems(t)
	a.differs = subscribe.Report{Updated: 1, Conflicts: 1}
	d.win.feeds.showQuarantine()
	d.rest()
	d.tap("Apply")
	d.rest()
	same(t, "asked", len(a.asked), 0)
	for _, text := range []string{"Apply 1 item?", "1 item would be changed", "1 item would be in conflict", "Ctrl+Z does not undo this, but “Undo its changes…” on the page of the feed does."} {
		same(t, text, d.shows(text), true)
	}
	d.tap("Apply  Ctrl+Enter")
	d.rest()
	same(t, "asked", a.asked[0], "apply")
	same(t, "nothing is left", d.shows("Nothing is held for review."), true)
}

// The engine itself counts what applying changes.
func TestApplyingIsCountedByTheEngine(t *testing.T) {
	d, _ := warned(t)
	d.win.feeds.showQuarantine()
	d.rest()
	d.tap("Apply")
	d.rest()
	same(t, "said", d.shows("1 new item"), true)
	d.tap("Apply  Ctrl+Enter")
	d.rest()
	same(t, "nothing is left", d.shows("Nothing is held for review."), true)
}

// If there is enough space, all buttons are in one row.
func TestTheButtonsForWhatIsHeldAreInOneRow(t *testing.T) {
	d, _ := quarantinedItems(t)
	d.win.feeds.showQuarantine()
	d.rest()
	tops := map[string]float32{}
	d.visible(func(o fyne.CanvasObject) bool {
		if b, is := o.(*widget.Button); is {
			tops[b.Text] = fyne.CurrentApp().Driver().AbsolutePositionForObject(b).Y
		}
		return false
	})
	for _, text := range []string{"Apply", "Unsubscribe from its feed", "Back  Esc"} {
		same(t, text, tops[text], tops["Keep mine"])
	}
}

// With the keyboard: the sidebar leads there, Enter goes in, and Esc leads back.
func TestTheWayToWhatIsOddByKeys(t *testing.T) {
	d, _ := quarantinedItems(t)
	d.win.focus(d.win.sidebar.Focus())
	d.press(fyne.KeyHome)
	for range 7 { // below the smart lists and Conflicts
		d.press(fyne.KeyDown)
	}
	d.rest()
	same(t, "place", d.win.at.Kind, snapshot.KindQuarantine)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.pages.quarantine().Focus())
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "back", d.win.pages.shown == page(d.win.pages.home), true)
}
