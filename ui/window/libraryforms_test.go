package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/snapshot"
)

// A library is added in three steps: its address, checking what is there, and “Add and sync”.
// Then it is synced.
func TestAddingALibraryByKeys(t *testing.T) {
	d, s := shelved(t)
	s.libraries = nil
	s.found = lib.Found{Address: holidays + folder.RootName, Title: "Holidays", Items: 9, Feeds: 2, Files: 31, OnDemand: 1, Problems: 3}
	s.report = contentsync.Report{Library: "Holidays", Files: 31, Bytes: 90_000_000}
	d.press(fyne.KeyL, fyne.KeyModifierControl)
	d.types(holidays)
	d.press(fyne.KeyReturn)
	same(t, "while it looks", d.shows("Checking…"), true)
	d.rest()
	for _, text := range []string{"Holidays", "9 items · contains 2 feeds · 31 files · 1 on demand", "The feed has 3 errors.", "Add and sync"} {
		same(t, text, d.shows(text), true)
	}
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", strings.Join(s.asked, ", "), "look "+holidays+", add "+holidays+folder.RootName+", sync")
	same(t, "place", d.win.at, snapshot.Place{Kind: snapshot.KindLibrary, Key: 9})
	same(t, "said", d.win.status.Text(), "“Holidays”: 31 files downloaded (90.0 MB)")
}

// A library that was added before is shown instead of added again, and the form says if a feed
// has no files.
func TestWhatIsFoundInsteadOfALibrary(t *testing.T) {
	d, s := shelved(t)
	s.found = lib.Found{Address: holidays, Title: "News", Items: 40, Already: 1}
	d.press(fyne.KeyL, fyne.KeyModifierControl)
	d.types(holidays)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows("It is in your library already."), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "place", d.win.at, snapshot.Place{Kind: snapshot.KindLibrary, Key: 1})
	s.found.Already = 0
	d.press(fyne.KeyL, fyne.KeyModifierControl)
	d.types(holidays)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows("This is a news feed without files to download."), true)
}

// The form explains why nothing was found, and asks for a password if one is required.
func TestALibraryThatCannotBeLookedAt(t *testing.T) {
	d, s := shelved(t)
	s.err = &transport.Error{Trouble: transport.NotFound, Address: holidays}
	d.press(fyne.KeyL, fyne.KeyModifierControl)
	d.press(fyne.KeyReturn)
	same(t, "without an address", d.shows("Enter the library's address."), true)
	d.types(holidays)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows("Nothing found at "+holidays), true)
	s.err = &transport.Error{Trouble: transport.SignIn, Address: holidays}
	d.press(fyne.KeyReturn)
	d.rest()
	s.err, s.found = nil, lib.Found{Address: holidays, Title: "Holidays", Files: 1}
	d.types("member")
	d.press(fyne.KeyTab)
	d.types("secret")
	d.press(fyne.KeyReturn)
	d.rest()
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "user", s.added.Access.User, "member")
	same(t, "password", s.added.Password, "secret")
}

// A folder is published in two steps, and its page shows the address to pass on to others.
func TestPublishingAFolderByKeys(t *testing.T) {
	d, s := shelved(t)
	s.sent = folder.Report{Added: 9, Feeds: 3, Files: 12, Bytes: 40_000_000}
	d.press(fyne.KeyP, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("/home/me/Holidays")
	d.press(fyne.KeyTab)
	d.press(fyne.KeyTab)
	d.types(holidays)
	d.tap("More")
	d.win.pages.publishFolder().Patterns("**/*.mov raw/**", "", "*.tmp")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked before it is said who can get it", s.last(), "")
	same(t, "how much", d.shows("Your 12 files will be readable by everyone who can open "+holidays), true)
	same(t, "who can get it", d.shows("Anyone with the address can download the files"), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", s.last(), "publish /home/me/Holidays to "+holidays)
	same(t, "on demand", strings.Join(s.sentAs.OnDemand, ","), "**/*.mov,raw/**")
	same(t, "none is hidden", s.sentAs.Hidden != nil && len(s.sentAs.Hidden) == 0, true)
	same(t, "rule", *s.sentAs.Group, folder.ByStem)
	same(t, "place", d.win.at, snapshot.Place{Kind: snapshot.KindPublished, Key: 4})
	same(t, "said", d.win.status.Text(), "Published: 9 new, 0 changed, 0 removed. Written: files 12, feeds 3 (40.0 MB).")
	d.tap("Copy")
	same(t, "copied", fyne.CurrentApp().Clipboard().Content(), holidays+folder.RootName)
}

// published returns a desk with the page of a published folder.
func published(t *testing.T) (*desk, *shelf) {
	t.Helper()
	d, s := shelved(t)
	must(t, two(shelfLibrary{s}.PublishFolder(t.Context(), folder.Options{Folder: "/home/me/Holidays", OnDemand: []string{"*.mov"}, Progress: func(folder.Progress) {}})))
	d.win.Reload()
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindPublished, Key: 4})
	d.rest()
	d.win.focus(d.win.pages.published().Focus())
	return d, s
}

