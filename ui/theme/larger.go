package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Larger is the theme of the program, whichever that is at the time, with larger
// text: for the one line that an item is known by.
type Larger struct{}

const larger = 1.25

// Color is that of the program's theme.
func (Larger) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	return now().Color(name, v)
}

// Font is that of the program's theme.
func (Larger) Font(s fyne.TextStyle) fyne.Resource { return now().Font(s) }

// Icon is that of the program's theme.
func (Larger) Icon(name fyne.ThemeIconName) fyne.Resource { return now().Icon(name) }

// Size is that of the program's theme, and of text larger.
func (Larger) Size(name fyne.ThemeSizeName) float32 {
	if name == theme.SizeNameText {
		return now().Size(name) * larger
	}
	return now().Size(name)
}

func now() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }
