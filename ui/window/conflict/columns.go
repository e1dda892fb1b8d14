package conflict

import (
	"slices"

	"crossfeed/engine/conflicts"
)

// orderOf are the numbers of the versions in the order of their columns: the
// current version, the person's own next to it, and then the others.
func orderOf(all []conflicts.Candidate) []int {
	order := make([]int, len(all))
	for i, c := range all {
		order[i] = c.Number
	}
	if own := ownAmong(all); own > 1 {
		order = slices.Insert(slices.Delete(order, own, own+1), 1, own)
	}
	return order
}

// ownAmong is the place of the person's own version, or -1.
func ownAmong(all []conflicts.Candidate) int {
	return slices.IndexFunc(all, func(c conflicts.Candidate) bool { return c.Own })
}

// frozenOf is the number of columns that stay in sight: the original, the current
// version, and the person's own.
func frozenOf(all []conflicts.Candidate, based bool) int {
	n := 1
	if based {
		n++
	}
	if ownAmong(all) > 0 {
		n++
	}
	return n
}

// firstColumn is the column of the current version.
func (p *Page) firstColumn() int {
	if hasBase(p.shown.Session) {
		return 1
	}
	return 0
}

// columnOf is the column of a version.
func (p *Page) columnOf(number int) int {
	return p.firstColumn() + slices.IndexFunc(p.cards, func(c *card) bool { return c.number == number })
}

// resultColumn is the pinned one.
func (p *Page) resultColumn() int { return p.firstColumn() + len(p.cards) }

// version is the number of the version that a column shows; false for the original
// and the result.
func (p *Page) version(column int) (int, bool) {
	at := column - p.firstColumn()
	if at < 0 || at >= len(p.cards) {
		return 0, false
	}
	return p.cards[at].number, true
}

// cell is what the session says about a field, or nil.
func (p *Page) cell(field string) *conflicts.Cell {
	if field == "" {
		return nil
	}
	for _, c := range p.shown.Session.Cells() {
		if c.Field == field {
			return &c
		}
	}
	return nil
}
