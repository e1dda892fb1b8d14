package theme_test

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// Text of every colour is readable on every ground that it is written on
// (WCAG 2.1 §1.4.3: at least 4.5 to 1).
func TestTextStandsOutFromItsGround(t *testing.T) {
	test.NewTempApp(t)
	for name, variant := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		for _, pair := range textOnGround() {
			th := theme.New(1)
			got := contrast(th.Color(pair.text, variant), th.Color(pair.ground, variant))
			if got < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.2f", name, pair.text, pair.ground, got)
			}
		}
	}
}

type pair struct{ text, ground fyne.ThemeColorName }

func textOnGround() []pair {
	plain := []fyne.ThemeColorName{fynetheme.ColorNameBackground, theme.Panel, fynetheme.ColorNameSelection}
	texts := []fyne.ThemeColorName{fynetheme.ColorNameForeground, theme.Quiet, theme.Attention, theme.Good}
	for n := range theme.Versions {
		texts = append(texts, theme.Version(n))
	}
	var all []pair
	for _, text := range texts {
		for _, ground := range plain {
			all = append(all, pair{text, ground})
		}
	}
	for _, ground := range []fyne.ThemeColorName{
		theme.Added, theme.Removed, theme.Changed, theme.AddedMarked, theme.RemovedMarked, theme.ChangedMarked,
		fynetheme.ColorNameButton,
	} {
		all = append(all, pair{fynetheme.ColorNameForeground, ground})
	}
	return append(all,
		pair{fynetheme.ColorNamePlaceHolder, fynetheme.ColorNameInputBackground},
		pair{fynetheme.ColorNameForegroundOnPrimary, fynetheme.ColorNamePrimary},
		pair{fynetheme.ColorNameError, fynetheme.ColorNameBackground})
}

func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
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

func TestScaleMultipliesSizesAndStaysInItsLimits(t *testing.T) {
	test.NewTempApp(t)
	one, two := theme.New(1), theme.New(2)
	if got, want := two.Size(fynetheme.SizeNameText), 2*one.Size(fynetheme.SizeNameText); got != want {
		t.Errorf("text at scale 2 is %v, want %v", got, want)
	}
	if got := theme.Scaled(theme.GreatestScale, 1); got != theme.GreatestScale {
		t.Errorf("above the greatest scale is %v", got)
	}
	if got := theme.Scaled(theme.LeastScale, -1); got != theme.LeastScale {
		t.Errorf("below the least scale is %v", got)
	}
}
