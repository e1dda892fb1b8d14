package conflicts

import (
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
)

// Outcome describes what saving will do.
type Outcome struct {
	// Update is the number of updates that the item will have after saving (SSE 0.93 §3.2).
	Update int
	// Resolved is the number of conflicts that will go into the history, Open the number of
	// those that stay; equal versions count as one.
	Resolved, Open int
	// Answered is the number of reopened versions that are included, Offered the number of
	// those that stay reopened.
	Answered, Offered int
	// ToChoose is the number of choices that a person still has to make. Saving fails until it
	// is 0.
	ToChoose int
	// Deletes reports whether the result is a tombstone.
	Deletes bool
	// Unmarks reports whether the item will no longer be marked as being in conflict.
	Unmarks bool
	// Restores reports whether the deleted parent of the item will be restored with it.
	Restores bool
	// Confirms reports whether saving only confirms what all versions say: there is no visible
	// difference, and nobody changed the result.
	Confirms bool
}

// Outcome returns what saving will do now (SSE 0.93 §3.4, SSE 0.91 §4.2).
func (s *Session) Outcome() Outcome {
	o := Outcome{
		Update: s.it.Winner.Updates + 1, Deletes: s.deletes(),
		ToChoose: len(s.Open()), Confirms: s.confirms(), Unmarks: s.it.Flagged,
	}
	o.Restores = s.restores(s.place()) != ""
	for i, t := range s.ticks {
		switch conflict := !s.grid.reopened(i + 1); {
		case conflict && t.taken:
			o.Resolved++
		case conflict:
			o.Open++
		case t.taken:
			o.Answered++
		default:
			o.Offered++
		}
	}
	return o
}

func (s *Session) confirms() bool {
	switch s.Situation() {
	case OnlyVolatile, Circle, Marked:
		return !s.draft.picked() && !s.draft.stays
	}
	return false
}

// Account is a resolution in the terms of the resolution log.
type Account struct {
	// Versions are the versions that there were to choose from, the winner first.
	Versions []Weighed
	// Fields are the fields in which versions differed, and those in which the result has no
	// version's value. It is empty if the result is a tombstone.
	Fields []Resolved
}

// Weighed is a version that there was to choose from.
type Weighed struct {
	*item.Version
	// Taken reports whether the version was included.
	Taken bool
}

// Resolved is the decision about a field.
type Resolved struct {
	Field, Value string
	// From is the index of the version that the value is from. It is -1 if the value was typed
	// or merged, or is the original.
	From int
	// Parts has the indexes of the versions that a merged value is made from. It is empty if a
	// person typed into the value.
	Parts []int
	// Original reports whether the value is the common ancestor's.
	Original bool
	// Proposed reports whether the value is the unchanged proposal.
	Proposed bool
}

// Account returns what was decided, for a resolution made at that time.
func (s *Session) Account(at time.Time) Account {
	var a Account
	for n, v := range s.grid.versions {
		a.Versions = append(a.Versions, Weighed{Version: v, Taken: s.counts(n)})
	}
	if s.deletes() {
		return a
	}
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		st := s.stateOf(r)
		if r.alike && r.field.Equal(st.value, r.values[0]) {
			continue
		}
		f := Resolved{Field: r.field.Name, Value: s.stamped(r, st, at), From: s.number(st.from), Proposed: st.proposed}
		if !s.draft.typedIn(f.Field) {
			f.Parts, f.Original = s.partsOf(r, st), s.isOriginal(r, st)
		}
		a.Fields = append(a.Fields, f)
	}
	return s.withPlace(a)
}

// isOriginal reports whether a person chose the original for a row.
func (s *Session) isOriginal(r *row, st rowState) bool {
	if _, cut := s.draft.hunks[r.field.Name]; cut {
		return len(s.partsOf(r, st)) == 0 && r.base != nil && st.value == ancestry.WithoutGaps(*r.base)
	}
	return s.original(st.from) || s.draft.fields[r.field.Name].kind == OfferOriginal
}

// withPlace adds a position that was chosen although the versions no longer differ in it.
func (s *Session) withPlace(a Account) Account {
	if c, put := s.draft.fields[Place]; put && s.grid.find(Place) == nil {
		a.Fields = append(a.Fields, Resolved{Field: Place, Value: c.value, From: s.number(c.from), Original: c.kind == OfferOriginal})
	}
	return a
}
