package conflicts

import (
	"slices"
	"strings"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// proposal is the proposal for a row. From and Changed are numbers of candidates.
type proposal struct {
	merge.Proposal
	// none reports whether there is nothing to propose, because all versions are deleted.
	none bool
	// chunks are the hunks of a long text as the versions cut it. pieces caches the proposals
	// for them, by number. moved are the hunks that a paragraph was moved out of.
	chunks []merge.Chunk
	pieces []proposedHunk
	moved  []int
	// offers caches the ways to resolve the row as a whole.
	offers *[]Offer
}

// proposed returns the proposals for all rows, based on the included versions. They are cached
// by the ticks.
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

func (s *Session) proposalFor(r *row) *proposal {
	all := s.proposed()
	for i := range s.grid.rows {
		if r == &s.grid.rows[i] {
			return all[i]
		}
	}
	return &proposal{none: true}
}

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
		p.Open = true // only a person can decide whether to restore a deleted item
	}
	return proposal{Proposal: numbered(p, who)}
}

// speakers returns the numbers of the candidates that are included and say something about the
// row.
func (s *Session) speakers(r *row) []int {
	var who []int
	for n := range s.grid.versions {
		if r.speaks[n] && s.counts(n) {
			who = append(who, n)
		}
	}
	return who
}

// numbered translates a proposal's indexes among some candidates into the candidates' numbers.
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

// version returns the candidate with a number, or nil.
func (g *grid) version(number int) *item.Version {
	if number < 0 || number >= len(g.versions) {
		return nil
	}
	return g.versions[number]
}

// chunks returns the hunks of a long text in which versions differ, or nil for any other row.
// It compares all versions that have a value, whether or not they are included, so that hunks
// keep their numbers.
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

// spoken returns the values of the versions that have one.
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

// spread returns one text for each candidate, given the texts of the candidates that have a
// value.
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

// chunksFor returns the hunks of a row, merged from the included versions. Their proposals
// number the included versions only.
func (s *Session) chunksFor(r *row, who []int) []merge.Chunk {
	if r.chunks() != nil && len(who) < len(r.spoken()) {
		return r.compared.Among(s.amongSpoken(r))
	}
	return r.chunks()
}

// amongSpoken returns the indexes of the included versions among the versions that have a
// value.
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

// pieces returns the proposals for the hunks of a row, with the candidates' numbers.
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

// proposedHunk is the proposal for a hunk, and the ways to resolve it.
type proposedHunk struct {
	merge.Proposal
	// texts are the candidates' texts.
	texts  []string
	move   *merge.Move
	offers []Offer
}

// fallbackIndex returns the number of the candidate whose text is shown in open hunks.
func (s *Session) fallbackIndex(r *row) int {
	if n := s.number(s.fallback()); n >= 0 && r.speaks[n] {
		return n
	}
	return slices.Index(r.speaks, true)
}

// hunksState returns the standing of a text of which hunks were chosen.
func (s *Session) hunksState(r *row) rowState {
	var texts []string
	open := false
	for _, h := range s.hunks(r) {
		texts = append(texts, h.Result)
		open = open || h.Open
	}
	return rowState{value: strings.Join(texts, ""), chosen: true, open: open}
}

// partsOf returns the numbers of the candidates that a result was merged from, each once.
// There are none if the result is one candidate's value, or was typed.
func (s *Session) partsOf(r *row, st rowState) (parts []int) {
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
