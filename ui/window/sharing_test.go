package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/items"
)

const folderAfar = "https://dav.example.org/shared/"

// Three steps: "Share this list…", the location, and "Publish" once the form has said who can
// read the list. Then the invitation is shown.
func TestSharingAListByKeys(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.readers = transport.Readers{Who: transport.SignedIn}
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folderAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked first", a.asked[0], "who can read "+folderAfar)
	same(t, "asked so far", len(a.asked), 1)
	same(t, "how much becomes readable", d.shows("Your 1 item will be readable by everyone who can open "+folderAfar), true)
	same(t, "it is said who can read", d.shows("Anyone who can sign in there can read the list"), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked then", a.asked[1], "share Groceries")
	same(t, "where", a.sharedAs.Location, folderAfar)
	same(t, "others are read", a.sharedAs.ReadOthers, true)
	same(t, "the invitation is shown", d.win.pages.shown == page(d.win.pages.outgoingInvitation()), true)
	d.press(fyne.KeyReturn)
	i, err := sharing.FromText(fyne.CurrentApp().Clipboard().Content())
	must(t, err)
	same(t, "what is copied", i, a.shared.Invitation)
}

// Nothing is published before the form has said who can read it: for another address this is
// determined again.
func TestWhoCanReadIsSaidOfTheAddressThatIsPublished(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folderAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	d.types("x")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", a.asked[1], "who can read "+folderAfar+"x")
	same(t, "not shared yet", len(a.asked), 2)
}

// Enter in the password publishes: who can read the list was shown before, and signing in does
// not let anyone else read it.
func TestEnterInThePasswordPublishes(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.readers = transport.Readers{Who: transport.SignedIn}
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folderAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "it is said who can read", d.shows("Anyone who can sign in there can read the list"), true)
	d.types("ann")
	same(t, "still said", d.shows("Anyone who can sign in there can read the list"), true)
	d.press(fyne.KeyTab)
	d.types("secret")
	d.rest()
	same(t, "not shared yet", len(a.asked), 1)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", a.asked[1], "share Groceries")
	same(t, "user", a.sharedAs.Access.User, "ann")
	same(t, "password", a.sharedAs.Password, "secret")
}

// A user and a password are asked for if a server may require them, but not for a folder.
func TestSigningInIsForServers(t *testing.T) {
	d := withList(t, "Milk")
	d.goAfar()
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("/shared")
	same(t, "for a folder", d.shows("Password"), false)
	d.win.pages.share().Fill([]string{"Groceries"}, "Groceries", d.win.pages.share().Asked().Options)
	d.types("https://example.org/a.xml")
	d.rest()
	same(t, "for a server", d.shows("Password"), true)
	same(t, "where it is kept is said", d.shows("keyring of this computer"), true)
}

// The certificate of a private server is trusted by its fingerprint.
func TestACertificateIsTrustedByItsFingerprint(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.err = &transport.Error{Trouble: transport.Certificate, Address: folderAfar, Fingerprint: "0a1b"}
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folderAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the fingerprint is shown", d.shows("0a:1b"), true)
	a.err = nil
	d.tap("Trust this certificate")
	d.rest()
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "trusted", a.sharedAs.Access.Fingerprint, "0a1b")
}

// A second writer is reported with what to do about it, and the form keeps its values.
func TestASecondWriterIsSaidOnTheForm(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folderAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	a.err = &transport.Error{Trouble: transport.SecondWriter, Address: folderAfar}
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows("Someone else wrote to "+folderAfar), true)
	same(t, "what was typed stays", d.win.pages.share().Asked().Location, folderAfar)
}

// The invitation is saved as a file, which can be dropped on the window.
func TestAnInvitationAsAFile(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	folder := t.TempDir()
	d.win.pages.outgoingInvitation().Show("Groceries", a.shared.Invitation)
	d.win.sharing.writeInvitation(a.shared.Invitation, folder)
	d.rest()
	path := filepath.Join(folder, "Groceries.crossfeed")
	text, err := os.ReadFile(path)
	must(t, err)
	i, err := sharing.FromText(string(text))
	must(t, err)
	same(t, "written", i, a.shared.Invitation)
	d.win.drop(dropped(path))
	d.rest()
	same(t, "opened", d.win.pages.shown == page(d.win.pages.invitation()), true)
	same(t, "what it is to", d.shows("desk shares “Groceries” with you"), true)
}

