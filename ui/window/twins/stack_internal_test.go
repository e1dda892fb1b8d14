package twins

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// A narrower window makes texts higher at once: nothing stands over another
// text, and what scrolls hears of it.
func TestTextsKeepTheirPlacesInANarrowerWindow(t *testing.T) {
	test.NewTempApp(t)
	words := func() *widget.Words {
		w := widget.NewWords(5)
		w.Set(strings.Repeat("a few words ", 6), widget.Look{})
		return w
	}
	first, second := words(), words()
	grown := 0
	c := container.New(&stack{gap: 4, grown: func() { grown++ }}, first, second)
	c.Resize(fyne.NewSize(2000, c.MinSize().Height))
	before := c.MinSize().Height
	grown = 0
	c.Resize(fyne.NewSize(150, c.MinSize().Height))
	if least := c.MinSize().Height; least <= before || grown != 1 {
		t.Errorf("it asks for %v after %v, and told so %d times", least, before, grown)
	}
	if got, want := second.Position().Y, first.MinSize().Height+4; got != want {
		t.Errorf("the second text begins at %v, the first ends at %v", got, want)
	}
}
