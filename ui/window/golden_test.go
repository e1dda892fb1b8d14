//go:build ci

package window

import (
	"path/filepath"
	"regexp"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

// The window is compared with golden files only if the fonts are Fyne's own: with -tags ci.

// matches compares the window with testdata/NAME.txt, without the sidebar and the toolbar,
// which are in the pictures, and checks that all texts can be read in each theme.
func (d *desk) matches(name string) {
	d.t.Helper()
	d.rest()
	uitest.AssertMarkup(d.t, name, d.fyne.Canvas(), d.win.sidebar.Object(), d.win.toolbar.object)
	d.legible(name)
}

// matchesPicture compares the window with testdata/NAME.png, pixel by pixel, and checks its
// texts as matches does. About thirty pages have a picture; for others the markup is more useful.
func (d *desk) matchesPicture(name string) {
	d.t.Helper()
	d.rest()
	test.AssertImageMatches(d.t.(*testing.T), name+".png", d.fyne.Canvas().Capture())
	d.legible(name)
}

// variant is the end of the name of a page that has the colors of another page.
var variant = regexp.MustCompile("(-(dark|small|large|german))+$")

// legible checks that all texts of a page can be read in each theme. As this takes time, it skips
// a page that is compared in another theme, size or language, too.
func (d *desk) legible(page string) {
	d.t.Helper()
	without := variant.ReplaceAllString(page, "")
	if others, _ := filepath.Glob("testdata/" + without + ".*"); page != without && len(others) > 0 {
		return
	}
	uitest.AssertLegibleInThemes(d.t, d.fyne.Canvas(), d.rest)
}

// themed checks that everything has the colours of the theme.
func (d *desk) themed() {
	d.t.Helper()
	d.rest()
	uitest.AssertThemed(d.t, d.fyne.Canvas())
}

func TestPictureOfTheFirstRun(t *testing.T) { newDesk(t).matchesPicture("firstrun") }

func TestPictureOfAList(t *testing.T) {
	d := sampled(t)
	d.mark(1)
	d.matchesPicture("list")
}

func TestPictureOfAnEditorWithADraft(t *testing.T) {
	d := sampled(t)
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" and cream")
	d.matches("draft")
}

func TestPictureOfADraftOverSomethingNewer(t *testing.T) {
	d := sampled(t)
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyHome)
	d.types("My ")
	change(t, d.engine, "Groceries", d.win.item.ID, "title", "Oat milk")
	d.win.Reload()
	d.matches("newer")
}

func TestPictureOfAFeed(t *testing.T) {
	d := sampled(t)
	d.win.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: "Groceries", Location: d.win.now.Feeds[0].Location})
	d.rest()
	f := d.win.now.Feeds[0]
	f.Location = "/home/me/Shared"
	d.win.feed.Show(f)
	d.matches("feed")
}

func TestPictureOfResolvingALongText(t *testing.T) {
	d := sampled(t)
	for range 3 {
		d.press(fyne.KeyF8)
		d.rest()
	}
	d.types("2")
	d.matchesPicture("resolve")
}

func TestPictureOfResolvingInASmallWindow(t *testing.T) {
	d := sampled(t)
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.press(fyne.KeyF8)
	d.matches("resolve-small")
}

func TestPictureOfAConflictInGerman(t *testing.T) {
	inGerman(t)
	d := sampled(t)
	d.small()
	d.press(fyne.KeyF8)
	d.matches("resolve-german")
	d.dark()
	d.matchesPicture("resolve-german-dark")
}

func TestPictureOfResolvingInTheDark(t *testing.T) {
	d := sampled(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.press(fyne.KeyF8)
	d.themed()
}

func TestPictureOfADeletedVersion(t *testing.T) {
	d, _ := deletedThere(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.win.status.ShowMessage("")
	d.matches("deleted")
}

func TestPictureOfWhatWasResolvedElsewhere(t *testing.T) {
	d := sampled(t)
	d.press(fyne.KeyF8)
	d.rest()
	it := d.win.pages.resolve.Shown().Item
	s, err := d.engine.Conflicts.Session(t.Context(), it.Set, it.ID)
	must(t, err)
	must(t, s.Take(0))
	must(t, two(d.engine.Conflicts.Resolve(t.Context(), it.Set, s)))
	d.win.Reload()
	d.matches("resolved-elsewhere")
}

func TestPictureOfManyVersions(t *testing.T) {
	d, _ := crowd(t, 8)
	d.press(fyne.KeyF8)
	d.matchesPicture("many")
	for range 7 {
		d.press(fyne.KeyRight)
	}
	d.press(fyne.KeyDown)
	d.types("8")
	d.matches("many-scrolled")
}

func TestPictureOfAForm(t *testing.T) {
	d := sampled(t)
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyReturn)
	d.matches("form")
}

func TestPictureOfTheShortcuts(t *testing.T) {
	d := sampled(t)
	d.press(fyne.KeyF1)
	d.matches("shortcuts")
}
