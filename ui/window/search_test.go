package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// A search shows no more rows than a person can look through, and says how many
// there are.
func TestASearchSaysHowManyItFound(t *testing.T) {
	d := todos(t, "milk")
	for range 10 {
		d.double()
	}
	must(t, two(d.engine.Add(t.Context(), "Errands", record.Values{"title": "milk of a goat"}, engine.AddOptions{})))
	d.win.Reload()
	d.rest()
	same(t, "without a search", d.win.items.Rows(), 1025)
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("milk")
	d.rest()
	same(t, "rows", d.win.items.Rows(), 500)
	same(t, "found", d.win.now.Found, 1025)
	same(t, "said", d.win.items.Remark(), "500 of 1,025: type on to find fewer")
	d.types(" of")
	d.rest()
	same(t, "fewer", d.titles(), "milk of a goat")
	same(t, "said", d.win.items.Remark(), "")
}

// double copies every item of the list into it.
func (d *desk) double() {
	d.t.Helper()
	rows, err := d.engine.Items(d.t.Context(), "Errands", store.Query{})
	must(d.t, err)
	var refs []engine.Ref
	for _, r := range rows {
		refs = append(refs, engine.Ref{Set: "Errands", ID: r.ID})
	}
	must(d.t, two(d.engine.Copy(d.t.Context(), refs, "Errands")))
}

// While a person types on, what was asked for before is not read any more.
func TestTypingOnOvertakesASearch(t *testing.T) {
	d := todos(t, "milk", "bread")
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("mil")
	d.seam.Step()
	same(t, "nothing is read for m", d.win.items.Rows(), 2)
	d.rest()
	same(t, "rows for mil", d.titles(), "milk")
}
