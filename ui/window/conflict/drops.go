package conflict

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
)

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
			sentences = append(sentences, lang.L("{{.What}} of {{.Letter}}", say.Data{"What": say.And(parts), "Letter": c.Letter}))
		}
	}
	if len(sentences) == 0 {
		return ""
	}
	return lang.L("Drops {{.What}}.", say.Data{"What": say.And(sentences)})
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
		return append(parts, lang.L("the deletion"))
	case lines == 0:
		return append(parts, say.Field(d.Field))
	case d.Field == "tags":
		return append(parts, lang.N("{{.N}} tags", lines, say.Data{"N": lines}))
	case at >= 0 && cells[at].Form == record.Text:
		return append(parts, lang.N("{{.N}} lines", lines, say.Data{"N": lines}))
	}
	return append(parts, lang.N("{{.N}} of {{.Field}}", lines, say.Data{"N": lines, "Field": say.Field(d.Field)}))
}
