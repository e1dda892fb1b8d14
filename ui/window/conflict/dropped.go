package conflict

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/widget/grid"
)

// dropped is a place of a version that the result leaves out.
type dropped struct {
	field        string
	hunk, number int
}

// dropsOf lists what a person's choices leave out.
func dropsOf(s *conflicts.Session) []conflicts.Drop {
	if !s.Changed() {
		return nil
	}
	return s.Drops()
}

// placesOf are the places where something is left out.
func placesOf(drops []conflicts.Drop) map[dropped]bool {
	all := map[dropped]bool{}
	for _, d := range drops {
		all[dropped{d.Field, d.Hunk, d.Number}] = true
	}
	return all
}

// marksDrops says in the cells of versions that what they changed is left out.
func (l *layer) marksDrops(r *grid.Row, field string, hunk int) {
	for column := range l.dropping(field, hunk) {
		r.Cells[column].Note, r.Cells[column].Firm = lang.L("dropped"), true
		r.Differs = grid.Dropped
	}
}

// dropping are the columns of the versions of which a place is left out.
func (l *layer) dropping(field string, hunk int) map[int]bool {
	all := map[int]bool{}
	for column := range l.columns() {
		if l.drops[dropped{field, hunk, l.number(column)}] {
			all[column] = true
		}
	}
	return all
}
