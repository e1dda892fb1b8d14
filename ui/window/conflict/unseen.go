package conflict

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/merge"
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
		case v == values[m.ref] && i == m.ref:
			b.sides[i] = sideOf(lang.L("there"), merge.Equal, grid.Quiet)
		case v == values[m.ref]:
			b.sides[i] = sideOf(lang.L("the same"), merge.Equal, grid.Quiet)
		default:
			b.sides[i] = sideOf(lang.L("changed"), merge.Changed, grid.Plain)
		}
	}
	return []band{b}
}
