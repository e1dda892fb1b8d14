package uitest

import (
	"image/color"
	"reflect"
	"testing"
	"time"
	"unsafe" // also for go:linkname

	"fyne.io/fyne/v2"
)

// App makes the windows of t use the one app that all tests of a package share, with a theme:
// for every new app, Fyne parses its fonts again. When t ends, the resources of its windows
// are freed.
func App(t testing.TB, theme fyne.Theme) {
	a := fyne.CurrentApp()
	SetTheme(theme)
	t.Cleanup(func() {
		a.Clipboard().SetContent("")
		if len(a.Driver().AllWindows()) == 1 { // Fyne's own
			free()
		}
	})
}

// chosen is the only theme of the app; it forwards to the theme selected by SetTheme.
var chosen = &choice{}

type choice struct{ fyne.Theme }

// SetTheme changes the theme of the app. If the app itself got another theme, Fyne would parse
// its fonts and measure all texts again, although all themes of Crossfeed have the same fonts.
func SetTheme(theme fyne.Theme) {
	a := fyne.CurrentApp()
	if reflect.DeepEqual(chosen.Theme, theme) && a.Settings().Theme() == fyne.Theme(chosen) {
		return
	}
	chosen.Theme = theme
	if a.Settings().Theme() != fyne.Theme(chosen) {
		a.Settings().SetTheme(chosen)
		return
	}
	clear(drawings.m)
	applySettings(a.Settings(), a)
}

// drawings are what Fyne has drawn in the colors of a theme.
//
//go:linkname drawings fyne.io/fyne/v2/internal/cache.svgs
var drawings struct{ m map[any]unsafe.Pointer }

//go:linkname applySettings fyne.io/fyne/v2/internal/app.ApplySettings
func applySettings(fyne.Settings, fyne.App)

// free frees Fyne's caches of widgets when no window is open. Fyne evicts what no real display
// shows after a minute, but never evicts widgets with their own theme.
func free() {
	destroyExpiredRenderers(time.Now().AddDate(100, 0, 0))
	clear(overrides.m)
}

//go:linkname destroyExpiredRenderers fyne.io/fyne/v2/internal/cache.destroyExpiredRenderers
func destroyExpiredRenderers(now time.Time)

// overrides and drawings have the layout of Fyne's map where the tag migrated_fynedo is set.
//
//go:linkname overrides fyne.io/fyne/v2/internal/cache.overrides
var overrides struct{ m map[any]unsafe.Pointer }

// InVariant returns a theme that is always light or always dark, whatever the system is.
func InVariant(theme fyne.Theme, variant fyne.ThemeVariant) fyne.Theme {
	return inVariant{theme, variant}
}

type inVariant struct {
	fyne.Theme
	variant fyne.ThemeVariant
}

// Color returns the color in the fixed variant.
func (t inVariant) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	return t.Theme.Color(name, t.variant)
}
