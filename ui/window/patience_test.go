package window

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// sharesAt returns a desk that shows who can read a location.
func sharesAt(t *testing.T, at string) (*desk, *afar) {
	t.Helper()
	d := withList(t, "Milk")
	a := d.goAfar()
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(at)
	d.press(fyne.KeyReturn)
	return d, a
}

// A form shows what it is waiting for, and requests it once, however often the person presses
// Enter.
func TestAFormThatWaitsSaysSoAndAsksOnce(t *testing.T) {
	d, a := sharesAt(t, folderAfar)
	same(t, "while it looks", d.shows("Checking who can read it there…"), true)
	d.rest()
	same(t, "once it is known", d.shows("Checking who can read it there…"), false)
	d.press(fyne.KeyReturn)
	same(t, "while it publishes", d.shows("Publishing “Groceries”…"), true)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "asked", strings.Join(a.asked, ", "), "who can read "+folderAfar+", share Groceries, sync")
}

// Esc leaves a form that waits for a server without an answer: a late answer does not switch
// pages, and the form can be used again.
func TestAServerThatDoesNotAnswerIsLeftByEsc(t *testing.T) {
	d, _ := sharesAt(t, folderAfar)
	d.rest()
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "back at the list", d.win.pages.shown == page(d.win.pages.home), true)
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folderAfar)
	d.press(fyne.KeyReturn)
	same(t, "it asks again", d.shows("Checking who can read it there…"), true)
}

// A person who goes elsewhere by the sidebar while something is published is not brought back.
func TestAnAnswerThatComesLateDoesNotJump(t *testing.T) {
	d, a := sharesAt(t, folderAfar)
	d.rest()
	d.press(fyne.KeyReturn)
	d.win.goHome()
	d.rest()
	same(t, "shared all the same", a.asked[1], "share Groceries")
	same(t, "still at the list", d.win.pages.shown == page(d.win.pages.home), true)
}

func TestAFailureThatComesLateIsSaidBelow(t *testing.T) {
	d, a := sharesAt(t, folderAfar)
	d.rest()
	a.err = &transport.Error{Trouble: transport.Full, Address: folderAfar}
	d.press(fyne.KeyReturn)
	d.win.goHome()
	d.rest()
	same(t, "still at the list", d.win.pages.shown == page(d.win.pages.home), true)
	same(t, "said", d.shows("No space left at "+folderAfar), true)
}

// The focus goes to the remedy for a failure: a single Enter trusts a certificate, and a
// person who has to sign in can type at once.
func TestTheFocusGoesToWhatCanBeDone(t *testing.T) {
	for trouble, at := range map[transport.Trouble]func(*desk) fyne.Focusable{
		transport.Certificate: func(d *desk) fyne.Focusable { return d.win.pages.share().Offered() },
		transport.SignIn:      func(d *desk) fyne.Focusable { return d.win.pages.share().SignIn() },
	} {
		d, a := sharesAt(t, folderAfar)
		a.err = &transport.Error{Trouble: trouble, Address: folderAfar, Fingerprint: "0a1b"}
		d.rest()
		same(t, fmt.Sprint(trouble), d.fyne.Canvas().Focused(), at(d))
	}
}

// In a small window with large text, the message and the button to continue are scrolled into
// view.
func TestWhatIsSaidIsInSightInASmallWindow(t *testing.T) {
	d := withList(t, "Milk")
	d.goAfar()
	d.fyne.Resize(fyne.NewSize(560, 300))
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folderAfar)
	same(t, "the button before", d.inSight(d.win.pages.share().Bottom()), false)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the button then", d.inSight(d.win.pages.share().Bottom()), true)
	d.fyne.Canvas().Unfocus()
	d.fyne.Canvas().Focus(d.win.pages.share().Focus())
	same(t, "the field", d.inSight(d.win.pages.share().Focus().(fyne.CanvasObject)), true)
}

// So are errors, with their remedies.
func TestWhatWentWrongIsInSightInASmallWindow(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.err = &transport.Error{Trouble: transport.Certificate, Address: folderAfar, Fingerprint: "0a1b"}
	d.fyne.Resize(fyne.NewSize(560, 360))
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folderAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the button", d.inSight(d.win.pages.share().Offered().(fyne.CanvasObject)), true)
	same(t, "asked once", len(a.asked), 1)
}

// inSight reports whether all of an object is in the visible part of the middle.
func (d *desk) inSight(o fyne.CanvasObject) bool {
	middle := d.win.middle
	top := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(middle).Y
	return top >= 0 && top+o.Size().Height <= middle.Size().Height
}

// Adding a feed reads it first, without delaying anything else that the person does.
func TestAddingAFeedHoldsUpNothing(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	d.press(fyne.KeyReturn)
	same(t, "said", d.shows("Subscribing…"), true)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "back at the list", d.win.pages.shown == page(d.win.pages.home), true)
}

