package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/window/items"
)

// press chooses a line of a menu of the middle pane.
func press(t *testing.T, p *items.Pane, menu, line string) {
	t.Helper()
	for _, l := range p.Menu(menu) {
		if found := lineNamed(l, line); found != nil && !found.Disabled {
			found.Action()
			return
		}
	}
	t.Fatalf("the menu %s has no line %q", menu, line)
}

func lineNamed(l *fyne.MenuItem, text string) *fyne.MenuItem {
	if l.Label == text {
		return l
	}
	if l.ChildMenu != nil {
		for _, below := range l.ChildMenu.Items {
			if found := lineNamed(below, text); found != nil {
				return found
			}
		}
	}
	return nil
}
