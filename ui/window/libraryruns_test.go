package window

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
)

// listed counts the reads of lists and libraries.
type listed struct {
	*shelf
	lists, libraries int
}

func (l *listed) View(ctx context.Context, read func(engine.View) error) error {
	return l.shelf.View(ctx, func(v engine.View) error { return read(listedView{v, l}) })
}

// listedView is a view in which a library has changed.
type listedView struct {
	engine.View
	listed *listed
}

func (v listedView) Changes(ctx context.Context, since int64) (store.Change, error) {
	c, err := v.View.Changes(ctx, since)
	return store.Change{Revision: c.Revision, Keys: []store.Key{store.LibraryKey(3)}}, err
}

func (v listedView) Overview(ctx context.Context, last lists.Overview, changed store.Change) (lists.Overview, error) {
	if changed.Of(store.KindList) {
		v.listed.lists++
	}
	return v.View.Overview(ctx, last, changed)
}

func (v listedView) Libraries(ctx context.Context) ([]lib.Library, error) {
	v.listed.libraries++
	return v.View.Libraries(ctx)
}

// If only libraries changed, the lists are not read. Changes during a read cause a single
// further read.
func TestAChangeOfLibrariesReadsNoList(t *testing.T) {
	d, s := atLibrary(t, "")
	e := &listed{shelf: s}
	d.win.Engine = e
	s.libraries[0].Use.Failed, s.libraries[0].Use.Files = 7, 5
	root := s.pages[""]
	root.Items = append(root.Items, entryOf("new", "Brand new", linked("new.jpg", lib.Here, 1)))
	s.pages[""] = root
	for range 5 {
		d.win.Reload()
	}
	d.rest()
	same(t, "lists read", e.lists, 0)
	same(t, "libraries read", e.libraries, 2)
	for _, text := range []string{"7 failed", "5 files", "Brand new"} {
		same(t, text, d.shows(text), true)
	}
}

// A window without lists begins with the first library; without libraries, it shows the
// welcome page.
func TestAWindowWithoutAListBeginsWithALibrary(t *testing.T) {
	d := newDesk(t)
	s := &shelf{Engine: d.win.Engine, Sharing: d.win.Sharing, pages: map[string]lib.Page{}}
	d.win.Engine, d.win.Sharing, d.win.Library = s, s, shelfLibrary{s}
	s.libraries = []lib.Library{{Library: store.Library{Key: 3, Address: holidays}, Name: "Holidays"}}
	d.win.Reload()
	d.rest()
	same(t, "place", d.win.at, snapshot.Place{Kind: snapshot.KindLibrary, Key: 3})
	same(t, "page", d.win.pages.shown == page(d.win.pages.library()), true)
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.pages.library().Focus())
	d.tap("Remove…")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "place", d.win.at.Kind, snapshot.KindNone)
	same(t, "page", d.win.pages.shown == page(d.win.pages.first()), true)
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.pages.first().Focus())
}

// The sidebar is updated when the last entry has been removed.
func TestTheLastPublishedFolderIsStopped(t *testing.T) {
	d := newDesk(t)
	from, to := filepath.Join(t.TempDir(), "Recipes"), t.TempDir()
	must(t, os.Mkdir(from, 0o700))
	must(t, os.WriteFile(filepath.Join(from, "a.txt"), []byte("a"), 0o600))
	must(t, two(d.engine.Library.PublishFolder(t.Context(), folder.Options{Folder: from, Address: to})))
	d.win.Reload()
	d.rest()
	same(t, "place", d.win.at.Kind, snapshot.KindPublished)
	d.tap("Stop publishing…")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "page", d.win.pages.shown == page(d.win.pages.first()), true)
	d.win.status.ShowMessage("")
	same(t, "in the sidebar", d.shows("Recipes"), false)
}

// A scheduled sync shows its progress, and is stopped in the same way as one that a person
// started.
func TestASyncByTheScheduleIsSeenAndStopped(t *testing.T) {
	d, _ := atLibrary(t, "All of us")
	stopped := false
	d.win.LibraryIsSynced(contentsync.Progress{Library: 1, Files: 3, AllFiles: 9, Bytes: 1_200_000,
		Now: []contentsync.Download{{Address: holidays + "us-2.jpg", Received: 1_200_000, Size: 3_000_000}}}, func() { stopped = true })
	d.rest()
	for _, text := range []string{"3 of 9 files, 1.2 MB downloaded", "40% of 3.0 MB", "Cancel  Ctrl+."} {
		same(t, text, d.shows(text), true)
	}
	d.press(fyne.KeyPeriod, fyne.KeyModifierControl)
	same(t, "stopped", stopped, true)
	d.win.LibrariesSyncedByThemselves([]contentsync.Report{{Library: "Holidays", Files: 3, Stopped: context.Canceled}}, context.Canceled)
	d.rest()
	same(t, "idle", d.shows("Cancel  Ctrl+."), false)
	same(t, "said", strings.Contains(d.win.status.Text(), "The next sync resumes."), true)
}

// The progress of a scheduled sync disappears from the status bar when nothing was received.
func TestASyncByTheScheduleThatBroughtNothing(t *testing.T) {
	d, _ := atLibrary(t, "")
	d.win.LibraryIsSynced(contentsync.Progress{Library: 1, Files: 9, AllFiles: 9}, func() {})
	d.win.LibrariesSyncedByThemselves([]contentsync.Report{{Library: "Holidays", Feeds: 1}}, nil)
	d.rest()
	same(t, "said", d.win.status.Text(), "“Holidays” is up to date.")
}

// A person's request runs concurrently with a scheduled sync, and is stopped first.
func TestAPersonsWishBesideTheSchedule(t *testing.T) {
	d, s := atLibrary(t, "The film")
	var stopped bool
	d.win.LibraryIsSynced(contentsync.Progress{Library: 2, Files: 1, AllFiles: 9}, func() { stopped = true })
	s.during = func() { d.press(fyne.KeyPeriod, fyne.KeyModifierControl) }
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", s.last(), "get "+holidays+"film.mov")
	same(t, "the other is stopped", stopped, false)
	same(t, "it is still shown", d.shows("Cancel  Ctrl+."), true)
	d.press(fyne.KeyPeriod, fyne.KeyModifierControl)
	same(t, "the other is stopped", stopped, true)
}

// A change of libraries does not take the focus from a person who is typing, even if there is
// no library.
func TestAChangeOfLibrariesLeavesTheFocus(t *testing.T) {
	d := withList(t)
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("Oat m")
	d.win.Reload()
	d.rest()
	d.types("ilk")
	same(t, "what has the focus", d.fyne.Canvas().Focused() == d.win.items.Adding(), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the item is added", d.shows("Oat milk"), true)
}
