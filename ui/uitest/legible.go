package uitest

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// AssertLegible fails if c shows a text with a contrast below least to what is drawn under its
// middle.
func AssertLegible(t testing.TB, name string, c fyne.Canvas, least float64) {
	t.Helper()
	size := c.Size()
	window := area{right: size.Width, bottom: size.Height}
	for _, o := range append([]fyne.CanvasObject{c.Content()}, c.Overlays().List()...) {
		legible(t, name, o, window, least)
	}
}

// AssertLegibleInThemes is AssertLegible in each theme; rest does what a change of theme starts.
func AssertLegibleInThemes(t testing.TB, c fyne.Canvas, rest func()) {
	t.Helper()
	EachTheme(func(name string, least float64) {
		rest()
		AssertLegible(t, name, c, least)
	})
	rest()
}

// EachTheme calls do in each theme, with the contrast that its texts need: 4.5 to 1 (WCAG 2.1
// §1.4.3), and 7 to 1 in high contrast (§1.4.6). It leaves the theme as it was.
func EachTheme(do func(name string, least float64)) {
	defer SetTheme(chosen.Theme)
	for _, look := range []struct {
		name    string
		variant fyne.ThemeVariant
	}{{"light", fynetheme.VariantLight}, {"dark", fynetheme.VariantDark}} {
		SetTheme(InVariant(theme.New(1), look.variant))
		do(look.name, 4.5)
		SetTheme(InVariant(theme.New(1).WithContrast(true), look.variant))
		do(look.name+" in high contrast", 7)
	}
}

// AssertTextLegible is AssertLegible for an object that is in no window.
func AssertTextLegible(t testing.TB, name string, o fyne.CanvasObject, least float64) {
	t.Helper()
	legible(t, name, o, areaOf(fyne.Position{}, o.Size()), least)
}

// painted is an area that is filled with a color.
type painted struct {
	area
	fill color.Color
}

func legible(t testing.TB, name string, o fyne.CanvasObject, window area, least float64) {
	t.Helper()
	below := []painted{{window, fynetheme.Color(fynetheme.ColorNameBackground)}}
	primitives(o, fyne.Position{}, window, nil, func(o fyne.CanvasObject, at fyne.Position, clip area) {
		covers := areaOf(at, o.Size()).within(clip)
		switch o := o.(type) {
		case *canvas.Rectangle:
			if o.FillColor != nil {
				below = append(below, painted{covers, o.FillColor})
			}
		case *canvas.Text:
			if covers.empty() || strings.TrimSpace(o.Text) == "" {
				return
			}
			ground := groundAt(below, (covers.left+covers.right)/2, (covers.top+covers.bottom)/2)
			if got := Contrast(over(o.Color, ground), ground); got < least {
				t.Errorf("%s: “%.40s” has a contrast of %.2f (%v on %v)", name, o.Text, got, o.Color, ground)
			}
		}
	})
}

// groundAt returns the color of a point, after everything was painted.
func groundAt(all []painted, x, y float32) color.Color {
	var ground color.Color = color.Black
	for _, p := range all {
		if p.left <= x && x <= p.right && p.top <= y && y <= p.bottom {
			ground = over(p.fill, ground)
		}
	}
	return ground
}

// over returns an opaque color with another one painted over it.
func over(top, below color.Color) color.Color {
	r, g, b, a := top.RGBA() // premultiplied
	br, bg, bb, _ := below.RGBA()
	mixed := func(t, u uint32) uint16 { return uint16(t + u*(0xffff-a)/0xffff) }
	return color.RGBA64{R: mixed(r, br), G: mixed(g, bg), B: mixed(b, bb), A: 0xffff}
}

// Contrast returns the contrast of two opaque colors (WCAG 2.1, contrast ratio).
func Contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func linear(v uint32) float64 {
	s := float64(v) / 0xffff
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}
