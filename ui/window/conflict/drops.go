package conflict

import (
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/wording"
)

// dropped identifies a field or hunk of a version that the result drops.
type dropped struct {
	field        string
	hunk, number int
}

// dropsOf lists what the person's choices drop.
func dropsOf(s *conflicts.Session) []conflicts.Drop {
	if !s.Changed() {
		return nil
	}
	return s.Drops()
}

// placesOf returns the fields and hunks that drops refers to.
func placesOf(drops []conflicts.Drop) map[dropped]bool {
	all := map[dropped]bool{}
	for _, d := range drops {
		all[dropped{d.Field, d.Hunk, d.Number}] = true
	}
	return all
}

// marksDrops marks the cells of versions whose changes are dropped.
func (l *layer) marksDrops(r *grid.Row, field string, hunk int) {
	for column := range l.dropping(field, hunk) {
		r.Cells[column].Note, r.Cells[column].Firm = wording.L("dropped", "dropped"), true
		r.Differs = grid.Dropped
	}
}

// dropping returns the columns of the versions whose change in a hunk is dropped.
func (l *layer) dropping(field string, hunk int) map[int]bool {
	all := map[int]bool{}
	for column := range l.columns() {
		if l.drops[dropped{field, hunk, l.number(column)}] {
			all[column] = true
		}
	}
	return all
}

// dropsText describes which changes of the included versions the person's choices drop, and
// which parts they bring back that these versions removed. It returns "" if there are none.
func dropsText(s *conflicts.Session, drops []conflicts.Drop) string {
	var lost, back []string
	cells := s.Cells()
	for _, c := range s.Candidates() {
		var drop, restore []string
		for _, d := range summed(drops, c.Number) {
			switch {
			case d.Field == "":
				drop = append(drop, wording.L("the-deletion", "the deletion"))
			case len(d.Parts)+len(d.Removed) == 0:
				drop = append(drop, wording.Field(d.Field))
			}
			if n := len(d.Parts); n > 0 {
				drop = append(drop, amount(cells, d.Field, n))
			}
			if n := len(d.Removed); n > 0 {
				restore = append(restore, amount(cells, d.Field, n))
			}
		}
		if len(drop) > 0 {
			lost = append(lost, wording.L("what-of-letter", "{{.What}} of {{.Letter}}", wording.Data{"What": wording.And(drop), "Letter": c.Letter}))
		}
		if len(restore) > 0 {
			back = append(back, wording.L("what-removed-by-letter", "{{.What}} removed by {{.Letter}}", wording.Data{"What": wording.And(restore), "Letter": c.Letter}))
		}
	}
	var sentences []string
	if len(lost) > 0 {
		sentences = append(sentences, wording.L("drops-what", "Drops {{.What}}.", wording.Data{"What": wording.And(lost)}))
	}
	if len(back) > 0 {
		sentences = append(sentences, wording.L("restores-what", "Restores {{.What}}.", wording.Data{"What": wording.And(back)}))
	}
	return strings.Join(sentences, " ")
}

// written is a field in which a person typed, as a whole or in some hunks.
type written struct {
	field, result string
	// hunks is nil if the field was typed as a whole.
	hunks []conflicts.Hunk
}

// allWritten returns the fields in which a person typed.
func allWritten(s *conflicts.Session) (all []written) {
	for _, c := range s.Cells() {
		if c.Typed || c.TypedIn {
			all = append(all, written{c.Field, c.Result, s.Hunks(c.Field)})
		}
	}
	return all
}

// isReplaced reports whether the typed text is no longer in the result.
func (w written) isReplaced(s *conflicts.Session) bool {
	hunks := s.Hunks(w.field)
	if len(w.hunks) == 0 || len(hunks) != len(w.hunks) {
		return !slices.ContainsFunc(s.Cells(), func(c conflicts.Cell) bool { return c.Field == w.field && c.Result == w.result })
	}
	for i, h := range w.hunks {
		if isTyped(h) && !isTyped(hunks[i]) && h.Result != hunks[i].Result {
			return true
		}
	}
	return false
}

// isTyped reports whether the result of a hunk was typed by the person.
func isTyped(h conflicts.Hunk) bool { return h.Taken != nil && h.Accepted == conflicts.OfferTyped }

// typedText says in which fields a choice replaced what a person had typed. It returns "" if
// there are none.
func typedText(before []written, s *conflicts.Session) string {
	var fields []string
	for _, w := range before {
		if w.isReplaced(s) {
			fields = append(fields, wording.Field(w.field))
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return wording.L("replaces-what-you-typed-in-fields", "Replaces what you typed in {{.Fields}}. Ctrl+Z undoes it.", wording.Data{"Fields": wording.And(fields)})
}

// summed returns the drops of one version, with all hunks of a field combined.
func summed(drops []conflicts.Drop, number int) []conflicts.Drop {
	var all []conflicts.Drop
	for _, d := range drops {
		last := len(all) - 1
		switch {
		case d.Number != number:
		case last >= 0 && all[last].Field == d.Field:
			all[last].Parts = slices.Concat(all[last].Parts, d.Parts)
			all[last].Removed = slices.Concat(all[last].Removed, d.Removed)
		default:
			all = append(all, d)
		}
	}
	return all
}

// amount names a number of members of a set, or lines of a text.
func amount(cells []conflicts.Cell, field string, n int) string {
	at := slices.IndexFunc(cells, func(c conflicts.Cell) bool { return c.Field == field })
	switch {
	case field == "tags":
		return wording.N("n-tags", "{{.N}} tags", n, wording.Data{"N": n})
	case at >= 0 && cells[at].Form == record.Text:
		return wording.N("n-lines", "{{.N}} lines", n, wording.Data{"N": n})
	}
	return wording.N("n-of-field", "{{.N}} of {{.Field}}", n, wording.Data{"N": n, "Field": wording.Field(field)})
}
