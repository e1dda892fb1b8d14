package settle

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/reconcile"
	"crossfeed/ui/widget/grid"
)

// unseen compares data that no field shows: what it is would tell a person
// nothing, but who changed it does.
func (m moment) unseen(f cell) []band {
	values := m.values(f)
	b := band{sides: make([]side, len(values))}
	for i, v := range values {
		switch {
		case m.silent(i):
		case v == values[m.compared()] && i == m.compared():
			b.sides[i] = sideOf(lang.L("there"), reconcile.Equal, grid.Quiet)
		case v == values[m.compared()]:
			b.sides[i] = sideOf(lang.L("the same"), reconcile.Equal, grid.Quiet)
		default:
			b.sides[i] = sideOf(lang.L("changed"), reconcile.Changed, grid.Plain)
		}
	}
	return []band{b}
}
