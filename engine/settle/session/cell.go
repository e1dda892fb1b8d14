package session

import (
	"crossfeed/engine/reconcile"
	"crossfeed/engine/record"
)

// Cell is a field's value in the draft of the result.
type Cell struct {
	// Field is the name of the field; Lines tells that it has several lines.
	Field string
	Lines bool
	// Form says what the values are, Merge how they may be joined.
	Form  record.Form
	Merge record.Merge
	// Values are those of the candidates, in their order. A tombstone's are
	// "".
	Values []string
	// HasBase tells that it is known what the candidates started from, Base is
	// the value there.
	HasBase bool
	Base    string
	// Alike tells that all candidates say the same.
	Alike bool
	// Reason says why the proposal is what it is; Changed numbers the
	// candidates that changed the value.
	Reason  reconcile.Reason
	Changed []int
	// Open tells that a person has to choose: nothing is proposed, and nothing
	// was chosen yet. Saving is refused while a cell is open.
	Open bool
	// Proposed tells that Result is the proposal, which nobody changed.
	Proposed bool
	// Parts are, of a text that was put together of stretches, the letters of
	// the candidates that these came from, each once.
	Parts []string
	// Result is the value that saving will give the field.
	Result string
	// From is the letter of the candidate that Result was taken from, or ""
	// where it was typed or the candidate is gone.
	From string
	// Problem is why the result cannot be what was typed, or nil.
	Problem error
	// Chosen tells that a person put the value there. Cells that differ and
	// are not chosen hold the winner's value; those of a tombstone that was
	// un-deleted in another field hold that of the version that From names.
	Chosen bool
}

// Cells lists the fields.
func (s *Session) Cells() []Cell {
	var cells []Cell
	for _, f := range s.fields() {
		cells = append(cells, s.cell(f))
	}
	return cells
}

func (s *Session) cell(f record.Field) Cell {
	c := Cell{Field: f.Name, Lines: f.Lines(), Form: f.Form, Merge: f.Merge, Result: s.result(f), Alike: true}
	for _, v := range s.it.Versions() {
		c.Values = append(c.Values, s.valueIn(v, f))
	}
	for _, v := range c.Values {
		c.Alike = c.Alike && f.Equal(v, c.Values[0])
	}
	put, chosen := s.draft.fields[f.Name]
	if chosen && put.from == nil {
		_, c.Problem = f.Canonical(put.value)
	}
	c.Chosen = chosen || s.draft.whole != nil
	if chosen {
		c.From = s.letterOf(put.from)
	} else {
		c.From = s.letterOf(s.base())
	}
	return c
}
