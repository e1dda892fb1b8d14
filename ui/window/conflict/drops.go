package conflict

import (
	"slices"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/wording"
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
		r.Cells[column].Note, r.Cells[column].Firm = wording.L("dropped"), true
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

// dropsText says what a person's choices drop of the included versions' changes; "" where
// they drop nothing.
func dropsText(s *conflicts.Session, drops []conflicts.Drop) string {
	if len(drops) == 0 {
		return ""
	}
	var sentences []string
	cells := s.Cells()
	for _, c := range s.Candidates() {
		var parts []string
		for _, d := range drops {
			if d.Number == c.Number {
				parts = appendDrop(parts, cells, d, drops)
			}
		}
		if len(parts) > 0 {
			sentences = append(sentences, wording.L("{{.What}} of {{.Letter}}", wording.Data{"What": wording.And(parts), "Letter": c.Letter}))
		}
	}
	if len(sentences) == 0 {
		return ""
	}
	return wording.L("Drops {{.What}}.", wording.Data{"What": wording.And(sentences)})
}

// appendDrop appends what is dropped of a field: of a text all its lines once.
func appendDrop(parts []string, cells []conflicts.Cell, d conflicts.Drop, all []conflicts.Drop) []string {
	i := slices.IndexFunc(all, func(o conflicts.Drop) bool { return o.Number == d.Number && o.Field == d.Field })
	if all[i].Hunk != d.Hunk {
		return parts
	}
	lines := 0
	for _, o := range all {
		if o.Number == d.Number && o.Field == d.Field {
			lines += len(o.Parts)
		}
	}
	at := slices.IndexFunc(cells, func(c conflicts.Cell) bool { return c.Field == d.Field })
	switch {
	case d.Field == "":
		return append(parts, wording.L("the deletion"))
	case lines == 0:
		return append(parts, wording.Field(d.Field))
	case d.Field == "tags":
		return append(parts, wording.N("{{.N}} tags", lines, wording.Data{"N": lines}))
	case at >= 0 && cells[at].Form == record.Text:
		return append(parts, wording.N("{{.N}} lines", lines, wording.Data{"N": lines}))
	}
	return append(parts, wording.N("{{.N}} of {{.Field}}", lines, wording.Data{"N": lines, "Field": wording.Field(d.Field)}))
}
