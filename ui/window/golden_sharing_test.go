//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/credentials"
	"crossfeed/engine/feed"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

// asking returns a desk that shows who can read a list before it is published.
func asking(t *testing.T) *desk {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.readers = transport.Readers{Who: transport.SignedIn}
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folderAfar)
	d.rest()
	d.press(fyne.KeyReturn)
	return d
}

func TestPictureOfSharing(t *testing.T) { asking(t).matches("share") }

func TestPictureOfSharingWithEverything(t *testing.T) {
	d := asking(t)
	d.rest()
	d.tap("More")
	d.dark()
	d.matches("share-more-dark")
}

func TestPictureOfSharingInASmallWindow(t *testing.T) {
	d := asking(t)
	d.small()
	d.matches("share-small")
}

func TestPictureOfAnInvitation(t *testing.T) {
	d := asking(t)
	d.rest()
	d.press(fyne.KeyReturn)
	d.matches("invitation")
}

func TestPictureOfStoppingToShare(t *testing.T) {
	d := withList(t, "Milk")
	d.goAfar()
	d.win.sharing.showStop("Groceries")
	d.dark()
	d.matches("stop-dark")
}

func TestPictureOfOpeningAnInvitation(t *testing.T) {
	d := newDesk(t)
	d.press(fyne.KeyO, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.matches("open-invitation")
}

func TestPictureOfAnInvitationThatIsOpen(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.passwordStorage = credentials.Where{File: "/home/me/.local/share/crossfeed/passwords"}
	i := a.shared.Invitation
	i.User, i.From = "member", "laptop"
	d.win.sharing.openInvitation(i)
	d.matches("accept")
	d.dark()
	d.themed()
}

func TestPictureOfAnInvitationIntoAListOfOnesOwn(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	a := d.goAfar()
	a.readers = transport.Readers{Who: transport.SignedIn}
	d.win.sharing.openInvitation(a.shared.Invitation)
	d.small()
	d.dark()
	d.rest()
	d.tap("Use an existing list…")
	d.matches("accept-into-dark")
	d.themed()
}

func TestPictureOfAnAnswer(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.shared.Invitation.Folder = false
	a.shared.Invitation.Address = "https://desk.example.org/Groceries.xml"
	d.win.pages.outgoingInvitation().ShowAnswer("Groceries", "laptop", a.shared.Invitation)
	d.win.showForm(d.win.pages.outgoingInvitation())
	d.matches("answer")
}

// probed returns a desk that has probed a feed.
func probed(t *testing.T, change func(*subscribe.Found)) *desk {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	change(&a.found)
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	return d
}

func TestPictureOfAFeedThatWasFound(t *testing.T) {
	d := probed(t, func(f *subscribe.Found) {
		f.Feeds[0].Shared, f.Feeds[0].Valid = 12, 10
		f.Feeds[0].Problems = []feed.Problem{{Severity: feed.Error, Line: 12, Item: "a b", Rule: "bad-id", Section: "FeedSync 1.0 §2.2", Text: "its identifier has a space"}}
	})
	d.matches("found")
	d.tap("More")
	d.small()
	d.dark()
	d.matches("found-more-dark")
}

func TestPictureOfAPageWithFeeds(t *testing.T) {
	d := probed(t, func(f *subscribe.Found) {
		f.Page, f.Already, f.AlreadyAt = true, "Groceries", "https://example.org/old.xml"
		f.Feeds = append(f.Feeds, subscribe.FoundFeed{Address: "https://example.org/b.xml", Title: "Other"})
	})
	d.matches("found-page")
}

func TestPictureOfAnOrdinaryFeed(t *testing.T) {
	d := probed(t, func(f *subscribe.Found) {
		f.Location = "http://example.org/blog.xml"
		f.Feeds[0] = subscribe.FoundFeed{Address: f.Location, Title: "Garden blog", Format: "rss", Kind: "note", Items: 20}
	})
	d.matches("found-ordinary")
}

func TestPictureOfAFeedThatWantsAPassword(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.err = &transport.Error{Trouble: transport.SignIn, Address: feedAfar}
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.matches("found-signin")
}

func TestPictureOfACertificate(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.err = &transport.Error{Trouble: transport.Certificate, Address: feedAfar,
		Fingerprint: "3f1d0c7a5be2946881d4c0aa27f3509e6b1d84c25f7093ae41b6d8e7c2905a3b"}
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.matches("found-certificate")
}

// ailing returns a desk with the pane of a feed that requires a password.
func ailing(t *testing.T) *desk {
	d, a, sub := reader(t)
	d.win.Reload()
	d.rest()
	sub.Location = "https://dav.example.org/shared/Groceries.laptop.xml"
	sub.Health = store.Health{
		LastTry: noon.Add(-120e9), LastSuccess: noon.AddDate(0, 0, -2), Came: 3, Bytes: 12_400,
		Error: "401", Trouble: transport.SignIn, ErrorSince: noon.AddDate(0, 0, -1), Skipped: 1,
	}
	a.healths = []subscribe.Health{{
		Set: "Groceries", Subscription: sub, Address: sub.Location, Seen: 7, Of: 9, Moved: feedAfar, Held: 2,
		Missing: noon.AddDate(0, 0, 10), Next: noon.Add(2 * 3600e9),
		Feed: store.Feed{Author: "laptop", Complete: "https://dav.example.org/c.xml",
			Offers: []store.Offered{{Link: "https://example.org/phone.xml", Title: "phone"}},
			Sizes:  []feed.Size{{Item: "milk", Field: "title", Characters: 20_000}, {Item: "eggs", Field: "tags", Values: 1_200}}},
	}}
	d.win.now.Feeds[0].Subscription, d.win.now.Feeds[0].Healths = sub, a.healths
	d.win.sidebar.Show(&d.win.now, snapshot.Place{})
	d.win.at = snapshot.Place{Kind: snapshot.KindFeed, Set: "Groceries", Location: sub.Location}
	d.win.turnTo(d.win.pages.home)
	d.win.feed.Show(d.win.now.Feeds[0])
	d.win.detail.Object().Hide()
	d.win.feed.Object().Show()
	return d
}

// An absurd size is shown with its item, or as one of the feed itself.
func TestThePaneOfAFeedNamesAbsurdSizes(t *testing.T) {
	d := ailing(t)
	shown := d.win.now.Feeds[0]
	shown.Healths[0].Feed.Sizes = []feed.Size{{Field: "title", Characters: 60_000_000}, {Item: "milk", Field: "history", Values: 20_000}}
	d.win.feed.Show(shown)
	for _, text := range []string{"field Title of the feed has 60,000,000 characters", "field History of item milk has 20,000 values"} {
		same(t, text, d.shows(text), true)
	}
}

func TestPictureOfAFeedThatAils(t *testing.T) {
	d := ailing(t)
	d.matches("feed-ailing")
	d.dark()
	d.small()
	d.matches("feed-ailing-dark")
}

func TestPictureOfHowAFeedIsRead(t *testing.T) {
	d := ailing(t)
	d.win.feeds.showReading(d.win.now.Feeds[0], true)
	d.matches("reading")
}

func TestPictureOfWhatIsOdd(t *testing.T) {
	d, _ := quarantinedItems(t)
	d.matches("odd-list")
	d.win.feeds.showQuarantine()
	d.matches("odd")
	d.dark()
	d.small()
	d.matches("odd-dark")
}

// inGerman switches the rest of a test to German.
func inGerman(t *testing.T) {
	t.Helper()
	must(t, uitest.SpeakGerman())
	t.Cleanup(func() { must(t, uitest.SpeakEnglish()) })
}

func TestPictureOfSharingInGerman(t *testing.T) {
	inGerman(t)
	asking(t).matchesPicture("share-german")
}

func TestPictureOfAnInvitationThatIsOpenInGerman(t *testing.T) {
	inGerman(t)
	d := withList(t, "Milch")
	a := d.goAfar()
	i := a.shared.Invitation
	i.User, i.From = "member", "laptop"
	d.win.sharing.openInvitation(i)
	d.matches("accept-german")
}

func TestPictureOfACertificateInGerman(t *testing.T) {
	inGerman(t)
	d := withList(t, "Milch")
	a := d.goAfar()
	a.err = &transport.Error{Trouble: transport.Certificate, Address: feedAfar,
		Fingerprint: "3f1d0c7a5be2946881d4c0aa27f3509e6b1d84c25f7093ae41b6d8e7c2905a3b"}
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.matches("found-certificate-german")
}

func TestPictureOfAFeedThatAilsInGerman(t *testing.T) {
	inGerman(t)
	ailing(t).matchesPicture("feed-ailing-german")
}