// The shared folder may have another path on this computer: the person's own feed goes there,
// too.
func TestTheOwnFeedGoesWhereTheFolderIsHere(t *testing.T) {
	d := newDesk(t)
	a := d.goAfar()
	i := a.shared.Invitation
	i.Address, i.User = "/home/desk/Shared", ""
	d.win.sharing.openInvitation(i)
	d.fyne.Canvas().Focus(d.win.pages.invitation().Address())
	d.types("/media/shared")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "read from", a.invited.Address, "/media/shared")
	same(t, "written to", a.taken.Share.Location, "/media/shared")
}

// Each person has their own user on a server: it can differ from the one in the invitation.
func TestWhoAcceptsSignsInAsThemselves(t *testing.T) {
	d := newDesk(t)
	a := d.goAfar()
	a.err = &transport.Error{Trouble: transport.SignIn, Address: folderAfar}
	i := a.shared.Invitation
	i.User = ""
	d.win.sharing.openInvitation(i)
	same(t, "not asked before", d.shows("Password"), false)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	a.err = nil
	d.types("laptop")
	d.press(fyne.KeyTab)
	d.types("secret")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "user", a.invited.User, "laptop")
	same(t, "password", a.taken.Password, "secret")
	same(t, "for the own feed, too", a.taken.Share.Access.User, "laptop")
}

// A location for the person's own changes on another server has its own user.
func TestTheOwnPlaceHasItsOwnUser(t *testing.T) {
	d := newDesk(t)
	a := d.goAfar()
	i := a.shared.Invitation
	i.Folder, i.User, i.Address = false, "", "https://desk.example.org/Groceries.xml"
	d.win.sharing.openInvitation(i)
	same(t, "not asked before", d.shows("Password"), false)
	d.fyne.Canvas().Focus(d.win.pages.invitation().Own())
	d.types("https://laptop.example.org/lists/")
	same(t, "asked for a server", d.shows("Password"), true)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyTab)
	d.types("laptop")
	d.press(fyne.KeyTab)
	d.types("secret")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "user", a.taken.Share.Access.User, "laptop")
	same(t, "password", a.taken.Share.Password, "secret")
	same(t, "not for the invitation", a.taken.Password, "")
}

// The name in an invitation is edited with the invitation, and saved for the next one.
func TestTheNameInAnInvitation(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.shared.Invitation.From = ""
	d.win.pages.outgoingInvitation().Show("Groceries", a.shared.Invitation)
	d.win.showForm(d.win.pages.outgoingInvitation())
	d.fyne.Canvas().Focus(d.win.pages.outgoingInvitation().Name())
	d.types("the kitchen")
	d.press(fyne.KeyReturn)
	d.rest()
	i, err := sharing.FromText(fyne.CurrentApp().Clipboard().Content())
	must(t, err)
	same(t, "in the link", i.From, "the kitchen")
	book, err := d.engine.Names.Book(t.Context())
	must(t, err)
	same(t, "kept", book.Name(d.engine.Device.ID()), "the kitchen")
}

// A feed is named after its author, as the person named them. A folder whose own name means
// nothing is named after its parent folder.
func TestFeedsAreCalledByTheirPeople(t *testing.T) {
	d, a, sub := reader(t)
	must(t, d.engine.Names.Set(t.Context(), "laptop-7", "Laptop in the hall"))
	d.win.Reload()
	f := store.Feed{Author: "laptop-7"}
	a.healths = healthsOf(sub, f)
	d.atFeed(sub)
	same(t, "by its name", d.shows("Laptop in the hall"), true)
	same(t, "not by its identifier", d.shows("laptop-7"), false)
}

// An author without a name can be named in the pane of the feed.
func TestWhoHasNoNameIsGivenOne(t *testing.T) {
	d, a, sub := reader(t)
	a.healths = healthsOf(sub, store.Feed{Author: "hcml7hvkg5hlxmh4"})
	d.atFeed(sub)
	d.tap("Name this device…")
	d.rest()
	same(t, "the address book", d.win.pages.shown == page(d.win.pages.people()), true)
}

// A server that asks for a password needs a user: the form asks for it next.
func TestAServerThatAsksForAPasswordAsksForAUserNext(t *testing.T) {
	d, a := sharesAt(t, folderAfar)
	a.readers = transport.Readers{Who: transport.SignedIn}
	d.rest()
	same(t, "the focus", d.fyne.Canvas().Focused(), d.win.pages.share().SignIn())
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "published", a.asked[1], "share Groceries")
}

func healthsOf(sub store.Subscription, f store.Feed) []subscribe.Health {
	return []subscribe.Health{{Set: "Groceries", Subscription: sub, Address: sub.Location, Seen: 1, Of: 2, Feed: f}}
}
