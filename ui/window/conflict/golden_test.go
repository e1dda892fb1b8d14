//go:build ci

package conflict_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
)

// The page is compared with golden files only if the fonts are Fyne's own: with -tags ci.

// recipe returns five versions of a long text: A and B changed the same line, C and D others,
// and E removed something.
func recipe(t *testing.T) *conflicts.Session {
	t.Helper()
	text := "Pancakes for four\n\n250 g flour\n4 eggs\nhalf a litre of milk\na pinch of salt\n1 spoon of sugar\n\n" +
		strings.Repeat("Stir until it is smooth.\n", 9) + "\nServe at once.\n"
	with := func(old, now string) string { return strings.Replace(text, old, now, 1) }
	return begun(t, version(1, "phone", "Pancakes", text),
		version(6, "laptop", "Pancakes for six", with("250 g flour", "300 g flour, half of it wholemeal")),
		version(5, "phone", "Pancakes", with("250 g flour", "250 g spelt flour")),
		version(4, "tablet", "Pancakes", with("Serve at once.", "Serve at once, with apples.")),
		version(3, "me", "Pancakes", with("4 eggs\n", "4 large eggs\n")),
		version(2, "kitchen", "Pancakes", with("1 spoon of sugar\n", "")))
}

// matches compares the page with testdata/NAME.txt.
func (a *at) matches(t *testing.T, name string) {
	t.Helper()
	a.seam.Run()
	uitest.AssertMarkup(t, name, a.window.Canvas())
	uitest.AssertLegibleInThemes(t, a.window.Canvas(), a.seam.Run)
}

// matchesPicture compares the page with testdata/NAME.png, pixel by pixel.
func (a *at) matchesPicture(t *testing.T, name string) {
	t.Helper()
	a.seam.Run()
	test.AssertImageMatches(t, name+".png", a.window.Canvas().Capture())
	uitest.AssertLegibleInThemes(t, a.window.Canvas(), a.seam.Run)
}

// setTheme changes the contrast and the theme variant.
func (a *at) setTheme(high bool, variant fyne.ThemeVariant) {
	uitest.SetTheme(uitest.InVariant(theme.New(1).WithContrast(high), variant))
	a.seam.Run()
}

func TestPictureOfFiveVersionsOfALongText(t *testing.T) {
	a := open(t, recipe(t), fyne.NewSize(1240, 760))
	a.press(fyne.KeyDown, fyne.KeyDown)
	a.matchesPicture(t, "five")
}

// The last columns are in sight; both sides of a hunk are taken, and the result is being
// typed.
func TestPictureOfAStretchOfBoth(t *testing.T) {
	a := open(t, recipe(t), fyne.NewSize(900, 700))
	a.press(fyne.KeyDown, fyne.KeyDown)
	a.press(fyne.KeyReturn)
	a.to(2)
	a.types("+")
	a.to(5)
	a.matches(t, "both")
}

func TestPictureInTheDark(t *testing.T) {
	a := open(t, recipe(t), fyne.NewSize(1240, 760))
	a.setTheme(false, fynetheme.VariantDark)
	a.press(fyne.KeyDown, fyne.KeyDown)
	a.matchesPicture(t, "dark")
}

func TestPictureInHighContrast(t *testing.T) {
	a := open(t, recipe(t), fyne.NewSize(1240, 760))
	a.setTheme(true, fynetheme.VariantLight)
	a.press(fyne.KeyDown, fyne.KeyDown)
	a.matchesPicture(t, "contrast")
}

func TestPictureInASmallWindow(t *testing.T) {
	a := open(t, recipe(t), fyne.NewSize(620, 530))
	a.press(fyne.KeyDown)
	a.matchesPicture(t, "small")
}

func TestPictureOfTyping(t *testing.T) {
	a := open(t, recipe(t), fyne.NewSize(1240, 760))
	a.types("e")
	a.press(fyne.KeyPageUp, fyne.KeyPageUp, fyne.KeyPageUp, fyne.KeyPageUp, fyne.KeyHome)
	a.types("Mix. ")
	a.matches(t, "typing")
}

// The line that both changed is open, and merging the words is offered.
func TestPictureOfMergeWords(t *testing.T) {
	a := notice(t)
	a.press(fyne.KeyDown)
	a.matches(t, "words")
}

func TestPictureOfADeletionAgainstAnEdit(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Plumber", "Monday"),
		version(4, "me", "Plumber", "Tuesday"), deleted(version(3, "laptop", "Plumber", "Monday")), version(2, "tablet", "Plumber", "Monday")), fyne.NewSize(1100, 560))
	a.matches(t, "deleted-here")
}

// A version whose resolution was undone is reopened next to an open conflict; the clock of the
// tablet is ahead.
func TestPictureOfWhatIsReopened(t *testing.T) {
	base := version(1, "phone", "Plumber", "Monday")
	ahead := version(2, "tablet", "Plumber", "Wednesday")
	ahead.History[0].When = item.At(noon.AddDate(0, 3, 0))
	s, err := conflicts.NewSession(&item.Item{Winner: version(4, "me", "Plumber", "Tuesday"), Conflicts: []*item.Version{ahead}}, "me",
		conflicts.About{Base: ancestry.Base{Version: base}, Offered: []*item.Version{version(3, "laptop", "Plumber", "Monday, early")}})
	if err != nil {
		t.Fatal(err)
	}
	a := open(t, s, fyne.NewSize(1100, 560))
	a.matches(t, "offered")
}

func TestPictureWithoutAStart(t *testing.T) {
	a := open(t, begun(t, nil, version(3, "laptop", "Plumber", "Monday\nafter ten"), version(2, "me", "Plumber", "Monday\nbefore ten")), fyne.NewSize(940, 560))
	a.press(fyne.KeyDown)
	a.matches(t, "no-start")
}

func TestPictureOfNoRealDifference(t *testing.T) {
	mine := version(2, "me", "Plumber", "Tuesday")
	mine.Extra = "<unknown/>"
	a := open(t, begun(t, version(1, "phone", "Plumber", "Monday"), version(3, "laptop", "Plumber", "Tuesday"), mine), fyne.NewSize(940, 560))
	a.matches(t, "no-difference")
}

// Two people resolved a conflict concurrently: the due date that both kept has an original,
// the title and a line of the text have none.
func TestPictureOfAMergedOriginal(t *testing.T) {
	was := ancestry.Base{Version: version(1, "phone", "Plumber", "Monday\nring twice\nbring the key\n")}
	of := []ancestry.Base{
		{Version: version(2, "tablet", "Plumber, early", "Monday\nring three times\nbring the key\n")},
		{Version: version(3, "phone", "Plumber, late", "Monday\nring once\nbring the key\n")},
	}
	it := &item.Item{
		Winner:    version(5, "laptop", "Plumber, late", "Monday\nring once\nbring the key\nand money\n"),
		Conflicts: []*item.Version{version(4, "me", "Plumber, early", "Tuesday\nring three times\nbring the key\n")},
	}
	s, err := conflicts.NewSession(it, "me", conflicts.About{Base: ancestry.Base{Of: of, From: &was}})
	if err != nil {
		t.Fatal(err)
	}
	s.Prepare()
	a := open(t, s, fyne.NewSize(1100, 560))
	a.press(fyne.KeyDown)
	a.matchesPicture(t, "merged")
}