// A text passed to the program at its start is opened as an invitation, or the window says
// what is wrong with it.
func TestAnInvitationFromTheDesktop(t *testing.T) {
	d := newDesk(t)
	a := d.goAfar()
	d.win.Open(a.shared.Invitation.Link()[:60])
	same(t, "cut off", d.shows("The invitation is cut off"), true)
	d.win.Open(a.shared.Invitation.Link())
	same(t, "what it is to", d.shows("desk shares “Groceries” with you"), true)
	same(t, "nothing is done yet", len(a.asked), 0)
}

// The form to stop sharing says what others keep, and removes the feed if the box is ticked.
func TestStoppingToShare(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	d.win.sharing.showStop("Groceries")
	d.rest()
	same(t, "said", d.shows("The others keep what they have received"), true)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "stopped", a.asked[0], "stop Groceries")
	same(t, "taken away", a.stoppedBy, true)
	same(t, "back at the list", d.win.pages.shown == page(d.win.pages.home), true)
}

// Accepting takes two steps: paste, and accept. A shared folder receives the person's own
// feed, too, so no answer is needed.
func TestAcceptingAnInvitationByKeys(t *testing.T) {
	d := newDesk(t)
	a := d.goAfar()
	d.press(fyne.KeyO, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("Look: " + a.shared.Invitation.Link())
	d.rest()
	same(t, "nothing is done yet", len(a.asked), 0)
	same(t, "the focus goes on", d.fyne.Canvas().Focused(), d.win.pages.invitation().Focus())
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "accepted", a.invited, a.shared.Invitation)
	same(t, "into a new list", a.taken.New, "Groceries")
	same(t, "the own feed goes", a.taken.Share.Location, folderAfar)
}

// If the other side cannot see the person's own feed, the answer to send back is shown.
func TestAnAnswerIsHandedBack(t *testing.T) {
	d := newDesk(t)
	a := d.goAfar()
	answer := a.shared.Invitation
	answer.Answer = "urn:uuid:1"
	a.answer = &answer
	d.win.sharing.openInvitation(a.shared.Invitation)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "shown", d.win.pages.shown == page(d.win.pages.outgoingInvitation()), true)
	same(t, "said", d.shows("send this answer back to desk"), true)
}

// The form reports pasted text that is not an invitation, and why accepting failed.
func TestWhatIsWrongWithAnInvitationIsTold(t *testing.T) {
	d := newDesk(t)
	a := d.goAfar()
	d.press(fyne.KeyO, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(a.shared.Invitation.Link()[:60])
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "cut off", d.shows("The invitation is cut off"), true)
	d.win.sharing.openInvitation(a.shared.Invitation)
	a.err = &transport.Error{Trouble: transport.SignIn, Address: folderAfar}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "sign in", d.shows("requires a user and password"), true)
}

// The form warns before a list is sent over an unencrypted connection.
func TestAnOpenNetworkIsSaid(t *testing.T) {
	for address, said := range map[string]bool{"http://example.org/lists/": true, "https://example.org/lists/": false, "http://127.0.0.1/lists/": false} {
		d := withList(t, "Milk")
		d.goAfar()
		d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
		d.types(address)
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, address, d.shows("anyone on the network path can read everything"), said)
	}
}

// family adds a list that is shared, and one that is not, and returns where the former is.
func (d *desk) family() (at string) {
	d.t.Helper()
	at = filepath.Join(d.t.TempDir(), "family.xml")
	for _, list := range []string{"Family", "Private"} {
		must(d.t, two(d.engine.Lists.Create(d.t.Context(), lists.New{Name: list})))
	}
	must(d.t, two(d.engine.Sharing.Share(d.t.Context(), "Family", sharing.Options{Location: at})))
	d.win.Reload()
	d.rest()
	return at
}

