package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/engine/sharing"
)

// Two windows share a list through a folder with the keyboard alone, in three steps each:
// "Share this list…", the folder, "Publish"; and "Open an invitation…", paste, "Accept".
func TestTwoWindowsShareAListThroughAFolder(t *testing.T) {
	folder := t.TempDir()
	one := withList(t, "Milk")
	one.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	one.types(folder)
	one.press(fyne.KeyReturn)
	one.rest()
	one.press(fyne.KeyReturn)
	one.rest()
	same(t, "the invitation is shown", one.win.pages.shown == page(one.win.pages.outgoingInvitation()), true)
	one.press(fyne.KeyReturn)
	link := fyne.CurrentApp().Clipboard().Content()

	two := &desk{t: t, clock: one.clock, engine: newEngine(t, "laptop", one.clock), settings: memorySettings{}}
	two.open()
	two.press(fyne.KeyO, fyne.KeyModifierControl, fyne.KeyModifierShift)
	two.types(link)
	two.press(fyne.KeyReturn, fyne.KeyModifierControl)
	two.rest()
	same(t, "the list is there", two.win.at.Set, "Groceries")
	same(t, "with its item", two.win.items.Rows(), 1)
	two.press(fyne.KeyN, fyne.KeyModifierControl)
	two.types("Bread")
	two.press(fyne.KeyReturn)
	two.rest()

	one.press(fyne.KeyR, fyne.KeyModifierControl)
	one.rest()
	rows, err := one.engine.Lists.All(t.Context())
	must(t, err)
	same(t, "both have both", rows[0].Items, 2)
	files, err := os.ReadDir(folder)
	must(t, err)
	same(t, "a file each", len(files), 2)
}

// If each has a separate location, the other sends back an answer, which is opened and
// accepted like an invitation.
func TestTwoWindowsHandAnAnswerBack(t *testing.T) {
	mine, theirs := filepath.Join(t.TempDir(), "mine.xml"), filepath.Join(t.TempDir(), "theirs.xml")
	one := withList(t, "Milk")
	shared, err := one.engine.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: mine})
	must(t, err)
	another := &desk{t: t, clock: one.clock, engine: newEngine(t, "laptop", one.clock), settings: memorySettings{}}
	another.open()
	another.press(fyne.KeyO, fyne.KeyModifierControl, fyne.KeyModifierShift)
	another.types(shared.Invitation.Link())
	for range 2 { // Shift+Tab, past "Choose…"
		another.fyne.Canvas().(software.WindowlessCanvas).FocusPrevious()
	}
	another.types(theirs)
	another.press(fyne.KeyReturn)
	another.rest()
	same(t, "the answer is shown", another.win.pages.shown == page(another.win.pages.outgoingInvitation()), true)
	another.press(fyne.KeyReturn)
	answer := fyne.CurrentApp().Clipboard().Content()
	must(t, two(another.engine.Edit.Add(t.Context(), "Groceries", record.Values{"title": "Bread"}, edit.AddOptions{})))
	must(t, two(another.engine.Sharing.Publish(t.Context(), "Groceries")))

	one.press(fyne.KeyO, fyne.KeyModifierControl, fyne.KeyModifierShift)
	one.types(answer)
	one.press(fyne.KeyReturn, fyne.KeyModifierControl)
	one.rest()
	rows, err := one.engine.Lists.All(t.Context())
	must(t, err)
	same(t, "lists", len(rows), 1)
	same(t, "both have both", rows[0].Items, 2)
}

// A shared list shows its invitation at once, and can stop being shared.
func TestAListThatIsSharedStops(t *testing.T) {
	d := withList(t, "Milk")
	folder := t.TempDir()
	must(t, two(d.engine.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: folder})))
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	d.tap("Stop sharing…")
	d.rest()
	same(t, "where it is", d.shows(folder), true)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	files, err := os.ReadDir(folder)
	must(t, err)
	same(t, "files left", len(files), 0)
}

// A feed that was left behind when a list was unshared is removed when the list is shared
// again.
func TestAFeedThatStayedIsRemovedByKeys(t *testing.T) {
	d := withList(t, "Milk")
	shared, err := d.engine.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: t.TempDir()})
	must(t, err)
	must(t, two(d.engine.Sharing.StopSharing(t.Context(), "Groceries", false)))
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	same(t, "what stays", d.sees("A feed of this list is still at "+shared.Address+". It is no longer updated."), true)
	d.tap("Remove that feed")
	d.rest()
	_, err = os.Stat(shared.Address)
	same(t, "the feed is gone", os.IsNotExist(err), true)
	same(t, "status", d.win.status.Text(), "Removed the feed at "+shared.Address+". Others keep what they have received.")
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	same(t, "offered again", d.shows("A feed of this list is still at "), false)
}

// The list says that it could not be published, and leads to where that can be solved.
func TestAListThatCouldNotBePublishedSaysSo(t *testing.T) {
	d := withList(t, "Milk")
	shared, err := d.engine.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: t.TempDir()})
	must(t, err)
	must(t, os.WriteFile(shared.Address, []byte("dear diary"), 0o600))
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("Bread")
	d.press(fyne.KeyReturn)
	d.rest()
	d.win.Reload()
	d.rest()
	d.tap("Could not publish the list: show why")
	d.rest()
	same(t, "why", d.shows("Someone else wrote to "), true)
	same(t, "where it can be changed", d.win.pages.shown == page(d.win.pages.share()), true)
}

// A list that is published to a single file is published there again with the same options:
// nobody else puts a feed there to be read.
func TestAListThatIsPublishedToAFileIsPublishedThereAgainByKeys(t *testing.T) {
	d := withList(t, "Milk")
	path := filepath.Join(t.TempDir(), "groceries.xml")
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Groceries", path)))
	must(t, os.WriteFile(path, []byte("dear diary"), 0o600))
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("Bread")
	d.press(fyne.KeyReturn)
	d.rest()
	d.win.Reload()
	d.rest()
	must(t, os.Remove(path))
	d.tap("Could not publish the list: show why")
	d.rest()
	for range 2 { // who can read it, and then publish
		d.press(fyne.KeyReturn)
		d.rest()
	}
	text, err := os.ReadFile(path)
	must(t, err)
	same(t, "the feed has what was added", strings.Contains(string(text), "Bread"), true)
}
