//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

func TestPictureOfSettlingAContact(t *testing.T) {
	d, _ := contactInTwoPlaces(t)
	d.fyne.Resize(fyne.NewSize(1280, 860))
	d.matches("settle-contact")
}

func TestPictureOfSettlingATodoInTheDark(t *testing.T) {
	d, _ := todoInTwoPlaces(t)
	fyne.CurrentApp().Settings().SetTheme(inVariant{theme.New(1), fynetheme.VariantDark})
	d.fyne.Resize(fyne.NewSize(1280, 860))
	d.matches("settle-todo-dark")
}
