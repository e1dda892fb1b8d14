//go:build ci

package window

import (
	"crossfeed/engine"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// dark turns the window dark, small gives it the size of a small screen.
func (d *desk) dark() {
	fyne.CurrentApp().Settings().SetTheme(inVariant{theme.New(1), fynetheme.VariantDark})
}

func (d *desk) small() { d.fyne.Resize(fyne.NewSize(800, 600)) }

// calledSample is the address book of the sample with two names, one of which is
// being typed.
func calledSample(t *testing.T) *desk {
	d := sampled(t)
	must(t, d.engine.SetName(t.Context(), "desk", "the desk in the kitchen"))
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyF10)
	d.rest()
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.types("Old laptop")
	return d
}

func TestPictureOfPeople(t *testing.T) { calledSample(t).matchesPicture("people") }

func TestPictureOfPeopleInTheDark(t *testing.T) {
	d := calledSample(t)
	d.dark()
	d.themed()
}

func TestPictureOfPeopleInASmallWindow(t *testing.T) {
	d := calledSample(t)
	d.small()
	d.matches("people-small")
}

// decidedSample is the log of decisions of the sample: one that took a version,
// one that kept the winner and was undone, and one that joined fields.
func decidedSample(t *testing.T) *desk {
	d := sampled(t)
	open, err := d.engine.Unsettled(t.Context())
	must(t, err)
	for n, u := range open {
		s, err := d.engine.Session(t.Context(), u.Set, u.ID)
		must(t, err)
		must(t, s.Take(n%2))
		for _, c := range s.Cells() {
			if c.Field == "title" && n > 1 {
				must(t, s.Type("title", c.Result+", settled"))
			}
		}
		must(t, two(d.engine.Settle(t.Context(), u.Set, s)))
		if n == 1 {
			must(t, two(d.engine.Undo(t.Context(), engine.UndoOptions{Published: true})))
			must(t, two(d.engine.Redo(t.Context())))
		}
	}
	must(t, two(d.engine.Undo(t.Context(), engine.UndoOptions{Published: true})))
	d.win.Reload()
	d.rest()
	d.showsDecisions()
	d.press(fyne.KeyDown)
	return d
}

func TestPictureOfDecisions(t *testing.T) { decidedSample(t).matches("decisions") }

func TestPictureOfDecisionsInTheDark(t *testing.T) {
	d := decidedSample(t)
	d.dark()
	d.matchesPicture("decisions-dark")
}

func TestPictureOfDecisionsInASmallWindow(t *testing.T) {
	d := decidedSample(t)
	d.small()
	d.matches("decisions-small")
}
