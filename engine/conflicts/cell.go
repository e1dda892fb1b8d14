package conflicts

import (
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
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
	// "", as are those of a version whose content was not kept. They are not
	// changed.
	Values []string
	// HasBase reports that the original is known, Base is its value. Of a text of
	// which some lines have no original (Hunk.NoBase) it is the others.
	HasBase bool
	Base    string
	// Alike tells that all candidates say the same.
	Alike bool
	// Reason says why the proposal is what it is; Changed numbers the
	// candidates that changed the value.
	Reason  merge.Reason
	Changed []int
	// Open tells that a person has to choose: nothing is proposed, and nothing
	// was chosen yet. Saving is refused while a cell is open.
	Open bool
	// Suggested reports whether the open field has an offer that keeps what everybody
	// changed, which a person has to read and accept: OfferWords, or the moved
	// paragraph with its edit.
	Suggested bool
	// Proposed tells that Result is the proposal, which nobody changed.
	Proposed bool
	// Parts are, of a text or a set that was merged or chosen bit by bit, the
	// letters of the candidates that it is made of, each once.
	Parts []string
	// Result is the value that saving will give the field. Of an open cell it
	// is the winner's, of a long text only where that is open: that is no proposal, only
	// what stands there.
	Result string
	// From is the letter of the candidate that Result was taken from, or ""
	// where it was typed or joined, or the candidate is gone.
	From string
	// Problem is why the result cannot be what was typed, or nil.
	Problem error
	// Offers are the ways to resolve the field as a whole; none where all
	// candidates say the same.
	Offers []Offer
	// Accepted is the kind of offer that was accepted for the field as a whole;
	// OfferVersion where a version's value was taken, or none was accepted.
	Accepted OfferKind
	// Chosen tells that a person put the value there.
	Chosen bool
	// Typed reports whether a person typed the value: it is of no version, and not chosen
	// stretch by stretch. TypedIn reports whether a person typed into stretches of it.
	Typed, TypedIn bool
}

// State is what became of a field without a person.
type State int

// The states, in the order of what a person has to do about them.
const (
	// StateMerged: there is a result, merged or chosen. It is the state of what all candidates
	// say, too.
	StateMerged State = iota
	// StateSuggested: the field is open, and a merge is offered that keeps what everybody
	// changed.
	StateSuggested
	// StateOpen: the field is open.
	StateOpen
)

var stateNames = [...]string{StateMerged: "merged", StateSuggested: "suggested", StateOpen: "open"}

// String is the state's name in JSON.
func (s State) String() string { return stateNames[s] }

// State is the state of the field.
func (c Cell) State() State {
	switch {
	case c.Suggested:
		return StateSuggested
	case c.Open:
		return StateOpen
	}
	return StateMerged
}

// Cells lists the fields, and Place and Other last where versions differ in them.
func (s *Session) Cells() []Cell {
	cells := make([]Cell, len(s.grid.rows))
	for i := range s.grid.rows {
		cells[i] = s.cell(&s.grid.rows[i])
	}
	return cells
}

func (s *Session) cell(r *row) Cell {
	p, st := s.proposalFor(r), s.stand(r)
	c := Cell{
		Field: r.field.Name, Lines: r.field.Lines(), Form: r.field.Form, Merge: r.field.Merge,
		Values: r.values, Alike: r.alike, Reason: p.Reason, Changed: p.Changed,
		Result: st.value, From: s.letterOf(st.from), Chosen: st.chosen, Open: st.open, Proposed: st.proposed,
	}
	if !r.alike {
		c.Offers = s.offersFor(r)
		c.Suggested = c.Open && s.suggested(r)
	}
	if r.base != nil {
		c.HasBase, c.Base = true, ancestry.WithoutGaps(*r.base)
	}
	if put, is := s.draft.fields[c.Field]; is && put.from == nil {
		_, c.Problem = r.field.Canonical(put.value)
	}
	c.Parts = letters(s.partsOf(r, st))
	c.Accepted = s.draft.fields[c.Field].kind
	if s.original(st.from) {
		c.Accepted = OfferOriginal
	}
	_, cut := s.draft.hunks[c.Field]
	c.TypedIn = s.draft.typedIn(c.Field)
	c.Typed = c.Chosen && !cut && c.From == "" && len(c.Parts) == 0 && c.Accepted != OfferOriginal
	return c
}

