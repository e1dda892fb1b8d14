//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// In a small window the editor scrolls, and its buttons stay in sight.
func TestPictureOfAnEditorInASmallWindow(t *testing.T) {
	d := party(t)
	d.fyne.Resize(fyne.NewSize(900, 600))
	d.mark(d.row("Call the plumber") - 2)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyHome)
	d.types("Ca")
	d.matches("editor-small")
}

func TestPictureOfTheWindowInHighContrast(t *testing.T) {
	d := party(t)
	fyne.CurrentApp().Settings().SetTheme(inVariant{theme.New(1).WithContrast(true), fynetheme.VariantDark})
	d.mark(d.row("Call the plumber") - 2)
	d.matchesPicture("contrast")
}
