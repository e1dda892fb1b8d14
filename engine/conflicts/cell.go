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
	// Field is the name of the field; Lines reports whether it can have several lines.
	Field string
	Lines bool
	// Form is the form of the values, Merge how they can be merged.
	Form  record.Form
	Merge record.Merge
	// Values holds each candidate's value, in the order of the candidates. Tombstones and
	// versions without stored content have "". Callers must not modify it.
	Values []string
	// HasBase reports whether the original is known; Base is its value. For a text in which
	// some lines have no original (Hunk.NoBase), Base has the other lines.
	HasBase bool
	Base    string
	// Alike reports whether all candidates agree.
	Alike bool
	// Reason explains the proposal; Changed has the numbers of the candidates that changed the
	// value.
	Reason  merge.Reason
	Changed []int
	// Open reports whether a person has to choose: there is no proposal, and nothing has been
	// chosen yet. Saving fails while a cell is open.
	Open bool
	// Suggested reports whether an offer for the open field keeps everybody's changes, so that
	// a person only has to read and accept it: OfferWords, or the moved paragraph with its
	// edit.
	Suggested bool
	// Proposed reports whether Result is the unchanged proposal.
	Proposed bool
	// Parts has, for a text or set that was merged or chosen piece by piece, the letters of
	// the candidates that it was made from, each once.
	Parts []string
	// Result is the value that saving will give the field. For an open cell it is the winner's
	// value, a placeholder and no proposal; in a long text this applies to the open hunks
	// only.
	Result string
	// From is the letter of the candidate that Result was taken from. It is "" if Result was
	// typed or merged, or if the candidate is gone.
	From string
	// Problem is the reason why the typed value is invalid, or nil.
	Problem error
	// Offers are the ways to resolve the field as a whole. There are none if all candidates
	// agree.
	Offers []Offer
	// Accepted is the kind of offer accepted for the whole field. It is OfferVersion if a
	// version's value was taken, or if nothing was accepted.
	Accepted OfferKind
	// Chosen reports whether a person chose the value.
	Chosen bool
	// Typed reports whether a person typed the value as a whole: it is from no version, and
	// was not chosen hunk by hunk. TypedIn reports whether a person typed into hunks of it.
	Typed, TypedIn bool
}

// State is how far a field is resolved without a person.
type State int

// The states, ordered by how much a person has to do.
const (
	// StateMerged: there is a result, merged or chosen. Fields on which all candidates agree
	// are in this state, too.
	StateMerged State = iota
	// StateSuggested: the field is open, and an offered merge keeps everybody's changes.
	StateSuggested
	// StateOpen: the field is open, without a suggestion.
	StateOpen
)

var stateNames = [...]string{StateMerged: "merged", StateSuggested: "suggested", StateOpen: "open"}

// String returns the state's name in JSON.
func (s State) String() string { return stateNames[s] }

// State returns the state of the field.
func (c Cell) State() State {
	switch {
	case c.Suggested:
		return StateSuggested
	case c.Open:
		return StateOpen
	}
	return StateMerged
}

// Cells returns the cells of all fields; Place and Other come last, if versions differ in
// them.
func (s *Session) Cells() []Cell {
	cells := make([]Cell, len(s.grid.rows))
	for i := range s.grid.rows {
		cells[i] = s.cell(&s.grid.rows[i])
	}
	return cells
}

func (s *Session) cell(r *row) Cell {
	p, st := s.proposalFor(r), s.stateOf(r)
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

// Open lists what a person still has to choose before saving: the names of fields, preceded by
// "" if it is undecided whether the item is deleted. If the result is a deletion, nothing is
// open.
func (s *Session) Open() []string {
	var open []string
	if s.undecided() {
		open = append(open, "")
	} else if s.deletes() {
		return nil
	}
	for i := range s.grid.rows {
		if r := &s.grid.rows[i]; s.stateOf(r).open {
			open = append(open, r.field.Name)
		}
	}
	return open
}

// undecided reports whether somebody has to decide if the item is deleted: some included
// versions are deleted, others are not, and nobody has decided yet.
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

// columns are the candidates of an item. Versions with equal content share a column.
type columns struct {
	ancestry.Sorted
	// pool has the versions that Sorted numbers: the winner, the conflicts and the reopened
	// versions; conflicts is the number of conflicts among them.
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

// of returns the numbers of the versions that share a candidate's column.
func (c columns) of(number int) []int {
	if number == 0 {
		return c.Winner
	}
	return c.Open[number-1]
}

// versions returns the first version of each column, which represents it.
func (c columns) versions() []*item.Version {
	all := []*item.Version{c.pool[0]}
	for _, group := range c.Open {
		all = append(all, c.pool[group[0]])
	}
	return all
}

// equal returns the other versions of a column.
func (c columns) equal(number int) (all []*item.Version) {
	for _, n := range c.of(number)[1:] {
		all = append(all, c.pool[n])
	}
	return all
}

// reopened reports whether a column has only reopened versions and no conflict of the item.
func (c columns) reopened(number int) bool { return c.of(number)[0] > c.conflicts }

// bound reports whether a column cannot be left out if the given conflicts must be included.
// It can be left out while another version of the column stays open.
func (c columns) bound(number int, conflicts []int) bool {
	return !slices.ContainsFunc(c.of(number), func(n int) bool {
		return n <= c.conflicts && !slices.Contains(conflicts, n-1)
	}) && !c.reopened(number)
}

// columnOf returns the number of the column with v or, failing that, with a version of equal
// content, or -1.
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

// without returns the versions of columns that others does not have.
func (c columns) without(others columns) (all []*item.Version) {
	for _, v := range c.versions() {
		if others.columnOf(v) < 0 {
			all = append(all, v)
		}
	}
	return all
}
