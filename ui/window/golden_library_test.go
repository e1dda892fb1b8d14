//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/folder"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

func TestPictureOfALibrary(t *testing.T) {
	d, _ := atLibrary(t, "Day one")
	d.on(fyne.KeyRight, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	d.matchesPicture("library")
	d.dark()
	d.themed()
}

func TestPictureOfALibraryInASmallWindow(t *testing.T) {
	d, _ := atLibrary(t, "The storm")
	d.small()
	d.matches("library-small")
}

func TestPictureOfALibraryThatSyncs(t *testing.T) {
	d, s := atLibrary(t, "All of us")
	s.progress = []contentsync.Progress{{Files: 3, AllFiles: 9, Bytes: 1_200_000, Now: []contentsync.Download{{Address: holidays + "us-2.jpg", Received: 1_200_000, Size: 3_000_000}}}}
	s.during = func() {
		d.seam.Step()
		uitest.AssertMarkup(t, "library-syncing", d.fyne.Canvas(), d.win.sidebar.Object(), d.win.toolbar.object)
		uitest.AssertLegibleInThemes(t, d.fyne.Canvas(), func() {})
	}
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
}

func TestPictureOfATextInALibrary(t *testing.T) {
	d, _ := atLibrary(t, "Diary")
	d.matches("library-text")
}

func TestPictureOfALibraryInLargeText(t *testing.T) {
	d, _ := atLibrary(t, "On the beach")
	uitest.SetTheme(uitest.InVariant(theme.New(1.5), fynetheme.VariantLight))
	d.fyne.Resize(fyne.NewSize(1280, 800))
	d.matches("library-large")
}

func TestPictureOfALibraryInGerman(t *testing.T) {
	inGerman(t)
	d, _ := atLibrary(t, "The film")
	d.small()
	d.matchesPicture("library-german")
}

func TestPictureOfAnEmptyLibrary(t *testing.T) {
	d, s := atLibrary(t, "")
	s.pages = nil
	s.libraries[0].Health.LastSuccess, s.libraries[0].Use.Files, s.libraries[0].Use.Bytes = s.libraries[0].Added, 0, 0
	d.win.Reload()
	d.matches("library-empty")
}

// finding returns a desk that has found a library.
func finding(t *testing.T) *desk {
	d, s := shelved(t)
	s.found = lib.Found{Address: holidays + folder.RootName, Title: "Holidays", Items: 9, Feeds: 2, Files: 31, OnDemand: 1, Problems: 3}
	d.press(fyne.KeyL, fyne.KeyModifierControl)
	d.types(holidays)
	d.press(fyne.KeyReturn)
	d.rest()
	return d
}

func TestPictureOfAddingALibrary(t *testing.T) {
	d := finding(t)
	d.matches("library-add")
	d.tap("More")
	d.small()
	d.dark()
	d.matches("library-add-more-dark")
}

func TestPictureOfPublishingAFolder(t *testing.T) {
	d, _ := shelved(t)
	d.press(fyne.KeyP, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("/home/me/Holidays")
	d.tap("More")
	d.matches("publish-folder")
	d.small()
	d.matches("publish-folder-small")
	d.press(fyne.KeyTab)
	d.press(fyne.KeyTab)
	d.types(holidays)
	d.press(fyne.KeyReturn)
	d.rest()
	d.fyne.Resize(fyne.NewSize(1180, 740))
	d.dark()
	d.matches("publish-folder-who-dark")
}

func TestPictureOfAPublishedFolder(t *testing.T) {
	d, _ := published(t)
	d.matches("published")
	d.dark()
	d.small()
	d.matchesPicture("published-dark")
	d.tap("Stop publishing…")
	d.matches("published-stop-dark")
}

func TestPictureOfAPublishedFolderInGerman(t *testing.T) {
	inGerman(t)
	d, _ := published(t)
	d.matches("published-german")
	d.win.libraries.showPublishing(d.win.now.Published[0])
	d.matches("publish-folder-german")
}

func TestPictureOfHowALibraryIsKept(t *testing.T) {
	d, _ := atLibrary(t, "")
	d.tap("Settings…")
	d.matches("library-kept")
	d.win.goHome()
	d.win.choose(snapshot.Place{Kind: snapshot.KindLibrary, Key: 1})
	d.rest()
	d.tap("Remove…")
	d.matches("library-remove")
}
