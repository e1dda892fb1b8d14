package conflicts

import (
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// standing is how a row of the result stands.
type standing struct {
	value string
	// from is the version that the value is from, or nil where it was typed or
	// joined.
	from *item.Version
	// chosen, open and proposed are those of a Cell.
	chosen, open, proposed bool
}

// stand is how a row of the result stands: what a person put there, else what a
// version taken whole says, else the proposal, and where there is none what the
// stand-in says.
func (s *Session) stand(r *row) standing {
	name := r.field.Name
	if c, put := s.draft.fields[name]; put {
		return standing{value: c.value, from: c.from, chosen: true, open: c.unfinished}
	}
	if _, put := s.draft.hunks[name]; put {
		return s.standOf(r)
	}
	if whole := s.draft.whole; whole != nil && !s.draft.back[name] {
		return standing{value: s.says(whole, r), from: whole, chosen: true}
	}
	p := s.proposalFor(r)
	switch {
	case s.deletes():
		return standing{from: s.start(), open: p.Open}
	case p.none:
		v := s.standIn()
		return standing{value: s.kept(v, r), from: v}
	case p.Open:
		v := s.standIn()
		if len(r.chunks()) == 0 {
			return standing{value: s.says(v, r), from: v, open: true}
		}
		st := s.standOf(r)
		if st.chosen = false; st.value == s.says(v, r) {
			st.from = v
		}
		return st
	}
	return standing{value: p.Value, from: s.grid.version(p.From), proposed: true}
}

// deletes tells whether the result is a tombstone. While it is open whether the
// item is deleted, it is what the winner says.
func (s *Session) deletes() bool {
	switch {
	case s.draft.whole != nil:
		return s.draft.whole.Deleted
	case s.draft.picked() || s.draft.stays:
		return false
	}
	return s.it.Winner.Deleted
}

// standIn is the version whose values stand where nothing is proposed and nothing
// was chosen: the winner, and where it is deleted the version that something was
// taken from, if it is still there, or else the first that lives.
func (s *Session) standIn() *item.Version {
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

// says is what a version says about a row: nothing, where it is deleted.
func (s *Session) says(v *item.Version, r *row) string {
	if v.Deleted {
		return ""
	}
	for n, candidate := range s.grid.versions {
		if candidate == v {
			return r.values[n]
		}
	}
	return s.kept(v, r)
}

// kept is what stands in a version about a row, in a tombstone too.
func (s *Session) kept(v *item.Version, r *row) string {
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

// Situation is what kind of case a resolution is, so that it can be said in one
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
	// ResolvedApart: one conflict was resolved in several places, and differently.
	// It is an ordinary one again.
	ResolvedApart
	// Circle: the item was taken out of another one because each came to stand in
	// the other (SSE 0.91 §4.4.2), and nothing else is to resolve. Session.Circle names
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

// ordinary is the case where versions live and differ.
func (s *Session) ordinary() Situation {
	if s.about.Base.CrissCross() {
		return ResolvedApart
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
