package window

import (
	"errors"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

const feedAfar = "https://example.org/groceries.xml"

// found returns the result of probing a feed of todos.
func found() subscribe.Found {
	return subscribe.Found{
		Location: feedAfar,
		Feeds: []subscribe.FoundFeed{{
			Address: feedAfar, Title: "Errands", Author: "laptop", Format: "rss", Dialect: "feedsync-1.0", Kind: "todo", Items: 12, Shared: 12, Valid: 12,
			Complete: "https://example.org/groceries.complete.xml",
			Offers:   []store.Offered{{Link: "https://example.org/phone.xml", Title: "phone"}, {Link: "https://example.org/tablet.xml", Title: "tablet"}},
		}},
		Lists: []subscribe.Fit{{List: "Groceries"}, {List: "People", Why: errors.New("it holds contacts")}, {Best: true}},
	}
}

// Subscribing takes three steps: the address of the feed, checking what is there, and
// "Subscribe". The best match among the lists is preselected.
func TestSubscribingByKeys(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	a.found.Feeds[0].Items, a.found.Feeds[0].Deleted = 15, 3
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	same(t, "while it looks", d.shows("Checking…"), true)
	d.rest()
	for _, text := range []string{
		"Errands", "12 items (Todos), FeedSync 1.0", "3 deletions", "from laptop", "This feed contains recent changes only.",
		"It republishes 2 other feeds: phone and tablet", "“People” does not fit", "a new list",
	} {
		same(t, text, d.shows(text), true)
	}
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "subscribed", a.asked[1], "subscribe Errands to "+feedAfar)
	l, there := d.win.now.List("Errands")
	same(t, "the list is made", there, true)
	same(t, "for todos", l.Kind, "todo")
}

// The form shows what the first refresh will bring, and by subscribing the person agrees to
// that: for a folder, to the feeds that the list reads there.
func TestWhoSubscribesAgreesToWhatIsShown(t *testing.T) {
	for _, folder := range []bool{false, true} {
		d := withList(t, "Milk")
		a := d.goAfar()
		a.found = found()
		a.found.Feeds[0].Brings = store.Preview{Items: 40, Deleted: 5}
		if a.found.Folder = folder; folder {
			a.found.Feeds[0].List = "errands"
			a.found.Feeds = append(a.found.Feeds, subscribe.FoundFeed{Address: feedAfar + "x", List: "Other", Brings: store.Preview{Deleted: 7}})
		}
		d.press(fyne.KeyO, fyne.KeyModifierControl)
		d.types(feedAfar)
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, "items", d.shows("40 items (Todos), FeedSync 1.0"), true)
		same(t, "deletions", d.shows("5 deletions"), true)
		d.press(fyne.KeyReturn)
		d.rest()
		if a.reads.Shown == nil || *a.reads.Shown != a.found.Feeds[0].Brings {
			t.Errorf("agreed to are %+v", a.reads.Shown)
		}
	}
}

// A feed of a folder that was too slow for the preview is named, and subscribing does not wait
// for it again.
func TestSubscribingDoesNotWaitAgainForASlowFeed(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	a.found.Folder = true
	slow := &transport.Error{Trouble: transport.Slow, Address: feedAfar}
	a.found.Feeds = []subscribe.FoundFeed{{Address: feedAfar, List: "Groceries", Err: slow}}
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows(wording.Why(slow)), true)
	d.win.pages.subscribe().Into("Groceries")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "subscribed", slices.Contains(a.asked, "subscribe Groceries to "+feedAfar), true)
	if !errors.Is(a.reads.Unread, slow) {
		t.Errorf("the feed is read again although %v", a.reads.Unread)
	}
}

// The form says what prevents subscribing.
func TestWhatCannotBeSubscribedTo(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*subscribe.Found)
		says   string
	}{
		"already read":   {func(f *subscribe.Found) { f.Already, f.AlreadyAt = "Groceries", feedAfar }, "“Groceries” is already subscribed to it."},
		"the own one":    {func(f *subscribe.Found) { f.Own = true }, "This is your own feed."},
		"a page without": {func(f *subscribe.Found) { f.Page, f.Feeds = true, nil }, "This web page names no feed."},
		"what has problems": {func(f *subscribe.Found) {
			f.Feeds[0].Err = &transport.Error{Trouble: transport.NotFeed, Address: feedAfar}
		}, "is not a feed"},
	} {
		t.Run(name, func(t *testing.T) {
			d := withList(t, "Milk")
			a := d.goAfar()
			a.found = found()
			c.change(&a.found)
			d.press(fyne.KeyO, fyne.KeyModifierControl)
			d.types(feedAfar)
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "said", d.shows(c.says), true)
			d.press(fyne.KeyReturn, fyne.KeyModifierControl)
			d.rest()
			for _, asked := range a.asked {
				same(t, "asked", asked, "look at "+feedAfar)
			}
		})
	}
}

