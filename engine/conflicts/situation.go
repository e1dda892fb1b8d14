package conflicts

import (
	"slices"

	"crossfeed/engine/equal"
)

// Situation is what kind of case a settling is, so that it can be said in one
// plain sentence.
type Situation int

// Situations, the most telling one first where several are true.
const (
	// Ordinary: versions that live and differ.
	Ordinary Situation = iota
	// EditAgainstDeletion: some versions are deleted, others live.
	EditAgainstDeletion
	// OnlyVolatile: they differ in nothing that a person can see, only in what programs
	// write on their own or in mirrors for plain readers, and are not equal.
	OnlyVolatile
	// OnlyOther: they differ only in data that no field shows.
	OnlyOther
	// SettledApart: one conflict was settled in several places, and differently.
	// It is an ordinary one again.
	SettledApart
	// Circle: the item was taken out of another one because each came to stand in
	// the other (SSE 0.91 §4.4.2), and nothing else is to settle. Session.Circle names
	// the other.
	Circle
	// Orphaned: the item lives in a deleted one, and nothing else is to resolve.
	Orphaned
	// Marked: the item is marked as one to look at by a program that kept no other
	// version of it (SSE 0.91 §5).
	Marked
)

// Situation says what kind of case this is, of all versions whatever is ticked.
func (s *Session) Situation() Situation {
	g := s.grid
	switch {
	case s.Circle() != "" && len(g.versions) == 1:
		return Circle
	case s.Orphaned() && len(g.versions) == 1:
		return Orphaned
	case equal.Marked(s.it) && len(g.versions) == 1:
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

// ordinary is the case where versions live and differ.
func (s *Session) ordinary() Situation {
	if s.about.Base.CrissCross() {
		return SettledApart
	}
	return Ordinary
}

// Alike groups candidates that differ in nothing a person can see, by their
// numbers: each candidate stands in one group, the winner's first. Tombstones are
// alike, and a version whose content was not kept is like no other.
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

// alike tells whether a person can see no difference between two candidates.
func (g *grid) alike(a, b int) bool {
	if g.versions[a].Deleted != g.versions[b].Deleted {
		return false
	}
	if g.gone[a] || g.gone[b] {
		return g.versions[a].Deleted
	}
	return !slices.ContainsFunc(g.rows, func(r row) bool { return !r.field.Alike(r.values[a], r.values[b]) })
}
