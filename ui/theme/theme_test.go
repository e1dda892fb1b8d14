package theme_test

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
)

// Text of every color is readable on every background that it appears on (WCAG 2.1 §1.4.3: at
// least 4.5 to 1; §1.4.6: in high contrast at least 7 to 1).
func TestTextStandsOutFromItsGround(t *testing.T) {
	test.NewTempApp(t)
	for high, least := range map[bool]float64{false: 4.5, true: 7} {
		for name, variant := range variants() {
			th := theme.New(1).WithContrast(high)
			for _, pair := range textOnGround() {
				if got := uitest.Contrast(th.Color(pair.text, variant), th.Color(pair.ground, variant)); got < least {
					t.Errorf("%s, high %v: %s on %s has a contrast of %.2f", name, high, pair.text, pair.ground, got)
				}
			}
		}
	}
}

// Input fields, and the widget that has the focus, can be distinguished from the background
// (WCAG 2.1 §1.4.11: at least 3 to 1). In high contrast, the same applies to everything that
// can be pressed.
func TestBordersStandOutFromTheGround(t *testing.T) {
	test.NewTempApp(t)
	for name, variant := range variants() {
		for high, borders := range map[bool][]fyne.ThemeColorName{
			false: {fynetheme.ColorNameInputBorder, theme.Ring},
			true:  {fynetheme.ColorNameInputBorder, theme.Ring, theme.Outline, fynetheme.ColorNameSeparator},
		} {
			th := theme.New(1).WithContrast(high)
			for _, border := range borders {
				if got := uitest.Contrast(th.Color(border, variant), th.Color(fynetheme.ColorNameBackground, variant)); got < 3 {
					t.Errorf("%s, high %v: %s has a contrast of %.2f", name, high, border, got)
				}
			}
		}
	}
}

// In high contrast, too, the text of what is disabled differs from other text.
func TestDisabledTextIsDimmerThanOtherText(t *testing.T) {
	test.NewTempApp(t)
	for name, variant := range variants() {
		for _, high := range []bool{false, true} {
			th := theme.New(1).WithContrast(high)
			if got := uitest.Contrast(th.Color(fynetheme.ColorNameDisabled, variant), th.Color(fynetheme.ColorNameForeground, variant)); got < 1.9 {
				t.Errorf("%s, high %v: disabled text has a contrast of %.2f to other text", name, high, got)
			}
		}
	}
}

func variants() map[string]fyne.ThemeVariant {
	return map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark}
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
		pair{fynetheme.ColorNameError, fynetheme.ColorNameBackground},
		pair{fynetheme.ColorNamePrimary, fynetheme.ColorNameBackground},
		pair{fynetheme.ColorNameDisabled, fynetheme.ColorNameMenuBackground},
		pair{fynetheme.ColorNameDisabled, fynetheme.ColorNameDisabledButton})
}

// grey is a theme without colors.
type grey struct{ fyne.Theme }

func (grey) Color(fyne.ThemeColorName, fyne.ThemeVariant) color.Color { return color.Gray{Y: 0x60} }

// Versions can be distinguished without colors: each has its own shape.
func TestShapesOfVersionsDifferWithoutColor(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(grey{theme.New(1)})
	numbers := map[string]int{}
	for n := range theme.Versions {
		drawing := string(theme.Shape(n).Content())
		if other, is := numbers[drawing]; is {
			t.Errorf("versions %d and %d both have the shape\n%s", other, n, drawing)
		}
		if !strings.Contains(drawing, "606060") {
			t.Errorf("version %d is not grey:\n%s", n, drawing)
		}
		numbers[drawing] = n
	}
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