// A feed that was found over http, because its server does not answer over https, is subscribed to
// there, and the page says what that means.
func TestAFeedOverHTTPIsSaidToBeUnencrypted(t *testing.T) {
	const at = "http://example.org/groceries.xml"
	for _, location := range []string{at, feedAfar} {
		d := withList(t, "Milk")
		a := d.goAfar()
		a.found = found()
		a.found.Location, a.found.Feeds[0].Address = location, location
		d.press(fyne.KeyO, ctrl)
		d.types("example.org/groceries.xml")
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, location+": said", d.shows("The connection is not encrypted"), location == at)
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, "subscribed", slices.Contains(a.asked, "subscribe Errands to "+location), true)
	}
}

// Without https://, the address is still that of a server, which may require a password.
func TestAnAddressWithoutASchemeMayNeedAPassword(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.err = &transport.Error{Trouble: transport.SignIn, Address: feedAfar}
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types("example.org/groceries.xml")
	d.press(fyne.KeyReturn)
	d.rest()
	a.err, a.found = nil, found()
	d.types("member")
	d.press(fyne.KeyTab)
	d.types("secret")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "signed in", slices.Equal(a.signed, []string{"member:secret"}), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "subscribed", slices.Contains(a.asked, "subscribe Errands to "+feedAfar), true)
}

// The form says that the same feed is read from another address, which may be intended.
func TestADuplicateIsNoticed(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	a.found.Already, a.found.AlreadyAt = "Groceries", "https://example.org/old.xml"
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows("“Groceries” is already subscribed to the same feed, at https://example.org/old.xml"), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "subscribed", a.asked[1], "subscribe Errands to "+feedAfar)
}

// A person chooses one of the feeds that a page refers to.
func TestAPageOffersItsFeeds(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	a.found.Page = true
	a.found.Feeds = append(a.found.Feeds, subscribe.FoundFeed{Address: "https://example.org/b.xml", Title: "Other", Kind: "note", Format: "atom", Dialect: "feedsync-1.0"})
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	d.win.pages.subscribe().Which(1)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "subscribed", a.asked[1], "subscribe Errands to https://example.org/b.xml")
}

// A password is asked for if one is required, and a wrong one is not stored.
func TestAPasswordIsAskedForWhereOneIsNeeded(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.err = &transport.Error{Trouble: transport.SignIn, Address: feedAfar}
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	same(t, "not before", d.shows("Password"), false)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows("requires a user and password"), true)
	d.types("member")
	d.press(fyne.KeyTab)
	d.types("secret")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "signed in", a.signed[0], "member:secret")
	same(t, "forgotten", a.signed[1], "member forgotten")
	a.err, a.found = nil, found()
	d.types("secret")
	d.press(fyne.KeyReturn)
	d.rest()
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "user", a.reads.Access.User, "member")
}

// An invitation that is pasted into the entry for an address is opened.
func TestAPastedInvitationIsOpened(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(a.shared.Invitation.Link())
	d.rest()
	same(t, "opened", d.win.pages.shown == page(d.win.pages.invitation()), true)
}

// A chosen location is probed like a typed one; Esc chooses nothing.
func TestAFolderIsChosen(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.tap("Folder…")
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "nothing is chosen", len(a.asked), 0)
	d.tap("Folder…")
	d.browses()
	open := false
	for _, o := range uitest.Drawn(d.fyne.Canvas().Overlays().Top()) {
		if b, is := o.(*fynewidget.Button); is && b.Text == "Open" {
			open = true
			b.OnTapped()
			break
		}
	}
	same(t, "there is a button", open, true)
	d.rest()
	same(t, "asked", a.asked[0], "look at "+home)
}

// Esc cancels probing, and a late result changes nothing.
func TestLookingIsGivenUp(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "back", d.win.pages.shown == page(d.win.pages.home), true)
	same(t, "nothing is shown", d.shows("Errands"), false)
}

// reader returns a desk with the pane of a feed.
func reader(t *testing.T) (*desk, *afar, store.Subscription) {
	t.Helper()
	d := withList(t, "Milk")
	sub, err := d.engine.Subscriptions.Subscribe(t.Context(), "Groceries", t.TempDir()+"/laptop.xml")
	must(t, err)
	a := d.goAfar()
	return d, a, sub
}

func (d *desk) atFeed(sub store.Subscription) {
	d.win.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: "Groceries", Location: sub.Location})
	d.rest()
}