// A single key publishes the changes again, and the status bar says what was not published.
func TestPublishingAgain(t *testing.T) {
	d, s := published(t)
	same(t, "what is told", d.shows("*.mov") && d.shows("Published just now"), true)
	s.sent = folder.Report{}
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", s.last(), "publish /home/me/Holidays to "+holidays+folder.RootName)
	same(t, "it is quick", s.sentAs.Whole || s.sentAs.TakeOver, false)
	same(t, "rules stay", s.sentAs.Group == nil && s.sentAs.OnDemand == nil, true)
	same(t, "said", d.win.status.Text(), "No changes since it was last published.")
	s.sent = folder.Report{Changed: 1, Files: 1, Feeds: 1, Passed: []folder.Passed{{Path: "a/link", Err: folder.ErrLink}}}
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "said", strings.HasSuffix(d.win.status.Text(), "1 file was not published: a/link: It is a link. Put the file itself there."), true)
}

// New files of a published folder become readable only after the window has said so.
func TestNewFilesAreAskedAboutBeforeAFolderIsPublishedAgain(t *testing.T) {
	d := newDesk(t)
	from, to := filepath.Join(t.TempDir(), "Holidays"), t.TempDir()
	must(t, os.Mkdir(from, 0o700))
	put := func(name string) { must(t, os.WriteFile(filepath.Join(from, name), []byte(name), 0o600)) }
	put("beach.jpg")
	report, err := d.engine.Library.PublishFolder(t.Context(), folder.Options{Folder: from, Address: to})
	must(t, err)
	there := func() string {
		entries, err := os.ReadDir(to)
		must(t, err)
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return strings.Join(names, " ")
	}
	d.win.Reload()
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindPublished, Key: report.Key})
	d.rest()
	again := func() {
		d.win.focus(d.win.pages.published().Focus())
		d.press(fyne.KeyReturn)
		d.rest()
	}
	again()
	same(t, "asked about none", d.shows("will be readable"), false)
	put("hill.jpg")
	put("wood.jpg")
	says := func(files string) {
		t.Helper()
		same(t, files, d.shows("Your "+files+" will be readable by everyone who can open "+report.Address+"."), true)
		same(t, "there when asked about "+files, there(), "beach.jpg crossfeed-content.xml")
	}
	again()
	says("2 files")
	d.strikes(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "there after a key that came before the question can have been seen", there(), "beach.jpg crossfeed-content.xml")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "after Enter", d.win.pages.shown == page(d.win.pages.published()), true)
	same(t, "healthy", d.shows("Published just now"), true)
	again()
	put("lake.jpg")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	says("3 files")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "there", there(), "beach.jpg crossfeed-content.xml hill.jpg lake.jpg wood.jpg")
	put("town.jpg")
	d.tap("Publishing settings…")
	d.win.focus(d.win.pages.publishFolder().Focus())
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said in the form", d.shows("Your 1 file will be readable by everyone who can open "+report.Address+"."), true)
	same(t, "there then", there(), "beach.jpg crossfeed-content.xml hill.jpg lake.jpg wood.jpg")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "there at last", there(), "beach.jpg crossfeed-content.xml hill.jpg lake.jpg town.jpg wood.jpg")
}

