//go:build !raced

package textedit

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/enginetest/pace"
)

// A key press may take 16 ms: 32 yards, as defined by package pace.
const aKey = 32

// Whatever a person does in a text of 80 KB or 300 KB is done before the next frame: typing,
// moving, selecting across screens, undoing, pasting 50 KB, finding, and reading the text, as
// the owner of the editor does after every letter.
func TestNoKeyTakesLong(t *testing.T) {
	for name, text := range map[string]string{
		"80 KB": prose(80_000), "300 KB": prose(300_000), "one line": strings.ReplaceAll(prose(80_000), "\n", " "), "no blanks": strings.Repeat("x", 80_000),
	} {
		d := open(t, "")
		d.OnChanged = func() { _ = d.Text() }
		var names []string
		var least []float64
		tooSlow := func(took float64) bool { return took > aKey }
		for round := 0; round == 0 || round < 8 && slices.ContainsFunc(least, tooSlow); round++ {
			names = names[:0]
			yard := float64(pace.Yard())
			takes := func(key string, do func()) {
				took := float64(pace.Spent(do)) / yard
				if names = append(names, key); len(names) > len(least) {
					least = append(least, took)
				}
				least[len(names)-1] = min(least[len(names)-1], took)
			}
			press := func(keys ...string) {
				for _, key := range keys {
					takes(key, func() { d.press(key) })
				}
			}
			d.Put("")
			takes("opening", func() { d.Put(text) })
			press("Down", "Right", "End", "Home", "PageDown", "PageUp", "ctrl+Right", "ctrl+End", "ctrl+Home")
			press("shift+PageDown", "shift+ctrl+End", "ctrl+C", "Left", "PageDown")
			takes("a letter", func() { d.types("a") })
			press("Return", "Backspace", "Delete", "ctrl+Z", "ctrl+Y")
			fyne.CurrentApp().Clipboard().SetContent(prose(50_000))
			press("ctrl+V", "ctrl+Z", "ctrl+A", "ctrl+X", "ctrl+Z", "ctrl+F")
			takes("finding", func() { d.types("x") })
			d.press("Escape")
			takes("the wheel", func() { d.view.scroll(30); d.draw() })
		}
		for i, key := range names {
			if tooSlow(least[i]) {
				t.Errorf("%s: %s takes %.1f yards", name, key, least[i])
			}
			t.Logf("%s: %-15s %5.1f yards", name, key, least[i])
		}
	}
}
