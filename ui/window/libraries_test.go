package window

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/enginetest/pace"
	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/snapshot"
)

// atLibrary opens the library, and selects a row with the keyboard.
func atLibrary(t *testing.T, title string) (*desk, *shelf) {
	t.Helper()
	d, s := shelved(t)
	d.atRow(title)
	return d, s
}

// atRow opens the library, and selects a row with the keyboard.
func (d *desk) atRow(title string) {
	d.win.choose(snapshot.Place{Kind: snapshot.KindLibrary, Key: 1})
	d.rest()
	d.win.focus(d.win.pages.library().Focus())
	if title != "" {
		d.types(strings.ToLower(title))
		d.rest()
	}
}

// A library is opened from the sidebar with the keyboard, and Esc leads back.
func TestTheWayToALibraryByKeys(t *testing.T) {
	d, _ := shelved(t)
	same(t, "in the sidebar", d.shows("Holidays"), true)
	same(t, "what is wrong there", d.shows("1 failed"), true)
	d.win.focus(d.win.sidebar.Focus())
	d.press(fyne.KeyEnd)
	d.press(fyne.KeyUp)
	d.rest()
	same(t, "place", d.win.at, snapshot.Place{Kind: snapshot.KindLibrary, Key: 1})
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.pages.library().Focus())
	for _, text := range []string{
		"Synced 3 minutes ago", "3.2 GB of 20 GB", "4 files", "1 waiting", "On the beach", "beach.jpg", "2.4 MB",
		"on demand", "removed", "newer version available", "failed: 404", "1 of 2 downloaded", "Show hidden (1)",
	} {
		same(t, text, d.shows(text), true)
	}
	same(t, "what is hidden", d.shows("Raw data"), false)
	d.press(fyne.KeyEscape)
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.sidebar.Focus())
}

// Right opens a feed, which is read then, and goes into it; Left goes out of it and closes it.
func TestTheTreeByKeys(t *testing.T) {
	d, s := atLibrary(t, "day one")
	read := s.contented
	d.press(fyne.KeyRight)
	d.rest()
	same(t, "shown", d.shows("Sunrise"), true)
	same(t, "feeds read", s.contented-read, 1)
	d.press(fyne.KeyRight)
	d.rest()
	same(t, "beside", d.shows("This file is waiting to be downloaded."), true)
	d.press(fyne.KeyLeft)
	d.press(fyne.KeyLeft)
	d.rest()
	same(t, "closed", d.shows("Sunrise"), false)
}

// Enter performs the usual action: it opens a file on this computer, fetches others, and opens
// and closes feeds.
func TestEnterInALibrary(t *testing.T) {
	for row, want := range map[string]string{
		"The film": "get " + holidays + "film.mov", "The storm": "get " + holidays + "storm.jpg",
		"A map": "get " + holidays + "map.pdf", "Day two": "get " + holidays + "day2.xml",
	} {
		d, s := atLibrary(t, row)
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, row, s.last(), want)
	}
	d, s := atLibrary(t, "On the beach")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "opened", strings.Join(d.browsed, ""), "file://"+s.paths[holidays+"beach.jpg"])
	same(t, "asked", len(s.asked), 0)
}

// A program is never opened: its folder is opened instead, with an explanation.
func TestAProgramIsShownInItsFolder(t *testing.T) {
	d, s := atLibrary(t, "A game")
	same(t, "said before", d.shows("It is a program or script"), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "opened", strings.Join(d.browsed, ""), "file://"+filepath.Dir(s.paths[holidays+"setup.exe"]))
	same(t, "said", strings.Contains(d.win.status.Text(), "is a program or script"), true)
}

