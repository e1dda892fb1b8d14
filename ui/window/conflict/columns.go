package conflict

import "crossfeed/engine/conflicts/session"

// columnOf is the column of a version.
func (p *Page) columnOf(number int) int {
	if hasBase(p.shown.Session) {
		return number + 1
	}
	return number
}

// resultColumn is the pinned one.
func (p *Page) resultColumn() int { return p.columnOf(len(p.cards)) }

// version is the number of the version that a column shows; false for the start
// and the result.
func (p *Page) version(column int) (int, bool) {
	number := column - p.columnOf(0)
	return number, number >= 0 && number < len(p.cards)
}

// cell is what the session says about a field, or nil.
func (p *Page) cell(field string) *session.Cell {
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