// What is moved or copied to a shared list becomes readable to others: the window asks before
// anything is moved or published, and says what undoing does not take back.
func TestWhatIsMovedToASharedListIsSaidToBecomeReadable(t *testing.T) {
	const stays = "Ctrl+Z undoes it in the list. Published items stay readable."
	d := withList(t, "Milk", "Bread")
	at := d.family()
	published := func() bool {
		feed, err := os.ReadFile(at)
		must(t, err)
		return strings.Contains(string(feed), "Milk")
	}
	d.mark(0)
	d.win.edits.act(items.Action{Verb: items.CopyTo, Value: "Private"}, d.win.now.Rows)
	d.rest()
	same(t, "asked about a list that is not shared", d.shows("will be readable"), false)
	same(t, "copied there", d.titlesIn("Private"), "Milk, Bread")
	for _, c := range []struct {
		verb                        items.Verb
		title, do, done, here, then string
	}{
		{items.CopyTo, "Copy 2 items to “Family”?", "Copy", "Copied to Family: 2 items. ", "Milk, Bread", "Milk, Bread"},
		{items.MoveTo, "Move 2 items to “Family”?", "Move", "Moved to Family: 2 items. ", "", "Milk, Bread, Milk, Bread"},
	} {
		t.Run(c.do, func(t *testing.T) {
			before, was := d.titlesIn("Family"), published()
			rows := d.win.now.Rows
			asked := func() {
				t.Helper()
				d.win.edits.act(items.Action{Verb: c.verb, Value: "Family"}, rows)
				d.rest()
				for _, text := range []string{c.title, "Your 2 items will be readable by everyone who can open " + at + ".", stays} {
					same(t, text, d.shows(text), true)
				}
			}
			unchanged := func(what string) {
				t.Helper()
				same(t, "here after "+what, d.titlesIn("Groceries"), "Milk, Bread")
				same(t, "there after "+what, d.titlesIn("Family"), before)
				same(t, "published after "+what, published(), was)
			}
			asked()
			unchanged("the question")
			d.strikes(fyne.KeyReturn, ctrl)
			d.rest()
			unchanged("a key that came before the question can have been seen")
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "Enter cancels", d.win.pages.shown == page(d.win.pages.home), true)
			unchanged("Enter")
			asked()
			d.press(fyne.KeyEscape)
			d.rest()
			unchanged("Esc")
			asked()
			d.clock.now = d.clock.now.Add(time.Second)
			d.tap(c.do + "  Ctrl+Enter")
			d.rest()
			same(t, "here", d.titlesIn("Groceries"), c.here)
			same(t, "there", d.titlesIn("Family"), c.then)
			same(t, "published", published(), true)
			same(t, "said", strings.HasPrefix(d.win.status.Text(), c.done+stays), true)
			same(t, "back at the list", d.win.pages.shown == page(d.win.pages.home), true)
		})
	}
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "rows after Ctrl+Z", len(d.win.now.Rows), 2)
}

// Redoing what went to a shared list makes it readable again: the window asks as it did the
// first time.
func TestRedoingWhatWasMovedToASharedListIsAskedAbout(t *testing.T) {
	const stays = "Ctrl+Z undoes it in the list. Published items stay readable."
	d := withList(t, "Milk", "Bread")
	at := d.family()
	published := func() string {
		feed, err := os.ReadFile(at)
		must(t, err)
		return string(feed)
	}
	d.mark(0)
	d.win.edits.act(items.Action{Verb: items.MoveTo, Value: "Family"}, d.win.now.Rows)
	d.rest()
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "there after Ctrl+Z", d.titlesIn("Family"), "")
	was := published()
	for _, redo := range []func(){
		func() { d.press(fyne.KeyZ, ctrl, fyne.KeyModifierShift) }, func() { d.press(fyne.KeyY, ctrl) },
	} {
		redo()
		d.rest()
		for _, text := range []string{"Put 2 items into “Family” again?", "Your 2 items will be readable by everyone who can open " + at + ".", stays} {
			same(t, text, d.shows(text), true)
		}
		d.strikes(fyne.KeyReturn, ctrl)
		d.rest()
		same(t, "there after a key that came before the question can have been seen", d.titlesIn("Family"), "")
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, "Enter cancels", d.win.pages.shown == page(d.win.pages.home), true)
		same(t, "there after Enter", d.titlesIn("Family"), "")
		same(t, "published after Enter", published(), was)
	}
	d.press(fyne.KeyY, ctrl)
	d.rest()
	other := filepath.Join(t.TempDir(), "other.xml")
	must(t, two(d.engine.Sharing.Share(t.Context(), "Family", sharing.Options{Location: other})))
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "asked again", d.shows("Your 2 items will be readable by everyone who can open "+other+"."), true)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "there", d.titlesIn("Family"), "Milk, Bread")
	same(t, "here", d.titlesIn("Groceries"), "")
	same(t, "said", strings.Contains(d.win.status.Text(), stays), true)
}