// The question waits in the status bar if the person has left the page.
func TestNewFilesAreAskedAboutWhereTheFolderIsNotShown(t *testing.T) {
	d, s := published(t)
	d.press(fyne.KeyReturn)
	d.win.choose(snapshot.Place{Kind: snapshot.KindLibrary, Key: 1})
	s.fresh = 2
	s.asked = nil
	d.rest()
	same(t, "stays", d.win.pages.shown == page(d.win.pages.library()), true)
	same(t, "said", d.win.status.Text(), "Your 2 files will be readable by everyone who can open "+holidays+folder.RootName+".")
	same(t, "asked", s.last(), "")
	d.tap("Publish")
	d.rest()
	same(t, "asked then", s.last(), "publish /home/me/Holidays to "+holidays+folder.RootName)
}

// Publishing stops once the person has confirmed that; the published files can be removed.
func TestStoppingToPublish(t *testing.T) {
	for _, remove := range []bool{false, true} {
		d, s := published(t)
		d.tap("Stop publishing…")
		same(t, "asked", d.shows("Stop publishing “Holidays”?"), true)
		want := "stop"
		if remove {
			want = "stop and remove"
			d.win.pages.confirm().Tick()
		}
		d.press(fyne.KeyReturn, ctrl)
		d.rest()
		same(t, "done", s.last(), want)
		same(t, "place", d.win.at.Kind, snapshot.KindList)
	}
}

// Errors are shown on the form, which stays open.
func TestAFolderThatCannotBePublished(t *testing.T) {
	d, s := shelved(t)
	s.err = folder.ErrWithin
	d.press(fyne.KeyP, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyReturn)
	same(t, "without a folder", d.shows("Choose a folder to publish."), true)
	d.types("/home/me/Holidays")
	d.press(fyne.KeyReturn)
	same(t, "without a place", d.shows("Choose where to publish it."), true)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyTab)
	d.types("/home/me/Holidays/out")
	d.goesOn()
	same(t, "said", d.shows("The folder and the location overlap"), true)
	same(t, "said below", d.win.status.Text(), "")
	same(t, "nothing is offered", d.shows("Overwrite"), false)
	same(t, "page", d.win.pages.shown == page(d.win.pages.publishFolder()), true)
}

// goesOn presses Enter, sees who can read the files, and presses Enter again.
func (d *desk) goesOn() {
	for range 2 {
		d.press(fyne.KeyReturn)
		d.rest()
	}
}

// If it cannot be determined who can read the files, the form says so, and nothing is
// published.
func TestAPlaceThatDoesNotAnswer(t *testing.T) {
	d, s := shelved(t)
	s.readers = &transport.Error{Trouble: transport.SignIn, Address: holidays}
	d.press(fyne.KeyP, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("/home/me/Holidays")
	d.press(fyne.KeyTab)
	d.press(fyne.KeyTab)
	d.types(holidays)
	d.goesOn()
	same(t, "said", d.shows("requires a user and password"), true)
	same(t, "asked", s.last(), "")
	s.readers = nil
	d.types("me")
	d.goesOn()
	same(t, "asked", s.last(), "publish /home/me/Holidays to "+holidays)
	same(t, "as", s.sentAs.Access.User, "me")
}

// Existing files at a location are overwritten only once the button has said so, and only
// there.
func TestAPlaceIsTakenOver(t *testing.T) {
	for _, why := range []error{folder.ErrOccupied, store.ErrPublishedThere} {
		d, s := shelved(t)
		s.err = why
		d.press(fyne.KeyP, fyne.KeyModifierControl, fyne.KeyModifierShift)
		d.types("/home/me/Holidays")
		d.press(fyne.KeyTab)
		d.press(fyne.KeyTab)
		d.types("/mnt/all")
		d.goesOn()
		same(t, "at first", s.sentAs.TakeOver, false)
		same(t, "all is looked at", s.sentAs.Whole, true)
		same(t, "offered", d.shows("Overwrite"), true)
		d.types("x")
		same(t, "offered elsewhere", d.shows("Overwrite"), false)
		d.goesOn()
		same(t, "elsewhere", s.sentAs.TakeOver, false)
		s.err = nil
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, "taken over", s.sentAs.TakeOver, true)
	}
}
