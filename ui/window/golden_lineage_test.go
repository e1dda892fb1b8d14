//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestPictureOfALineage(t *testing.T) {
	d, it := crowd(t, 4)
	d.win.openDecided(it)
	d.rest()
	d.showsLineage()
	d.press(fyne.KeyDown)
	d.matches("lineage")
}

func TestPictureOfALineageInASmallWindow(t *testing.T) {
	d, it := decided(t)
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.win.openDecided(it)
	d.rest()
	d.showsLineage()
	d.matches("lineage-small")
}
