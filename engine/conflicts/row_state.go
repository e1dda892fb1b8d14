package conflicts

import (
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// rowState is the current state of a row in the result.
type rowState struct {
	value string
	// from is the version that the value is from, or nil if it was typed or merged.
	from *item.Version
	// See the fields of Cell.
	chosen, open, proposed bool
}

// stateOf returns the current state of a row in the result: a person's choice, else the value of
// a version taken as a whole, else the proposal, and without a proposal the fallback's value.
func (s *Session) stateOf(r *row) rowState {
	name := r.field.Name
	if c, put := s.draft.fields[name]; put {
		return rowState{value: c.value, from: c.from, chosen: true, open: c.unfinished}
	}
	if _, put := s.draft.hunks[name]; put {
		return s.hunksState(r)
	}
	if whole := s.draft.whole; whole != nil && !s.draft.back[name] {
		return rowState{value: s.valueOf(whole, r), from: whole, chosen: true}
	}
	p := s.proposalFor(r)
	switch {
	case s.deletes():
		return rowState{from: s.start(), open: p.Open}
	case p.none:
		v := s.fallback()
		return rowState{value: s.storedValueOf(v, r), from: v}
	case p.Open:
		v := s.fallback()
		if len(r.chunks()) == 0 {
			return rowState{value: s.valueOf(v, r), from: v, open: true}
		}
		st := s.hunksState(r)
		if st.chosen = false; st.value == s.valueOf(v, r) {
			st.from = v
		}
		return st
	}
	return rowState{value: p.Value, from: s.grid.version(p.From), proposed: true}
}

// deletes reports whether the result is a tombstone. While that is undecided, the winner
// determines it.
func (s *Session) deletes() bool {
	switch {
	case s.draft.whole != nil:
		return s.draft.whole.Deleted
	case s.draft.picked() || s.draft.stays:
		return false
	}
	return s.it.Winner.Deleted
}

// fallback returns the version whose values are shown where nothing is proposed or chosen: the
// winner. If the winner is deleted, it is the version that something was taken from, if that
// still exists, or else the first one that is not deleted.
func (s *Session) fallback() *item.Version {
	if !s.it.Winner.Deleted {
		return s.it.Winner
	}
	for i := range s.grid.rows {
		if from := s.draft.fields[s.grid.rows[i].field.Name].from; s.number(from) >= 0 {
			return from
		}
	}
	for n, v := range s.grid.versions {
		if s.grid.lives[n] && s.counts(n) {
			return v
		}
	}
	return s.it.Winner
}

// valueOf returns a version's value for a row, and "" if the version is deleted.
func (s *Session) valueOf(v *item.Version, r *row) string {
	if v.Deleted {
		return ""
	}
	for n, candidate := range s.grid.versions {
		if candidate == v {
			return r.values[n]
		}
	}
	return s.storedValueOf(v, r)
}

// storedValueOf returns a version's value for a row, even if the version is deleted.
func (s *Session) storedValueOf(v *item.Version, r *row) string {
	switch r.field.Name {
	case Other:
		return record.Rest(v.Content)
	case Place:
		if r.base != nil && s.original(v) {
			return *r.base
		}
		return PlaceText(v.Place)
	}
	read, there := s.strangers[v]
	if !there {
		read = record.Read(v.Content)
		s.strangers[v] = read
	}
	return read.Get(r.field.Name)
}

// Situation is the kind of a conflict, so that it can be described in one plain sentence.
type Situation int

// The situations. If several apply, the most informative one is used.
const (
	// Ordinary: the versions differ, and none is deleted.
	Ordinary Situation = iota
	// EditAgainstDeletion: some versions are deleted, others are not.
	EditAgainstDeletion
	// OnlyVolatile: the versions have no visible difference. They differ only in what programs
	// write on their own, or in mirrors for plain readers, and are not equal.
	OnlyVolatile
	// OnlyOther: they differ only in data that no field shows.
	OnlyOther
	// ResolvedApart: a conflict was resolved differently on several devices, and is an
	// ordinary conflict again.
	ResolvedApart
	// Circle: the item was taken out of another one because each of the two became the other's
	// parent (SSE 0.91 §4.4.2), and there is nothing else to resolve. Session.Circle returns
	// the other item.
	Circle
	// Orphaned: the item is in a deleted one, and there is nothing else to resolve.
	Orphaned
	// Marked: the item was marked as being in conflict by a program that did not store another
	// version of it (SSE 0.91 §5).
	Marked
)

// Situation returns the kind of conflict, considering all versions whether or not they are
// included.
func (s *Session) Situation() Situation {
	g := s.grid
	switch {
	case s.Circle() != "" && len(g.versions) == 1:
		return Circle
	case s.Orphaned() && len(g.versions) == 1:
		return Orphaned
	case ancestry.Marked(s.it) && len(g.versions) == 1:
		return Marked
	case !g.allLive():
		return EditAgainstDeletion
	case slices.Contains(g.gone, true):
		return s.ordinary()
	case slices.ContainsFunc(g.rows, func(r row) bool { return !r.alike && r.field.Name != Other }):
		return s.ordinary()
	case slices.ContainsFunc(g.rows, func(r row) bool { return !r.alike }):
		return OnlyOther
	}
	return OnlyVolatile
}

// ordinary returns the situation if no version is deleted and they differ.
func (s *Session) ordinary() Situation {
	if s.about.Base.CrissCross() {
		return ResolvedApart
	}
	return Ordinary
}

// Alike groups candidates without visible differences, by their numbers. Each candidate is in
// one group; the winner's comes first. Tombstones are alike, and a version without stored
// content is like no other.
func (s *Session) Alike() [][]int {
	var groups [][]int
	for n := range s.grid.versions {
		at := slices.IndexFunc(groups, func(group []int) bool { return s.grid.alike(group[0], n) })
		if at < 0 {
			groups = append(groups, []int{n})
		} else {
			groups[at] = append(groups[at], n)
		}
	}
	return groups
}

// alike reports whether there is no visible difference between two candidates.
func (g *grid) alike(a, b int) bool {
	if g.versions[a].Deleted != g.versions[b].Deleted {
		return false
	}
	if g.gone[a] || g.gone[b] {
		return g.versions[a].Deleted
	}
	return !slices.ContainsFunc(g.rows, func(r row) bool { return !r.field.Alike(r.values[a], r.values[b]) })
}
