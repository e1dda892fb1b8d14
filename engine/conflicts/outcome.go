package conflicts

import (
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
)

// Outcome says what saving will do.
type Outcome struct {
	// Update is the number of the update that it makes: the item's updates as
	// they will then be (SSE 0.93 §3.2).
	Update int
	// Resolved is the number of conflicts that go into the history, Open of
	// those that stay; equal versions count as one.
	Resolved, Open int
	// Answered is the number of versions offered again that are taken into
	// account, Offered of those that stay offered.
	Answered, Offered int
	// ToChoose is the number of things that a person has still to choose:
	// saving is refused while it is not 0.
	ToChoose int
	// Deletes tells that the result is a tombstone.
	Deletes bool
	// Unmarks tells that the item will no longer be marked as one to look at.
	Unmarks bool
	// Restores tells that the deleted item that it is in is restored with it.
	Restores bool
	// Confirms tells that saving only confirms what all versions say: nobody
	// can see a difference, and nobody changed the result.
	Confirms bool
}

// Outcome says what saving will do now (SSE 0.93 §3.4, SSE 0.91 §4.2).
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

// Account is a decision in the terms of a log.
type Account struct {
	// Versions are those that there were to choose from, the winner first.
	Versions []Weighed
	// Fields are those that were not the same in all versions, and those in
	// which the result is none of theirs. There are none where the result is a
	// tombstone.
	Fields []Resolved
}

// Weighed is a version that there was to choose from.
type Weighed struct {
	*item.Version
	// Taken tells that it was taken into account.
	Taken bool
}

// Resolved is what was decided about a field.
type Resolved struct {
	Field, Value string
	// From is the index of the version that the value is from, or -1 where it
	// was typed or merged, or is the original.
	From int
	// Parts are the indexes of the versions that a merged value is made of; none where a
	// person typed into it.
	Parts []int
	// Original reports that it is the value of the common ancestor.
	Original bool
	// Proposed tells that it was proposed and left so.
	Proposed bool
}

// Account says what was decided, for a decision made at that time.
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
		st := s.stand(r)
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
func (s *Session) isOriginal(r *row, st standing) bool {
	if _, cut := s.draft.hunks[r.field.Name]; cut {
		return len(s.partsOf(r, st)) == 0 && r.base != nil && st.value == ancestry.WithoutGaps(*r.base)
	}
	return s.original(st.from) || s.draft.fields[r.field.Name].kind == OfferOriginal
}

// withPlace adds a place that was chosen and in which the versions do not differ any
// more.
func (s *Session) withPlace(a Account) Account {
	if c, put := s.draft.fields[Place]; put && s.grid.find(Place) == nil {
		a.Fields = append(a.Fields, Resolved{Field: Place, Value: c.value, From: s.number(c.from), Original: c.kind == OfferOriginal})
	}
	return a
}
