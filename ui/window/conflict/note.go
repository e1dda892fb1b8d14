package conflict

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
)

// letters are those of versions, by their numbers.
func (m moment) letters(numbers []int) []string {
	var all []string
	for _, n := range numbers {
		if n >= 0 && n < len(m.versions) {
			all = append(all, m.versions[n].Letter)
		}
	}
	return all
}

// noted says in the cell of a result where that is from. What a person chose stands
// out.
func (m moment) noted(r *grid.Cell, f cell) {
	switch {
	case f.Open, f.Alike && !f.Chosen, m.deletes, f.Proposed && f.Reason == merge.Alike:
	default:
		r.Note, r.Firm = m.origin(f), f.Chosen
	}
}

// origin says where the result of a field is from.
func (m moment) origin(f cell) string {
	switch {
	case f.From != "":
		return f.From
	case len(f.Parts) > 0:
		return strings.Join(f.Parts, "")
	case f.Accepted == conflicts.OfferOriginal:
		return lang.L("original")
	case f.Chosen:
		return lang.L("edited")
	}
	return strings.Join(m.letters(f.Changed), "")
}

// notedHunk is noted for a stretch of a long text.
func (m moment) notedHunk(r *grid.Cell, f cell, hunk int) {
	if hunk >= len(f.hunks) {
		m.noted(r, f)
		return
	}
	switch h := f.hunks[hunk]; {
	case h.Open:
	case h.Taken != nil && h.Accepted == conflicts.OfferOriginal:
		r.Note, r.Firm = lang.L("original"), true
	case h.Taken != nil:
		r.Note, r.Firm = strings.Join(m.letters(h.Taken), ""), true
	case h.From >= 0:
		r.Note = m.versions[h.From].Letter
	default:
		r.Note = strings.Join(m.letters(changedIn(f, h)), "")
	}
}

// changedIn are the versions that changed a stretch.
func changedIn(f cell, h conflicts.Hunk) []int {
	return slices.DeleteFunc(slices.Clone(f.Changed), func(n int) bool { return n >= len(h.Texts) || h.Texts[n] == h.Base })
}
