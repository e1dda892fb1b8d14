// Package theme is the look of Crossfeed: Fyne's own theme with additional colors for versions
// and differences, and with a size that the user chooses.
package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Theme wraps a theme of Fyne's. Crossfeed's own colors come from the palettes of this
// package, everything else from the wrapped theme.
type Theme struct {
	fyne.Theme
	scale float32
	// high is set for high contrast.
	high bool
	// look is Light or Dark, or "" for that of the system.
	look string
}

// The looks of a theme that does not follow the system.
const (
	Light = "light"
	Dark  = "dark"
)

// New returns Fyne's default theme with every size multiplied by scale; 1 changes nothing.
func New(scale float32) *Theme { return &Theme{Theme: theme.DefaultTheme(), scale: scale} }

// WithContrast returns the theme with or without high contrast.
func (t *Theme) WithContrast(high bool) *Theme {
	other := *t
	other.high = high
	return &other
}

// WithLook returns the theme that is always Light or Dark, or follows the system for "".
func (t *Theme) WithLook(look string) *Theme {
	other := *t
	other.look = look
	return &other
}

// Color returns a color; Crossfeed's own names take precedence.
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	switch t.look {
	case Light:
		variant = theme.VariantLight
	case Dark:
		variant = theme.VariantDark
	}
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

// Size returns Fyne's size times the scale. Lines and rings keep their width.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	size := t.Theme.Size(name)
	switch name {
	case theme.SizeNameSeparatorThickness, theme.SizeNameInputBorder:
		return size
	}
	return size * t.scale
}

// Larger is the current theme of the program with larger text: for the one line that
// identifies an item.
type Larger struct{}

const larger = 1.25

// Color returns the color of the program's theme.
func (Larger) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	return now().Color(name, v)
}

// Font returns the font of the program's theme.
func (Larger) Font(s fyne.TextStyle) fyne.Resource { return now().Font(s) }

// Icon returns the icon of the program's theme.
func (Larger) Icon(name fyne.ThemeIconName) fyne.Resource { return now().Icon(name) }

// Size returns the size of the program's theme, larger for text.
func (Larger) Size(name fyne.ThemeSizeName) float32 {
	if name == theme.SizeNameText {
		return now().Size(name) * larger
	}
	return now().Size(name)
}

func now() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }

// Limits and step of the size set by Ctrl+plus and Ctrl+minus.
const (
	LeastScale    = 0.7
	GreatestScale = 2.0
	scaleStep     = 0.1
)

// Scaled returns the scale that is steps up (or down if negative), within the limits.
func Scaled(scale float32, steps int) float32 {
	return min(max(scale+float32(steps)*scaleStep, LeastScale), GreatestScale)
}
