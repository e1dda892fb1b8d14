package conflicts

import (
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// joins says by the way in which a field may be joined how reconcile joins it.
var joins = map[record.Merge]merge.Join{
	record.MergeOne:   merge.JoinOne,
	record.MergeText:  merge.JoinText,
	record.MergeSet:   merge.JoinSet,
	record.MergeUnit:  merge.JoinUnit,
	record.MergeNever: merge.JoinNever,
}

// proposal is what is proposed for a row. From and Changed number candidates.
type proposal struct {
	merge.Proposal
	// none tells that there is nothing to propose from: no version lives.
	none bool
	// pieces are those for the stretches of a long text, once they were asked
	// for.
	pieces []proposedHunk
	// offers are the ways to resolve the row as a whole, once they were asked for.
	offers *[]Offer
}

// proposed are the proposals for all rows, from the versions that are taken into
// account. What was once proposed for the same ticks is looked up.
func (s *Session) proposed() []*proposal {
	key := s.ticked()
	all, made := s.proposals[key]
	if !made {
		for i := range s.grid.rows {
			p := s.propose(&s.grid.rows[i])
			all = append(all, &p)
		}
		s.proposals[key] = all
	}
	return all
}

// proposalFor is the one for a row.
func (s *Session) proposalFor(r *row) *proposal {
	all := s.proposed()
	for i := range s.grid.rows {
		if r == &s.grid.rows[i] {
			return all[i]
		}
	}
	return &proposal{none: true}
}

// propose makes the proposal for a row.
func (s *Session) propose(r *row) proposal {
	who := s.speakers(r)
	if len(who) == 0 {
		return proposal{Proposal: merge.Proposal{From: -1}, none: true}
	}
	values := make([]string, len(who))
	for i, n := range who {
		values[i] = r.values[n]
	}
	f := merge.Field{
		Join: joins[r.field.Merge], Base: r.base, Values: values, Equal: r.field.Alike,
		Prose: r.field.Merge == record.MergeOne && r.field.Form == record.Line,
	}
	if f.Join == merge.JoinText {
		return proposal{Proposal: numbered(f.Whole(s.chunksFor(r, who)), who)}
	}
	p := merge.Propose(f)
	if r.field.Name == Place && s.about.Orphan.deleted(p.Value) {
		p.Open = true // whether to restore what was deleted is for a person to say
	}
	return proposal{Proposal: numbered(p, who)}
}

// speakers number the candidates that say something about the row and are taken
// into account.
func (s *Session) speakers(r *row) []int {
	var who []int
	for n := range s.grid.versions {
		if r.speaks[n] && s.counts(n) {
			who = append(who, n)
		}
	}
	return who
}

// numbered is a proposal from some of the candidates, with their numbers.
func numbered(p merge.Proposal, who []int) merge.Proposal {
	if p.From >= 0 {
		p.From = who[p.From]
	}
	if p.Changed == nil {
		return p
	}
	changed := make([]int, len(p.Changed))
	for i, n := range p.Changed {
		changed[i] = who[n]
	}
	p.Changed = changed
	return p
}

// version is a candidate by its number, or nil for none.
func (g *grid) version(number int) *item.Version {
	if number < 0 || number >= len(g.versions) {
		return nil
	}
	return g.versions[number]
}