// Open lists what a person has still to choose before saving: names of fields,
// and "" first where it is whether the item is deleted at all. A result that
// deletes leaves nothing open.
func (s *Session) Open() []string {
	var open []string
	if s.undecided() {
		open = append(open, "")
	} else if s.deletes() {
		return nil
	}
	for i := range s.grid.rows {
		if r := &s.grid.rows[i]; s.stand(r).open {
			open = append(open, r.field.Name)
		}
	}
	return open
}

// undecided tells that it is open whether the item is deleted: of the versions
// taken into account some are, others are not, and nobody decided.
func (s *Session) undecided() bool {
	if s.draft.whole != nil || s.draft.picked() || s.draft.stays {
		return false
	}
	deleted, live := false, false
	for n, v := range s.grid.versions {
		if s.counts(n) {
			deleted = deleted || v.Deleted
			live = live || !v.Deleted
		}
	}
	return deleted && live
}

// columns are the candidates of an item: versions of equal content share one.
type columns struct {
	ancestry.Sorted
	// pool are the versions that Sorted numbers: the winner, the conflicts and those that
	// are reopened; conflicts is how many of them are conflicts.
	pool      []*item.Version
	conflicts int
}

func columnsOf(it *item.Item, about About) columns {
	if about.Listed {
		return columns{ancestry.SortApart(it), it.Versions(), len(it.Conflicts)}
	}
	sorted, _ := ancestry.SortVersions(it, about.Offered, func() (ancestry.Base, error) { return about.Base, nil })
	return columns{sorted, append(it.Versions(), about.Offered...), len(it.Conflicts)}
}

// of are the numbers of the versions that share a candidate's column.
func (c columns) of(number int) []int {
	if number == 0 {
		return c.Winner
	}
	return c.Open[number-1]
}

// versions are those that stand for the columns.
func (c columns) versions() []*item.Version {
	all := []*item.Version{c.pool[0]}
	for _, group := range c.Open {
		all = append(all, c.pool[group[0]])
	}
	return all
}

// equal are the other versions of a column.
func (c columns) equal(number int) (all []*item.Version) {
	for _, n := range c.of(number)[1:] {
		all = append(all, c.pool[n])
	}
	return all
}

// reopened reports whether a column has no conflict of the item, only versions that are
// reopened.
func (c columns) reopened(number int) bool { return c.of(number)[0] > c.conflicts }

// bound reports whether a column cannot be left out, when these conflicts have to be
// included: it can while another version of the column stays open.
func (c columns) bound(number int, conflicts []int) bool {
	return !slices.ContainsFunc(c.of(number), func(n int) bool {
		return n <= c.conflicts && !slices.Contains(conflicts, n-1)
	}) && !c.reopened(number)
}

// columnOf is the number of the column that has a version, or else one of equal content, or
// -1.
func (c columns) columnOf(v *item.Version) int {
	for _, is := range []func(*item.Version, *item.Version) bool{(*item.Version).Same, ancestry.Equal} {
		for number := range 1 + len(c.Open) {
			if slices.ContainsFunc(c.of(number), func(n int) bool { return is(c.pool[n], v) }) {
				return number
			}
		}
	}
	return -1
}

// without are the versions of columns that others do not have.
func (c columns) without(others columns) (all []*item.Version) {
	for _, v := range c.versions() {
		if others.columnOf(v) < 0 {
			all = append(all, v)
		}
	}
	return all
}
