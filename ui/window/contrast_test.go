package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

// The states that are compared with a golden file are checked there, too.
func TestAllTextsCanBeRead(t *testing.T) {
	for name, show := range map[string]func(t *testing.T) *desk{
		"a draft": func(t *testing.T) *desk {
			d := sampled(t)
			d.mark(0)
			d.press(fyne.KeyReturn)
			d.types("My ")
			return d
		},
		"several items": func(t *testing.T) *desk {
			d := todos(t, "milk fri #dairy p1", "bread yesterday", "tea")
			d.mark(0)
			d.press(fyne.KeyDown, fyne.KeyModifierShift)
			return d
		},
		"the context menu": func(t *testing.T) *desk {
			d := todos(t, "milk fri #dairy p1", "bread yesterday")
			d.mark(0)
			d.press(fyne.KeyF10, fyne.KeyModifierShift)
			for range 5 {
				d.press(fyne.KeyDown)
			}
			return d
		},
		"a prompt": func(t *testing.T) *desk {
			d := todos(t, "milk")
			d.mark(0)
			d.press(fyne.KeyE, ctrl)
			d.types("never")
			return d
		},
		"an outline": func(t *testing.T) *desk { return some(t).at("News") },
		"a conflict": func(t *testing.T) *desk {
			d := sampled(t)
			d.press(fyne.KeyF8)
			return d
		},
		"many conflicts": func(t *testing.T) *desk {
			d, _ := parted(t)
			d.manyAtOnce()
			return d
		},
		"the history": func(t *testing.T) *desk { return longHistory(t, 9) },
		"the resolution log": func(t *testing.T) *desk {
			d, _ := decided(t)
			d.showsDecisions()
			return d
		},
		"a library":       func(t *testing.T) *desk { d, _ := atLibrary(t, "Day one"); return d },
		"held for review": func(t *testing.T) *desk { d, _ := quarantinedItems(t); return d },
		"the trash": func(t *testing.T) *desk {
			d := sampled(t)
			d.mark(0)
			d.press(fyne.KeyDelete)
			d.rest()
			d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
			d.rest()
			d.mark(0)
			return d
		},
		"people":       func(t *testing.T) *desk { return calledSample(t) },
		"the messages": func(t *testing.T) *desk { return sampled(t).on(fyne.KeyF9) },
		"the versions of the program": func(t *testing.T) *desk {
			d := sampled(t)
			d.runs("About Crossfeed")
			return d
		},
		"the settings": func(t *testing.T) *desk {
			d := sampled(t)
			d.runs("Settings")
			return d
		},
		"the guide": func(t *testing.T) *desk {
			d := sampled(t)
			d.runs("Guide")
			return d.on(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
		},
		"a report of a problem": func(t *testing.T) *desk {
			d := sampled(t)
			d.runs("Report a problem…")
			return d
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := show(t)
			d.rest()
			uitest.AssertLegibleInThemes(t, d.fyne.Canvas(), d.rest)
		})
	}
}
