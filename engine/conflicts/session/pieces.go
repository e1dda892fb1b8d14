package session

import (
	"slices"

	"crossfeed/engine/merge"
)

// pieces are the proposals for the stretches of a row, from the versions that are
// taken into account.
func (s *Session) pieces(r *row) []merge.Proposal {
	p := s.proposalFor(r)
	if p.pieces == nil {
		p.pieces = s.piecesOf(r, s.speakers(r))
	}
	return p.pieces
}

func (s *Session) piecesOf(r *row, who []int) (pieces []merge.Proposal) {
	chunks := r.chunks()
	if len(who) < len(r.spoken()) {
		chunks = merge.ChunksAmong(r.base, r.spoken(), s.amongSpoken(r))
	}
	for _, c := range chunks {
		pieces = append(pieces, numbered(c.Proposal, who))
	}
	return pieces
}

// proposeText proposes for a long text what its stretches come to where versions
// that they were cut from are not taken into account: cut from fewer versions they
// might come to something else.
func (s *Session) proposeText(r *row, who []int, values []string) proposal {
	p := proposal{Proposal: numbered(r.propose(merge.JoinOne, values), who)}
	if !p.Open || r.base == nil {
		return p
	}
	p.pieces = s.piecesOf(r, who)
	value := ""
	for _, piece := range p.pieces {
		if piece.Open {
			return p
		}
		value += piece.Value
	}
	p.Open, p.Value, p.Reason = false, value, merge.Woven
	if i := slices.Index(values, value); i >= 0 {
		p.From = who[i]
	}
	return p
}

// amongSpoken are the indexes that those taken into account have among the values
// of the versions that say anything.
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