// Items that can be read there already are moved and copied at once.
func TestWhatIsReadableThereAlreadyIsMovedWithoutAsking(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	folder := t.TempDir()
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Family"})))
	for _, list := range []string{"Groceries", "Family"} {
		must(t, two(d.engine.Sharing.Share(t.Context(), list, sharing.Options{Location: folder})))
	}
	d.win.Reload()
	d.rest()
	for _, c := range []struct {
		verb items.Verb
		to   string
	}{{items.CopyTo, "Groceries"}, {items.MoveTo, "Family"}} {
		d.win.edits.act(items.Action{Verb: c.verb, Value: c.to}, d.win.now.Rows)
		d.rest()
		same(t, "asked", d.shows("will become readable"), false)
	}
	same(t, "there", d.titlesIn("Family"), "Milk, Milk, Bread, Bread")
}

// What a list only reads is not in its own feed: a copy of it would be.
func TestACopyOfWhatIsOnlyReadIsAskedAbout(t *testing.T) {
	d := withList(t)
	laptop := newEngine(t, "laptop", d.clock)
	must(t, two(laptop.Lists.Create(t.Context(), lists.New{Name: "Theirs"})))
	must(t, two(laptop.Edit.Add(t.Context(), "Theirs", record.Values{"title": "Secret"}, edit.AddOptions{})))
	theirs, at := filepath.Join(t.TempDir(), "theirs.xml"), filepath.Join(t.TempDir(), "own.xml")
	must(t, two(laptop.Sharing.Share(t.Context(), "Theirs", sharing.Options{Location: theirs})))
	must(t, two(d.engine.Subscriptions.SubscribeAs(t.Context(), "Groceries", theirs, subscribe.Options{Mode: store.TakeOnly})))
	d.syncs()
	must(t, two(d.engine.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: at})))
	d.win.Reload()
	d.rest()
	d.mark(0)
	d.win.edits.act(items.Action{Verb: items.CopyTo, Value: "Groceries"}, d.win.now.Rows)
	d.rest()
	same(t, "asked", d.shows("Your 1 item will be readable by everyone who can open "+at+"."), true)
	same(t, "rows", d.titlesIn("Groceries"), "Secret")
}

// What is in an item becomes readable with it.
func TestWhatIsInAnItemIsCountedBeforeItIsMoved(t *testing.T) {
	d := some(t)
	at := filepath.Join(t.TempDir(), "family.opml")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Family", Kind: "outline"})))
	must(t, two(d.engine.Sharing.Share(t.Context(), "Family", sharing.Options{Location: at})))
	d.win.Reload()
	d.rest()
	d.at("Work")
	d.win.edits.act(items.Action{Verb: items.MoveTo, Value: "Family"}, d.win.items.Chosen())
	d.rest()
	same(t, "title", d.shows("Move 1 item to “Family”?"), true)
	same(t, "asked", d.shows("Your 5 items will be readable by everyone who can open "+at+"."), true)
}

// Somebody who shares the list, or shares it elsewhere, while the question is on the screen
// did not agree for the person who answers: it is asked again.
func TestTheQuestionIsAskedAgainWhereTheListIsSharedElsewhereMeanwhile(t *testing.T) {
	d := withList(t, "Milk")
	d.family()
	d.mark(0)
	d.win.edits.act(items.Action{Verb: items.MoveTo, Value: "Family"}, d.win.now.Rows)
	d.rest()
	other := filepath.Join(t.TempDir(), "other.xml")
	must(t, two(d.engine.Sharing.Share(t.Context(), "Family", sharing.Options{Location: other})))
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "asked again", d.shows("Your 1 item will be readable by everyone who can open "+other+"."), true)
	same(t, "moved", d.titlesIn("Family"), "")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "moved then", d.titlesIn("Family"), "Milk")
}

