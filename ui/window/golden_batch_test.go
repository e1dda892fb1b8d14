//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/window/place"
)

func TestPictureOfSettlingManyAtOnce(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	d.press(fyne.KeyTab)
	d.press(fyne.KeyDown)
	d.matchesPicture("batch")
}

func TestPictureOfSettlingManyAtOnceInTheDark(t *testing.T) {
	d, _ := parted(t)
	fyne.CurrentApp().Settings().SetTheme(inVariant{theme.New(1), fynetheme.VariantDark})
	d.manyAtOnce()
	d.chooseRule(1)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.types(" ")
	d.matches("batch-dark")
}

func TestPictureOfSettlingManyAtOnceInASmallWindow(t *testing.T) {
	d, _ := parted(t)
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.manyAtOnce()
	d.matches("batch-small")
}

func TestPictureOfThePlaceOfWhatIsToBeSettled(t *testing.T) {
	d, _ := parted(t)
	d.win.choose(place.Place{Kind: place.ToSettle})
	d.rest()
	d.matches("to-settle")
}
