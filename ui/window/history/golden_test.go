//go:build ci

package history_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
)

// matches compares the page with testdata/NAME.txt, matchesPicture compares a picture of it
// with testdata/NAME.png.
func (s *shown) matches(name string) {
	s.t.Helper()
	uitest.AssertMarkup(s.t, name, s.window.Canvas())
	uitest.AssertLegibleInThemes(s.t, s.window.Canvas(), func() {})
}

func (s *shown) matchesPicture(name string) {
	s.t.Helper()
	test.AssertImageMatches(s.t, name+".png", s.window.Canvas().Capture())
	uitest.AssertLegibleInThemes(s.t, s.window.Canvas(), func() {})
}

func TestPictureOfHowAnItemCameAbout(t *testing.T) {
	s := showIn(t, uitest.InVariant(theme.New(1), fynetheme.VariantLight), eggs(t).history("desk"))
	s.press(fyne.KeyDown, fyne.KeyDown)
	s.matchesPicture("lineage")
}

func TestPictureOfTwoMarkedVersionsInTheDark(t *testing.T) {
	s := showIn(t, uitest.InVariant(theme.New(1), fynetheme.VariantDark), eggs(t).history("desk"))
	s.press(fyne.KeyEnd)
	s.types(" ")
	s.press(fyne.KeyHome, fyne.KeyDown, fyne.KeyDown)
	s.types(" ")
	s.matchesPicture("marked-dark")
}

func TestPictureOfWhatNeverCameHereInASmallWindow(t *testing.T) {
	s := showIn(t, uitest.InVariant(theme.New(1), fynetheme.VariantLight), wrong(t))
	s.resize(800, 600)
	s.press(fyne.KeyDown)
	s.matches("unseen-small")
}

func TestPictureOfAHistoryInHighContrast(t *testing.T) {
	s := showIn(t, uitest.InVariant(theme.New(1).WithContrast(true), fynetheme.VariantLight), wrong(t))
	uitest.AssertThemed(t, s.window.Canvas())
}