// The pane next to the tree shows the facts about a file, and buttons for its actions.
func TestWhatStandsBesideTheTree(t *testing.T) {
	d, s := atLibrary(t, "The storm")
	for _, text := range []string{"The download failed. Nothing found at its address.", "Last attempt", "Try again"} {
		same(t, text, d.shows(text), true)
	}
	d.tap("Try again")
	d.rest()
	same(t, "asked", s.last(), "get "+holidays+"storm.jpg")
	d.tap("Copy the address")
	same(t, "copied", fyne.CurrentApp().Clipboard().Content(), holidays+"storm.jpg")

	d, _ = atLibrary(t, "On the beach")
	same(t, "its text", d.shows("The first day.\nWarm & windy."), true)
	same(t, "its picture", d.picture() != nil, true)
	d.tap("Show in folder")
	d.rest()
	same(t, "said", strings.Contains(d.win.status.Text(), "beach.jpg"), true)

	d, _ = atLibrary(t, "Diary")
	same(t, "its text", d.shows("We arrived late."), true)
	same(t, "no picture", d.picture() == nil, true)
}

// Del removes the chosen files from the disk, and says how much space was freed.
func TestRemovingFromTheDisk(t *testing.T) {
	d, s := atLibrary(t, "On the beach")
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.rest()
	same(t, "beside", d.shows("2 files selected"), true)
	d.press(fyne.KeyDelete)
	d.rest()
	same(t, "asked", s.last(), "remove "+holidays+"beach.jpg "+holidays+"us-1.jpg")
	same(t, "said", strings.Contains(d.win.status.Text(), "Freed 2.4 MB"), true)
}

// The tick box shows hidden items, too.
func TestHiddenItems(t *testing.T) {
	d, _ := atLibrary(t, "")
	d.win.pages.library().TickHidden(true)
	d.rest()
	same(t, "shown", d.shows("Raw data"), true)
}

// A search finds items by title and file name in all feeds on this computer.
func TestSearchingALibrary(t *testing.T) {
	d, _ := atLibrary(t, "")
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("hill")
	d.rest()
	same(t, "found", d.shows("The hill"), true)
	same(t, "where", d.shows("Day one · hill.txt"), true)
	same(t, "others", d.shows("On the beach"), false)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "all again", d.shows("On the beach"), true)
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("nowhere")
	d.rest()
	same(t, "nothing", d.shows("No matches for nowhere"), true)
}

// A search says if it has more results than it shows.
func TestASearchThatFindsTooMuch(t *testing.T) {
	d, s := atLibrary(t, "")
	var items []lib.Entry
	for i := range 600 {
		items = append(items, entryOf(string(rune('a'+i)), "photo", linked("photo.pdf", lib.Here, 1)))
	}
	s.pages[""] = lib.Page{Items: items}
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("photo")
	d.rest()
	same(t, "said", d.win.status.Text(), "The first 500 are shown. Type more of the name to find the others.")
}

// While a library is synced, the status bar and the rows show the progress; at the end they
// show the result.
func TestSyncingALibrary(t *testing.T) {
	d, s := atLibrary(t, "All of us")
	s.progress = []contentsync.Progress{{Files: 3, AllFiles: 9, Bytes: 1_200_000, Now: []contentsync.Download{{Address: holidays + "us-2.jpg", Received: 1_200_000, Size: 3_000_000}}}}
	s.report = contentsync.Report{Library: "Holidays", Files: 5, Bytes: 12_000_000, Removed: 1, Waiting: 3, Failed: []store.ContentWanted{{Address: holidays + "storm.jpg"}}}
	seen := map[string]bool{}
	s.during = func() {
		d.seam.Step() // handles the progress
		for _, text := range []string{"3 of 9 files, 1.2 MB downloaded", "40% of 3.0 MB", "Cancel  Ctrl+."} {
			seen[text] = d.shows(text)
		}
	}
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "asked", s.last(), "sync")
	for text, shown := range seen {
		same(t, text, shown, true)
	}
	same(t, "said", d.win.status.Text(), "“Holidays”: 5 files downloaded (12.0 MB) · 1 removed · 1 failed · 2 waiting")
	same(t, "idle", d.shows("Cancel  Ctrl+."), false)
}

// Ctrl+. stops the sync, and the remaining files wait for the next one.
func TestStoppingASync(t *testing.T) {
	d, s := atLibrary(t, "")
	s.during = func() { d.press(fyne.KeyPeriod, fyne.KeyModifierControl) }
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "said", strings.Contains(d.win.status.Text(), "The next sync resumes."), true)
}

