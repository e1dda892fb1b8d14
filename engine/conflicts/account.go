package conflicts

import (
	"time"

	"crossfeed/engine/item"
)

// Account is a decision in the terms of a log.
type Account struct {
	// Versions are those that there were to choose from, the winner first.
	Versions []Weighed
	// Fields are those that were not the same in all versions, and those in
	// which the result is none of theirs. There are none where the result is a
	// tombstone.
	Fields []Settled
}

// Weighed is a version that there was to choose from.
type Weighed struct {
	*item.Version
	// Taken tells that it was taken into account.
	Taken bool
}

// Settled is what was decided about a field.
type Settled struct {
	Field, Value string
	// From is the index of the version that the value is from, or -1 where it
	// was typed or joined.
	From int
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
		a.Fields = append(a.Fields, Settled{
			Field: r.field.Name, Value: s.stamped(r, st, at),
			From: s.number(st.from), Proposed: st.proposed,
		})
	}
	return s.withPlace(a)
}

// withPlace adds a place that was chosen and in which the versions do not differ any
// more.
func (s *Session) withPlace(a Account) Account {
	if c, put := s.draft.fields[Place]; put && s.grid.find(Place) == nil {
		a.Fields = append(a.Fields, Settled{Field: Place, Value: c.value, From: s.number(c.from)})
	}
	return a
}
