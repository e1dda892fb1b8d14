//go:build !headless

package ui

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"testing"

	"github.com/fyne-io/image/ico"
)

// Windows accepts only ICO files as icons of the tray.
func TestTheIconOfTheTrayHasTheFormatOfTheSystem(t *testing.T) {
	for system, decode := range map[string]func(io.Reader) (image.Image, error){"linux": png.Decode, "darwin": png.Decode, "windows": ico.Decode} {
		icon, err := decode(bytes.NewReader(smallIcon(system)))
		if err != nil {
			t.Errorf("%s: %v", system, err)
		} else if icon.Bounds() != image.Rect(0, 0, 64, 64) {
			t.Errorf("%s: the icon has the size %v", system, icon.Bounds())
		}
	}
}