// Limits and a full disk are explained, with what to do about them.
func TestLimitsInWords(t *testing.T) {
	for want, err := range map[string]error{
		"disk space limit of 20 GB":       &contentsync.LimitError{Kind: contentsync.ByRoom, Most: 20_000_000_000},
		"Free some space, and sync again": &contentsync.LimitError{Kind: contentsync.ByFree, Most: 1_000_000_000},
		"limit of 1,000 files per sync":   &contentsync.LimitError{Kind: contentsync.ByFiles, Most: 1000},
		"is offline":                      &transport.Error{Trouble: transport.Offline},
	} {
		d, s := atLibrary(t, "")
		s.report = contentsync.Report{Library: "Holidays", Stopped: err}
		d.press(fyne.KeyR, fyne.KeyModifierControl)
		d.rest()
		same(t, want, strings.Contains(d.win.status.Text(), want), true)
	}
}

// Only one job on libraries runs at a time.
func TestOneThingAtATime(t *testing.T) {
	d, s := atLibrary(t, "The film")
	s.during = func() { d.win.libraries.syncLibrary(1) }
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", strings.Join(s.asked, ", "), "get "+holidays+"film.mov")
}

// The selection and the open branches are kept when something is received in the meantime.
func TestALibraryThatChangesUnderThePerson(t *testing.T) {
	d, s := atLibrary(t, "day one")
	d.press(fyne.KeyRight)
	d.rest()
	d.press(fyne.KeyRight)
	d.rest()
	root := s.pages[""]
	root.Items = append([]lib.Entry{entryOf("new", "Brand new", linked("new.jpg", lib.Here, 1))}, root.Items...)
	s.pages[""] = root
	d.win.Reload()
	d.rest()
	same(t, "what came", d.shows("Brand new"), true)
	same(t, "open", d.shows("Sunrise"), true)
	d.press(fyne.KeyLeft)
	d.press(fyne.KeyLeft)
	d.rest()
	same(t, "the mark was in the feed", d.shows("Sunrise"), false)
	s.libraries = nil
	d.win.Reload()
	d.rest()
	same(t, "gone", d.win.at.Kind, snapshot.KindList)
}

// A library is removed once the person has confirmed that.
func TestRemovingALibrary(t *testing.T) {
	d, s := atLibrary(t, "")
	d.tap("Remove…")
	same(t, "asked", d.shows("Remove “Holidays” from the library?"), true)
	same(t, "how much", d.shows("which frees 3.2 GB"), true)
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "done", s.last(), "remove library")
	same(t, "place", d.win.at.Kind, snapshot.KindList)
}

// The name, the maximum size and the interval of a library can be changed.
func TestHowALibraryIsKept(t *testing.T) {
	d, s := atLibrary(t, "")
	d.tap("Settings…")
	d.types("Our holidays")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", s.last(), "change")
	same(t, "name", s.changed.Title, "Our holidays")
	same(t, "page", d.win.pages.shown == page(d.win.pages.library()), true)
}

// F6 cycles through the sidebar, the tree and the pane next to it.
func TestF6InALibrary(t *testing.T) {
	d, _ := atLibrary(t, "On the beach")
	for _, want := range []fyne.Focusable{d.win.pages.library().Aside(), d.win.sidebar.Focus(), d.win.pages.library().Focus()} {
		d.press(fyne.KeyF6)
		if d.fyne.Canvas().Focused() != want {
			t.Fatalf("the focus is on %T, want %T", d.fyne.Canvas().Focused(), want)
		}
	}
}

// A library with 7,000 items in one feed is read and shown quickly, and only visible rows are
// drawn.
func TestALargeLibrary(t *testing.T) {
	d, s := atLibrary(t, "")
	var items []lib.Entry
	for i := range 7000 {
		id := "photo " + string(rune('a'+i%26)) + time.Duration(i).String()
		items = append(items, entryOf(id, id, linked(id+".pdf", lib.Here, int64(i))))
	}
	s.pages[""] = lib.Page{Items: items}
	took := pace.Yards(func() {
		d.win.Reload()
		d.rest()
		d.press(fyne.KeyEnd)
		d.rest()
	})
	if took > 2000 {
		t.Errorf("it took %.0f yards", took)
	}
	same(t, "shown", d.shows(items[6999].Title), true)
}