// An import into a shared list is announced on the page before, and in the status bar
// afterwards.
func TestWhatIsImportedToASharedListIsSaidToBecomeReadable(t *testing.T) {
	d := withContacts(t, "Family", card("joan", "Joan"))
	at := filepath.Join(t.TempDir(), "family.xml")
	must(t, two(d.engine.Sharing.Share(t.Context(), "Family", sharing.Options{Location: at})))
	d.win.Reload()
	d.rest()
	exposes := "Your 2 items will be readable by everyone who can open " + at + "."
	d.importByKeys(file(t, "cards.vcf", card("ada", "Ada")+card("bob", "Bob")))
	same(t, "said before", d.shows(exposes), true)
	d.types(" ") // takes none
	same(t, "said of none", d.shows("will become readable"), false)
	d.types(" ")
	d.win.pages.importing().Choose(1)
	d.rest()
	same(t, "said of a new list", d.shows("will become readable"), false)
	d.win.pages.importing().Choose(0)
	d.rest()
	same(t, "said of the shared list again", d.shows(exposes), true)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "said after", strings.HasPrefix(d.win.status.Text(), "Imported: 2 new. "+exposes+" Ctrl+Z undoes it in the list. Published items stay readable."), true)
}

// So is republishing a feed that was only read before.
func TestAFeedThatIsRepublishedFromNowOnIsSaidToBecomeReadable(t *testing.T) {
	d := withList(t, "Milk")
	at, other := filepath.Join(t.TempDir(), "shared.xml"), filepath.Join(t.TempDir(), "other.xml")
	must(t, two(d.engine.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: at})))
	for _, was := range []store.Mode{store.TakeOnly, store.BothWays} {
		must(t, two(d.engine.Subscriptions.SubscribeAs(t.Context(), "Groceries", other, subscribe.Options{Mode: was})))
		d.win.Reload()
		d.rest()
		d.win.feeds.showReading(d.win.now.Feeds[0], false)
		d.rest()
		const exposes = "Items shared with you will be readable by everyone who can open "
		for _, mode := range []store.Mode{store.TakeOnly, store.BothWays, store.GiveOnly} {
			d.win.pages.reading().Take(mode)
			same(t, "said of "+string(was)+" that becomes "+string(mode), d.shows(exposes+at+"."), was != store.BothWays && mode == store.BothWays)
		}
		must(t, d.engine.Subscriptions.Unsubscribe(t.Context(), "Groceries", other))
	}
}

// So is a file attached to an item of a shared list, and another feed that the list is
// subscribed to.
func TestWhatIsAttachedAndSubscribedInASharedListIsSaidToBecomeReadable(t *testing.T) {
	d := todos(t, "Pay")
	list, at, other := d.win.now.Lists[0].Name, filepath.Join(t.TempDir(), "shared.xml"), filepath.Join(t.TempDir(), "other.xml")
	const exposes = " will be readable by everyone who can open "
	d.mark(0)
	d.attaches(chosenFile(t, "Invoice.pdf", "12 euros"))
	same(t, "said of a list of one's own", strings.Contains(d.win.status.Text(), exposes), false)
	must(t, two(d.engine.Sharing.Share(t.Context(), list, sharing.Options{Location: at})))
	laptop := newEngine(t, "laptop", d.clock)
	must(t, two(laptop.Lists.Create(t.Context(), lists.New{Name: "Work", Kind: "todo"})))
	must(t, two(laptop.Edit.Add(t.Context(), "Work", record.Values{"title": "Call"}, edit.AddOptions{})))
	must(t, two(laptop.Sharing.PublishAt(t.Context(), "Work", other)))
	d.win.Reload()
	d.mark(0)
	d.attaches(chosenFile(t, "Receipt.pdf", "paid"))
	same(t, "said of a file", d.win.status.Text(), "“Receipt.pdf” is attached once you save. Your 1 file"+exposes+at+".")
	for _, c := range []struct {
		at   string
		mode store.Mode
		want bool
	}{{other, store.BothWays, true}, {other, store.TakeOnly, false}, {filepath.Dir(at), store.BothWays, false}} {
		d.press(fyne.KeyO, fyne.KeyModifierControl)
		d.types(c.at)
		d.press(fyne.KeyReturn)
		d.rest()
		if form := d.win.pages.subscribe(); c.at == other {
			form.Into(list)
		}
		if c.mode == store.TakeOnly {
			d.win.pages.subscribe().Take(c.mode)
		}
		same(t, "said before "+c.at+" is subscribed to", d.shows("Items shared with you"+exposes+at+"."), c.want)
		d.press(fyne.KeyEscape)
		d.rest()
	}
}
