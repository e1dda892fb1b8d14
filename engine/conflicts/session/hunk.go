package session

import (
	"fmt"
)

// Hunk is a stretch of a long text in which candidates differ, or that they
// share.
type Hunk struct {
	// Base is the stretch as they started from it, Texts as each candidate has
	// it, in their order: "" for one that says nothing.
	Base  string
	Texts []string
	// NoBase reports that the stretch has no original, because the originals
	// from which the text's original is merged collide here.
	NoBase bool
	// Alike tells that all candidates that live have the same here.
	Alike bool
	// Open tells that nothing is proposed, and nothing was chosen yet.
	Open bool
	// Taken numbers the candidates whose text stands in the result, in that
	// order: more than one where a person took several, one after the other,
	// and none where it was taken out. It is nil where the result holds the
	// proposal, or is open.
	Taken []int
	// From numbers the candidate that the proposal is from, -1 where it is
	// joined, open, or not what stands there.
	From int
	// Result is the stretch in the result.
	Result string
	// Accepted is the kind of offer that was accepted, where Taken is not nil.
	Accepted OfferKind
	// Offers are the ways to resolve the stretch; none where all have the same.
	Offers []Offer
}

// Hunks cuts a long text into stretches; nil where the field is no long text in
// which versions differ, or its result was typed or taken whole from a candidate.
func (s *Session) Hunks(field string) []Hunk {
	r := s.grid.find(field)
	if r == nil || s.deletes() {
		return nil
	}
	name := r.field.Name
	_, put := s.draft.fields[name]
	_, cut := s.draft.hunks[name]
	if put || !cut && s.draft.whole != nil && !s.draft.back[name] {
		return nil
	}
	return s.hunks(r)
}

// hunks are the stretches of a row with what was taken.
func (s *Session) hunks(r *row) []Hunk {
	var all []Hunk
	taken := s.draft.hunks[r.field.Name]
	pieces := s.pieces(r)
	for i, c := range r.chunks() {
		h := Hunk{Base: withoutGaps(c.Base), NoBase: hasGaps(c.Base), Texts: r.spread(c.Texts), Alike: c.Alike, Open: pieces[i].Open, From: pieces[i].From, Result: pieces[i].Value}
		if !h.Alike {
			h.Offers = s.offersForHunk(r, h)
		}
		if p, decided := taken[i]; decided {
			h.take(s, p)
		} else if h.Open {
			h.From, h.Result = -1, h.Texts[s.stands(r)]
		}
		all = append(all, h)
	}
	return all
}

// take puts what a person chose into the result.
func (h *Hunk) take(s *Session, p piece) {
	h.Open, h.Taken, h.From, h.Accepted = false, []int{}, -1, p.kind
	var parts []string
	for _, v := range p.versions {
		if n := s.number(v); n >= 0 {
			h.Taken = append(h.Taken, n)
			parts = append(parts, h.Texts[n])
		}
	}
	h.Result = joinLines(parts)
	if p.kind != OfferVersion && p.kind != OfferBoth {
		h.Result = p.value
	}
}

// TakeHunk makes one stretch of a long text what candidates say there, one after
// the other in the order given; no number takes the stretch out. The other
// stretches stay as they are, unless the text was typed: then they are proposals
// again.
func (s *Session) TakeHunk(field string, hunk int, numbers ...int) error {
	r, err := s.stretch(field, hunk)
	if err != nil {
		return err
	}
	versions, err := s.among(r, numbers)
	if err != nil {
		return err
	}
	p := piece{versions: versions}
	if len(versions) > 1 {
		p.kind = OfferBoth
	}
	s.putHunk(r, hunk, p)
	return nil
}

// ResetHunk gives one stretch of a long text back to the proposal, which may be
// none: then it is open again. Where no stretch was taken, or the text was typed, it
// changes nothing.
func (s *Session) ResetHunk(field string, hunk int) error {
	r, err := s.stretch(field, hunk)
	if err == nil {
		for i, kept := range s.spread(r) {
			s.draft.putHunk(r.field.Name, i, kept)
		}
		s.draft.resetHunk(r.field.Name, hunk)
	}
	return err
}

// stretch finds the row of a text that has a stretch of that number.
func (s *Session) stretch(field string, hunk int) (*row, error) {
	r, err := s.find(field)
	if err != nil {
		return nil, err
	}
	if n := len(r.chunks()); hunk < 0 || hunk >= n {
		return nil, fmt.Errorf("settling %s: %s has no stretch %d: it is cut into %d", s.it.ID(), r.field.Name, hunk, n)
	}
	return r, nil
}
