package window

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/record"
)

// A search shows no more rows than a person can look through, and says how many
// there are.
func TestASearchSaysHowManyItFound(t *testing.T) {
	d := todos(t)
	for i := range 1203 {
		must(t, two(d.engine.Add(t.Context(), "Errands", record.Values{"title": fmt.Sprint("milk ", i)}, engine.AddOptions{})))
	}
	d.win.Reload()
	d.rest()
	same(t, "without a search", d.win.items.Rows(), 1203)
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("milk")
	d.rest()
	same(t, "rows", d.win.items.Rows(), 500)
	same(t, "found", d.win.now.Found, 1203)
	same(t, "said", d.win.items.Remark(), "500 of 1,203: type on to find fewer")
	d.types(" 120")
	d.rest()
	same(t, "fewer", d.win.items.Rows(), 4)
	same(t, "said", d.win.items.Remark(), "")
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
