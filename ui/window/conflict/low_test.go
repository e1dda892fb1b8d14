package conflict_test

import (
	"testing"

	"fyne.io/fyne/v2"
)

// On a low page the control of a text opens only on request. The line that replaces it shows
// what was decided, and leads back to the suggestion.
func TestALowPageSaysWhatWasDecided(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", "milk\n"),
		version(3, "desk", "Shop", "white milk\n"), version(2, "laptop", "Shop", "oat milk\n")), fyne.NewSize(800, 420))
	a.press(fyne.KeyDown)
	a.checkText(t, "before", "Typing replaces the whole text")
	a.types("2")
	a.checkText(t, "after", "B, chosen by you")
	a.tap(t, "‹ Back to suggestion")
	a.checkText(t, "back", "open: A and B changed it differently")
	a.types("e")
	a.types("x")
	a.checkText(t, "typed", "typed by you: the whole text")
}

// The line says the same of each field as "conflict show" does.
func TestThePageSaysWhatIsMergedSuggestedOrOpen(t *testing.T) {
	for want, texts := range map[string][3]string{
		"merged: only B changed it":                      {"milk\n", "milk\n", "oat milk\n"},
		"merged: A and B changed different parts":        {"milk\nbread\neggs\n", "oat milk\nbread\neggs\n", "milk\nbread\nten eggs\n"},
		"suggested: merged changes by A and B: choose. ": {"milk and some bread\n", "oat milk and some bread\n", "milk and some rye bread\n"},
		"open: A and B changed it differently: choose. ": {"milk\n", "white milk\n", "oat milk\n"},
	} {
		a := open(t, begun(t, version(1, "phone", "Shop", texts[0]),
			version(3, "desk", "Shop", texts[1]), version(2, "laptop", "Shop", texts[2])), fyne.NewSize(800, 420))
		a.press(fyne.KeyDown)
		a.checkText(t, "marked", want)
	}
}

// A field that is equal in all versions can be edited; then it is no longer called the same in
// all.
func TestWhatIsTypedOverWhatIsAlikeIsCalledTyped(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", ""), version(3, "desk", "Shop", ""), version(2, "laptop", "Shop", "")), wide)
	a.press(fyne.KeyDown, fyne.KeyDown)
	a.checkText(t, "before", "the same in all")
	a.types("e")
	a.types("x")
	a.checkText(t, "after", "typed by you")
}

// On a very low page no control opens without a request.
func TestATinyPageOpensNoControlUnasked(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", ""), version(3, "desk", "Market", ""), version(2, "laptop", "Mall", "")), fyne.NewSize(800, 330))
	height := a.Object().MinSize().Height
	a.press(fyne.KeyDown)
	a.checkText(t, "marked", "E: edit")
	if now := a.Object().MinSize().Height; now > height {
		t.Errorf("marking a field takes a height of %v instead of %v", now, height)
	}
	a.types("e")
	a.types("x")
	a.checkText(t, "typed", "typed by you")
}
