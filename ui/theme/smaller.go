package theme

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Smaller is the theme of the program, whichever that is at the time, with the
// text of captions: for what is pressed in a narrow place.
type Smaller struct{ Larger }

// Size is that of the program's theme, and of text that of captions.
func (Smaller) Size(name fyne.ThemeSizeName) float32 {
	const tighter = 0.75
	switch name {
	case theme.SizeNameText:
		return now().Size(theme.SizeNameCaptionText)
	case theme.SizeNameInnerPadding:
		return now().Size(name) * tighter
	}
	return now().Size(name)
}
