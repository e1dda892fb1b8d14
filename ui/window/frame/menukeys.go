package frame

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// gap is the least number of spaces between the text of a line and its keys.
const gap = 6

// alignKeys adds the names of the keys to the lines of a menu and its submenus, all beginning at
// the same distance from the left, give or take half a space.
func alignKeys(m *fyne.Menu) {
	widest := float32(0)
	for _, line := range m.Items {
		if line.ChildMenu != nil {
			alignKeys(line.ChildMenu)
		}
		widest = max(widest, width(line.Label))
	}
	for _, line := range m.Items {
		if key, has := line.Shortcut.(hidden); has {
			spaces := (widest-width(line.Label))/width(" ") + gap
			line.Label += strings.Repeat(" ", int(spaces+0.5)) + key.keys
		}
	}
}

// width returns the width of a text in a menu.
func width(text string) float32 {
	return fyne.MeasureText(text, fynetheme.TextSize(), fyne.TextStyle{}).Width
}