// The pane shows what others have seen, what will be missed, where a feed has moved and what
// it recommends.
func TestTheHealthOfAFeed(t *testing.T) {
	d, a, sub := reader(t)
	a.healths = []subscribe.Health{{
		Set: "Groceries", Subscription: sub, Address: sub.Location, Seen: 7, Of: 9, Moved: feedAfar,
		Missing: noon.AddDate(0, 0, 10), Next: d.clock.now.AddDate(0, 0, 1),
		Feed: store.Feed{Author: "laptop", Offers: []store.Offered{{Link: "https://example.org/phone.xml", Title: "phone"}}},
	}}
	d.atFeed(sub)
	for _, text := range []string{
		"laptop has seen 7 of your 9 changes.", "If it is not refreshed before Jun 3, 12:00, you will miss changes.",
		"It republishes the changes of phone.", "in 24 hours",
	} {
		same(t, text, d.shows(text), true)
	}
	d.tap("Use the new address")
	d.rest()
	same(t, "moved", a.asked[0], "from "+sub.Location+" to "+feedAfar)
}

// If the feed at the new address has other content, the window says so first.
func TestWhatDiffersAtANewAddressIsSaidBeforeItIsReadThere(t *testing.T) {
	d, a, sub := reader(t)
	a.healths = []subscribe.Health{{Set: "Groceries", Subscription: sub, Address: sub.Location, Moved: feedAfar}}
	a.differs = subscribe.Report{New: 3, Updated: 1, Deleted: 2, Discarded: 5, Held: 6, Conflicts: 1}
	d.atFeed(sub)
	d.tap("Use the new address")
	d.rest()
	same(t, "asked", len(a.asked), 0)
	for _, text := range []string{
		feedAfar, "3 new items", "1 item would be changed", "1 item would be in conflict", "2 items would be deleted", "5 items would be removed from the list", "6 items would be held for review",
	} {
		same(t, text, d.shows(text), true)
	}
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "moved", a.asked[0], "from "+sub.Location+" to "+feedAfar)

	before := len(a.asked)
	a.differs = subscribe.Report{Err: errors.New("no such host")}
	d.atFeed(sub)
	d.tap("Use the new address")
	d.rest()
	same(t, "unreadable", d.shows("The feed there cannot be read right now: "), true)
	same(t, "asked", len(a.asked), before)
}

// A partial feed and its complete feed are from one endpoint, and shown once.
func TestACompleteFeedIsNoSecondOne(t *testing.T) {
	d, a, sub := reader(t)
	complete := sub.Location + ".complete.xml"
	a.healths = []subscribe.Health{
		{Subscription: sub, Address: sub.Location, Seen: 1, Of: 2, Held: 1, Feed: store.Feed{Author: "laptop", Complete: complete}},
		{Subscription: sub, Address: complete, Seen: 2, Of: 2, Held: 2, Feed: store.Feed{Author: "laptop"}},
	}
	d.atFeed(sub)
	f, _ := d.win.now.Feed("Groceries", sub.Location)
	same(t, "feeds", len(f.Feeds()), 1)
	same(t, "name", f.Name(), "laptop · Groceries")
	same(t, "odd in both", f.Quarantined(), 3)
	same(t, "told once", d.shows("laptop has seen all of your"), false)
}

// A recommended feed is probed like any other, and subscribed to only by the person.
func TestAFeedThatIsPassedOnIsAddedByHand(t *testing.T) {
	d, a, sub := reader(t)
	a.healths = []subscribe.Health{{Subscription: sub, Address: sub.Location, Feed: store.Feed{Offers: []store.Offered{{Link: feedAfar}}}}}
	a.found = found()
	d.atFeed(sub)
	d.tap("Add it…")
	d.rest()
	same(t, "asked", a.asked[0], "look at "+feedAfar)
	same(t, "not more", len(a.asked), 1)
}

// Reading everything again begins as if for the first time.
func TestReadingEverythingAgain(t *testing.T) {
	d, a, sub := reader(t)
	d.atFeed(sub)
	d.tap("Reload everything")
	d.rest()
	same(t, "asked", a.asked[0], "forget "+sub.Location)
	same(t, "then", a.asked[1], "sync")
}

// Being offline is shown as such, and is not an error.
func TestOfflineIsNoError(t *testing.T) {
	d, a, sub := reader(t)
	sub.Health.Error, sub.Health.Trouble = "dial: network is unreachable", transport.Offline
	a.healths = []subscribe.Health{{Subscription: sub, Address: sub.Location, OutOfReach: true}}
	d.atFeed(sub)
	same(t, "said", d.shows("This computer is offline."), true)
	same(t, "as a failure", d.shows("It could not be done"), false)
}
