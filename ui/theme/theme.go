// Package theme is how Crossfeed looks: Fyne's own theme with the colours of
// versions and of differences added, and with a size that the user chooses.
package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Theme wraps a theme of Fyne's. Colours of Crossfeed's own come from the
// palettes of this package, everything else from the theme inside.
type Theme struct {
	fyne.Theme
	scale float32
	// high tells that contrasts are.
	high bool
}

// New is Fyne's default theme with every size multiplied by scale; 1 changes
// nothing.
func New(scale float32) *Theme { return &Theme{Theme: theme.DefaultTheme(), scale: scale} }

// WithContrast is the theme in high contrast, or without.
func (t *Theme) WithContrast(high bool) *Theme {
	other := *t
	other.high = high
	return &other
}

// Color looks a colour up: Crossfeed's own names first.
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if c, ours := t.palette(variant)[name]; ours {
		return c
	}
	return t.Theme.Color(name, variant)
}

func (t *Theme) palette(variant fyne.ThemeVariant) colors {
	switch {
	case t.high && variant == theme.VariantDark:
		return contrastDark
	case t.high:
		return contrastLight
	case variant == theme.VariantDark:
		return dark
	}
	return light
}

// Size is Fyne's size times the scale. Lines and rings keep their width.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	size := t.Theme.Size(name)
	switch name {
	case theme.SizeNameSeparatorThickness, theme.SizeNameInputBorder:
		return size
	}
	return size * t.scale
}

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

// Limits of the size that Ctrl+plus and Ctrl+minus choose, and one step of it.
const (
	LeastScale    = 0.7
	GreatestScale = 2.0
	scaleStep     = 0.1
)

// Scaled is the next scale, steps up (or down, where steps is negative), inside
// the limits.
func Scaled(scale float32, steps int) float32 {
	return min(max(scale+float32(steps)*scaleStep, LeastScale), GreatestScale)
}
