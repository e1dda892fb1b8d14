package conflicts

import (
	"slices"
	"strings"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// proposal is what is proposed for a row. From and Changed number candidates.
type proposal struct {
	merge.Proposal
	// none tells that there is nothing to propose from: no version lives.
	none bool
	// chunks are the stretches of a long text as the versions cut it, pieces what
	// is proposed for them by their numbers, once that was asked for. moved are those
	// that a paragraph was moved away from.
	chunks []merge.Chunk
	pieces []proposedHunk
	moved  []int
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
		return proposal{Proposal: merge.Proposal{From: -1}, none: true, chunks: s.chunksFor(r, who)}
	}
	values := make([]string, len(who))
	for i, n := range who {
		values[i] = r.values[n]
	}
	f := merge.Field{
		Join: ancestry.Joins[r.field.Merge], Base: r.base, Values: values, Equal: r.field.Alike,
		Prose: r.field.Merge == record.MergeOne && r.field.Form == record.Line,
	}
	if f.Join == merge.JoinText {
		chunks := s.chunksFor(r, who)
		return proposal{Proposal: numbered(f.Whole(chunks), who), chunks: chunks}
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

// chunks are the stretches of a long text in which versions differ; nil for any
// other row. All versions that say anything are compared, whatever is included, so
// that a stretch keeps its number.
func (r *row) chunks() []merge.Chunk {
	if r.cut == nil {
		var cut []merge.Chunk
		if values := r.spoken(); r.field.Merge == record.MergeText && differ(values) {
			r.compared = merge.Compare(r.base, values)
			cut = r.compared.Chunks()
		}
		r.cut = &cut
	}
	return *r.cut
}

// spoken are the values of the versions that say anything.
func (r *row) spoken() []string {
	var all []string
	for n, value := range r.values {
		if r.speaks[n] {
			all = append(all, value)
		}
	}
	return all
}

func differ(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return v != values[0] })
}

// spread gives every candidate its text, of texts of those that say anything.
func (r *row) spread(texts []string) []string {
	all := make([]string, len(r.values))
	next := 0
	for n := range all {
		if r.speaks[n] {
			all[n] = texts[next]
			next++
		}
	}
	return all
}

// chunksFor are the stretches of a row with what the included versions make of
// them. Their proposals number the versions among those.
func (s *Session) chunksFor(r *row, who []int) []merge.Chunk {
	if r.chunks() != nil && len(who) < len(r.spoken()) {
		return r.compared.Among(s.amongSpoken(r))
	}
	return r.chunks()
}

// amongSpoken are the indexes that the included versions have among the values of
// those that say anything.
func (s *Session) amongSpoken(r *row) (among []int) {
	next := 0
	for n, speaks := range r.speaks {
		if speaks && s.counts(n) {
			among = append(among, next)
		}
		if speaks {
			next++
		}
	}
	return among
}

// pieces are the proposals for the stretches of a row, with candidates by their
// numbers.
func (s *Session) pieces(r *row) []proposedHunk {
	p := s.proposalFor(r)
	if p.pieces == nil {
		who := s.speakers(r)
		for i, c := range p.chunks {
			one := proposedHunk{Proposal: numbered(c.Proposal, who), texts: r.spread(r.chunks()[i].Texts)}
			if m := c.Move; m != nil {
				moved := *m
				moved.By, moved.Edited = who[m.By], who[m.Edited]
				one.move = &moved
				if m.To != i {
					p.moved = append(p.moved, i)
				}
			}
			p.pieces = append(p.pieces, one)
		}
		s.offer(r, p.pieces)
	}
	return p.pieces
}

// proposedHunk is what is proposed for a stretch, and the ways to resolve it.
type proposedHunk struct {
	merge.Proposal
	// texts are those of the candidates.
	texts  []string
	move   *merge.Move
	offers []Offer
}

// standsIn numbers the candidate whose text is shown where a stretch is open.
func (s *Session) standsIn(r *row) int {
	if n := s.number(s.standIn()); n >= 0 && r.speaks[n] {
		return n
	}
	return slices.Index(r.speaks, true)
}

// standOf is how a text stands of which stretches were chosen.
func (s *Session) standOf(r *row) standing {
	var texts []string
	open := false
	for _, h := range s.hunks(r) {
		texts = append(texts, h.Result)
		open = open || h.Open
	}
	return standing{value: strings.Join(texts, ""), chosen: true, open: open}
}

// partsOf numbers the candidates that a result was merged from, each once; none where it
// is that of one of them, or typed.
func (s *Session) partsOf(r *row, st standing) (parts []int) {
	name := r.field.Name
	_, cut := s.draft.hunks[name]
	switch p := s.proposalFor(r); {
	case cut || st.proposed && p.Reason == merge.Merged:
		for _, h := range s.hunks(r) {
			if !h.Alike && !h.Open {
				parts = append(parts, h.Sources()...)
			}
		}
		slices.Sort(parts)
		return slices.Compact(parts)
	case st.proposed && p.Reason == merge.United:
		return p.Changed
	}
	for _, v := range s.draft.fields[name].parts {
		if n := s.number(v); n >= 0 {
			parts = append(parts, n)
		}
	}
	return parts
}
