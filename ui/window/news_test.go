package window

import (
	"testing"

	"fyne.io/fyne/v2"
)

// A version that arrives while the page is open is said, is not ticked, and
// leaves the draft alone.
func TestAVersionThatArrivesLeavesTheDraftAlone(t *testing.T) {
	d, laptop, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("e")
	d.press(fyne.KeyEnd)
	d.types(" and more")
	typed := d.win.pages.settle.Shown().Session.Cells()[0].Result
	edit(t, laptop, it.Set, it.ID, "title", "Soy milk")
	must(t, two(laptop.Publish(t.Context(), it.Set)))
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "on the page", d.win.settling(), true)
	same(t, "draft", d.win.pages.settle.Shown().Session.Cells()[0].Result, typed)
	found := false
	for _, c := range d.win.pages.settle.Shown().Session.Candidates() {
		found = found || c.Version.Title() == "Soy milk"
	}
	same(t, "the version that arrived is shown", found, true)
}

// Settled elsewhere meanwhile: what was decided here can be reopened.
func TestSettledElsewhereCanBeReopened(t *testing.T) {
	d, laptop, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("e")
	d.press(fyne.KeyEnd)
	d.types(" or none")
	typed := d.win.pages.settle.Shown().Session.Cells()[0].Result
	sync(t, laptop)
	s, err := laptop.Session(t.Context(), it.Set, it.ID)
	must(t, err)
	must(t, s.Take(0))
	must(t, two(laptop.Settle(t.Context(), it.Set, s)))
	must(t, two(laptop.Publish(t.Context(), it.Set)))
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	d.click("Reopen with your choices")
	d.rest()
	same(t, "draft in the editor", d.win.detail.Values()["title"], typed)
}
