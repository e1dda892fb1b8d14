package conflicts

import (
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
		return standing{value: s.says(v, r), from: v, open: true}
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
// taken from, or else the first that lives.
func (s *Session) standIn() *item.Version {
	if !s.it.Winner.Deleted {
		return s.it.Winner
	}
	for i := range s.grid.rows {
		if from := s.draft.fields[s.grid.rows[i].field.Name].from; from != nil {
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
