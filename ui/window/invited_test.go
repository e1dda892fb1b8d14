package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
)

// invitedByName returns a desk with a private list "Groceries" of two items, and an invitation
// to another list of that name in a folder.
func invitedByName(t *testing.T) (d *desk, folder string, i sharing.Invitation) {
	t.Helper()
	d = withList(t, "Milk", "Secret")
	folder = t.TempDir()
	other := newEngine(t, "laptop", d.clock)
	must(t, two(other.Lists.Create(t.Context(), lists.New{Name: "Groceries", Kind: "todo"})))
	shared, err := other.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: folder, ReadOthers: true})
	must(t, err)
	return d, folder, shared.Invitation
}

// opens pastes an invitation.
func (d *desk) opens(i sharing.Invitation) {
	d.t.Helper()
	d.press(fyne.KeyO, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(i.Link())
	d.rest()
}

// publishedIn returns the contents of the feeds in a folder.
func publishedIn(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	files, err := filepath.Glob(filepath.Join(folder, "*.xml"))
	must(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		all.Write(text)
	}
	return all.String()
}

// Enter creates a new list: a name chosen by somebody else does not give access to an existing
// list.
func TestEnterAcceptsAnInvitationIntoANewList(t *testing.T) {
	d, folder, i := invitedByName(t)
	d.opens(i)
	same(t, "the name that is free", d.shows("You have a list “Groceries” already. It stays as it is."), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the list", d.win.at.Set, "Groceries (2)")
	same(t, "what was private is", strings.Contains(publishedIn(t, folder), "Secret"), false)
	l, _ := d.win.now.List("Groceries")
	same(t, "where the private list is published", l.Location, "")
	d.opens(i)
	same(t, "the list that it went into", d.shows("You already accepted this invitation into your list “Groceries (2)”."), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "again", d.win.at.Set, "Groceries (2)")
	same(t, "lists", len(d.win.now.Lists), 2)
}

// An existing list can be chosen after the window has said what becomes readable and to whom.
// Enter still creates a new list then.
func TestAnInvitationGoesIntoAListAfterItIsSaidWhatBecomesReadable(t *testing.T) {
	const sentence = "Your 2 items will be readable by everyone who can open "
	for name, then := range map[string]func(*desk){
		"the list": func(d *desk) { d.press(fyne.KeyReturn) },
		"main":     func(d *desk) { d.press(fyne.KeyReturn, fyne.KeyModifierControl) },
	} {
		d, folder, i := invitedByName(t)
		d.opens(i)
		same(t, name+": said unasked", d.shows(sentence), false)
		for n := 0; n < 20 && d.fyne.Canvas().Focused() != d.win.pages.invitation().Use(); n++ {
			d.press(fyne.KeyTab)
		}
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, name+": said", d.shows(sentence+folder), true)
		same(t, name+": who", d.shows("can read it"), true)
		same(t, name+": done so far", strings.Contains(publishedIn(t, folder), "Secret"), false)
		then(d)
		d.rest()
		into := map[string]string{"the list": "Groceries", "main": "Groceries (2)"}[name]
		same(t, name+": went into", d.win.at.Set, into)
		same(t, name+": published", strings.Contains(publishedIn(t, folder), "Secret"), name == "the list")
	}
}

// The warning is about the chosen list and location: for another location it is determined
// again before anything is done.
func TestWhatBecomesReadableIsSaidOfThePlaceThatIsChosen(t *testing.T) {
	d, _, i := invitedByName(t)
	other := t.TempDir()
	d.opens(i)
	d.tap("Use an existing list…")
	d.rest()
	d.replace(d.win.pages.invitation().Own(), other)
	d.tap("Use an existing list…")
	d.rest()
	same(t, "said", d.shows("will be readable by everyone who can open "+other), true)
	same(t, "published", publishedIn(t, other), "")
	d.replace(d.win.pages.invitation().Own(), "")
	same(t, "nothing is published", d.shows("Nothing becomes readable"), true)
}

// A list that is shared elsewhere republishes what it receives: the window says so, too.
func TestAListThatIsSharedElsewhereSaysWhatItGivesOn(t *testing.T) {
	d, _, i := invitedByName(t)
	elsewhere := t.TempDir()
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Groceries", elsewhere)))
	d.win.Reload()
	d.rest()
	d.opens(i)
	d.tap("Use an existing list…")
	d.rest()
	same(t, "said", d.shows("Items shared with you will be readable by everyone who can open "+elsewhere), true)
}

// A name that is taken is refused: the invitation is not accepted into the existing list.
func TestTheNameOfANewListIsFree(t *testing.T) {
	d, folder, i := invitedByName(t)
	d.opens(i)
	d.replace(d.win.pages.invitation().Name(), "groceries")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows("You already have a list with this name."), true)
	same(t, "published", strings.Contains(publishedIn(t, folder), "Secret"), false)
}

// A list that only reads the share is suggested, with what would become readable. Enter still
// keeps it private.
func TestAListThatOnlyReadsIsProposedAndStaysPrivate(t *testing.T) {
	d, folder, i := invitedByName(t)
	must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Groceries", i.Address)))
	d.win.Reload()
	d.rest()
	d.opens(i)
	same(t, "said", d.shows("Your 2 items will be readable by everyone who can open "+folder), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "published", strings.Contains(publishedIn(t, folder), "Secret"), false)
	same(t, "the list", d.win.at.Set, "Groceries (2)")
}

// The sentence names the address at which others read the list, if that differs.
func TestWhatBecomesReadableIsSaidOfTheAddressOfTheReaders(t *testing.T) {
	d := withList(t, "Milk")
	d.goAfar()
	d.win.sharing.showShare()
	asked := d.win.pages.share().Asked()
	asked.Location, asked.Public = folderAfar, "https://example.org/me/"
	d.win.pages.share().Fill([]string{"Groceries"}, "Groceries", asked.Options)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows("will be readable by everyone who can open https://example.org/me/."), true)
}
