package conflicts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
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
	// merged, open, or not what the result has.
	From int
	// Changed numbers the candidates that changed the stretch.
	Changed []int
	// Result is the stretch in the result.
	Result string
	// Accepted is the kind of offer that was accepted, where Taken is not nil.
	// OfferTyped is a text that a person typed.
	Accepted OfferKind
	// Typed reports whether a person typed the stretch, or another position of a paragraph
	// that was moved from it or to it.
	Typed bool
	// Offers are the ways to resolve the stretch; none where all have the same.
	Offers []Offer
	// Move is a paragraph that one candidate moved away from the stretch and another
	// one edited; nil where there is none.
	Move *merge.Move
}

// Hunks cuts a long text into stretches; nil where the field is no long text in
// which versions differ, or its result was typed or taken whole from a candidate, or
// stands there because nobody who is included says anything.
func (s *Session) Hunks(field string) []Hunk {
	r := s.grid.find(field)
	if r == nil || s.deletes() {
		return nil
	}
	name := r.field.Name
	_, put := s.draft.fields[name]
	_, cut := s.draft.hunks[name]
	if put || !cut && (s.draft.whole != nil && !s.draft.back[name] || s.proposalFor(r).none) {
		return nil
	}
	return s.hunks(r)
}

// Sources numbers the candidates that the result of a stretch is made of: none
// where it is the original, or typed, or what all have.
func (h Hunk) Sources() []int {
	switch {
	case h.Taken != nil:
		return h.Taken
	case h.Alike || h.Open:
		return nil
	}
	return h.Changed
}

// hunks are the stretches of a row with what was chosen.
func (s *Session) hunks(r *row) []Hunk {
	var all []Hunk
	var results []string
	chosen, pieces, silent := s.draft.hunks[r.field.Name], s.piecesNow(r), s.proposalFor(r).none
	for i, c := range r.chunks() {
		p := pieces[i]
		h := Hunk{
			Base: ancestry.WithoutGaps(c.Base), NoBase: ancestry.HasGaps(c.Base), Texts: r.spread(c.Texts), Alike: c.Alike,
			Open: p.Open, From: p.From, Changed: p.Changed, Result: p.Value, Offers: p.offers, Move: p.move,
		}
		if c, decided := chosen[i]; decided {
			h.choose(s, r, c, p.texts)
		} else if h.Open || silent {
			h.From, h.Result = -1, p.texts[s.standsIn(r)]
		}
		all, results = append(all, h), append(results, h.Result)
	}
	for i, c := range chosen {
		if c.typed != nil {
			for _, j := range append(s.movedWith(r, i), i) {
				all[j].Typed = true
			}
		}
	}
	for i, fitted := range merge.Fit(results, s.end(r, all)) {
		all[i].Result = fitted
	}
	return all
}

// end is the line end that the result of a text ends in, or "": that of the version or
// the original whose last line was chosen to be the last, that of what was typed there or
// after it, and else what all that are included make of it.
func (s *Session) end(r *row, hunks []Hunk) string {
	for i := len(hunks) - 1; i >= 0; i-- {
		h := hunks[i]
		if c := s.draft.hunks[r.field.Name][i]; c.typed != nil {
			return c.typed.end
		}
		if h.Result == "" {
			continue
		}
		after := func(has func(Hunk) string) bool {
			return slices.ContainsFunc(hunks[i+1:], func(h Hunk) bool { return has(h) != "" })
		}
		switch {
		case len(h.Taken) == 1 && h.Accepted == OfferVersion && !after(func(o Hunk) string { return o.Texts[h.Taken[0]] }),
			h.Taken != nil && h.Accepted == OfferOriginal && !after(func(o Hunk) string { return o.Base }):
			return merge.End(nil, []string{h.Result})
		}
		break
	}
	var values []string
	for _, n := range s.speakers(r) {
		values = append(values, r.values[n])
	}
	return merge.End(r.base, values)
}

// choose puts what a person chose into the result. texts are those of the candidates.
func (h *Hunk) choose(s *Session, r *row, c piece, texts []string) {
	h.Open, h.Taken, h.From, h.Accepted = false, []int{}, -1, c.kind
	var parts []string
	for _, v := range c.versions {
		if n := s.number(v); n >= 0 {
			h.Taken = append(h.Taken, n)
			parts = append(parts, texts[n])
		}
	}
	if h.Result = r.both(parts); c.kind != OfferVersion && c.kind != OfferBoth {
		h.Result = c.value
	}
}

// lineEnd is the line end for a line without one.
func (r *row) lineEnd() string {
	if r.base != nil {
		return merge.LineEnd(append([]string{*r.base}, r.values...)...)
	}
	return merge.LineEnd(r.values...)
}

// both are texts one after the other, with what they have in common once.
func (r *row) both(texts []string) string {
	key := strings.Join(texts, "\x00")
	if all, there := r.joined[key]; there {
		return all
	}
	all := ""
	for i, t := range texts {
		if i == 0 || all == "" {
			all = t
		} else if t != "" {
			all = merge.Both(all, t, r.lineEnd())
		}
	}
	if len(texts) > 1 && len(key) > worthCounting {
		if r.joined == nil || len(r.joined) >= mostCounted {
			r.joined = map[string]string{}
		}
		r.joined[key] = all
	}
	return all
}

// TakeHunk makes one stretch of a long text what candidates say there, one after
// the other in the order given; no number takes the stretch out. The other
// stretches stay as they are, unless the text was typed: then they are proposals
// again. A paragraph that was moved is taken at both of its positions, so that the
// result has it once; what else was changed there stays.
func (s *Session) TakeHunk(field string, hunk int, numbers ...int) error {
	r, err := s.stretch(field, hunk)
	if err != nil {
		return err
	}
	versions, err := s.among(r, numbers)
	if err != nil {
		return err
	}
	c := piece{versions: versions}
	if len(versions) > 1 {
		c.kind = OfferBoth
	}
	s.putMoved(r, hunk, c)
	return nil
}

// putMoved decides a stretch, and with it the other positions of a paragraph that was
// moved away from it or to it. The same choice again changes nothing.
func (s *Session) putMoved(r *row, hunk int, c piece) {
	if !s.putHunk(r, hunk, c) {
		return
	}
	s.reopenMoved(r, hunk, c)
	by, others := s.otherPositions(r, hunk)
	p := s.pieces(r)[hunk]
	for _, i := range others {
		switch m := p.move; {
		case m != nil && s.moved(p, c) == unmoved && s.lacks(r, *m):
			// What was chosen there stays.
		case m != nil && m.To == i && s.lacks(r, *m):
			s.bring(r, hunk, nil)
		case m != nil && m.To == i && s.moved(p, c) == unmoved && m.Left != r.chunks()[i].Base:
			s.putHunk(r, i, piece{versions: []*item.Version{s.grid.versions[by]}, kind: OfferMoved, value: m.Left, elsewhere: hunk})
		case c.kind == OfferOriginal:
			s.putHunk(r, i, piece{versions: c.versions, kind: c.kind, value: ancestry.WithoutGaps(r.chunks()[i].Base), elsewhere: i})
		case len(c.versions) > 0:
			// Of several versions one has the paragraph here: not the one that moved it.
			n := slices.IndexFunc(c.versions, func(v *item.Version) bool { return v != s.grid.versions[by] })
			s.putHunk(r, i, piece{versions: []*item.Version{c.versions[max(n, 0)]}})
		}
	}
}

// bring puts the paragraphs that were moved to a stretch into what was chosen there, merged
// with the edits of others or not. Nothing else of those who moved them is taken.
func (s *Session) bring(r *row, hunk int, merged []*merge.Move) {
	pieces := s.pieces(r)
	to, by := pieces[hunk].move.To, pieces[hunk].move.By
	var moved []*merge.Move
	for i, p := range pieces {
		if p.move != nil && p.move.To == to && i != to {
			moved = append(moved, p.move)
		}
	}
	value := merge.Brought(s.hunks(r)[to].Result, pieces[to].texts[by], moved, merged)
	s.putHunk(r, to, piece{versions: []*item.Version{s.grid.versions[by]}, kind: OfferMoved, value: value, elsewhere: hunk})
}

// reopenMoved gives the stretch that a paragraph was moved to, where others changed it as
// well, back to the proposal if what was chosen there would lose the paragraph.
func (s *Session) reopenMoved(r *row, hunk int, c piece) {
	pieces := s.pieces(r)
	p := pieces[hunk]
	if m := p.move; m != nil && m.To != hunk && pieces[m.To].Open && s.moved(p, c) != unmoved && s.lacks(r, *m) {
		s.draft.resetHunk(r.field.Name, m.To)
	}
}

// lacks reports whether what was chosen where a paragraph was moved to does not have it.
func (s *Session) lacks(r *row, m merge.Move) bool {
	c, chosen := s.draft.hunks[r.field.Name][m.To]
	has := func(v *item.Version) bool { return s.sameThere(s.pieces(r)[m.To], v, m.By) }
	return chosen && (c.kind == OfferOriginal || !slices.ContainsFunc(c.versions, has))
}

// moveKind says what a choice for a stretch makes of a paragraph that was moved away.
type moveKind int

const (
	// asMoved: it is where it was moved to, as it is there.
	asMoved moveKind = iota
	// movedEdited: it is there with the edit of another version.
	movedEdited
	// unmoved: it is where it was.
	unmoved
)

// moved says what a choice makes of the paragraph that was moved away from a stretch.
func (s *Session) moved(p proposedHunk, c piece) moveKind {
	by := func(v *item.Version) bool { return s.sameThere(p, v, p.move.By) }
	stays := slices.ContainsFunc(c.versions, func(v *item.Version) bool { return !by(v) })
	switch {
	case c.kind == OfferMoved && len(c.versions) == 2 && by(c.versions[0]) && stays:
		return movedEdited
	case c.kind == OfferOriginal || stays:
		return unmoved
	}
	return asMoved
}

// sameThere reports whether a version has the text of a candidate in a stretch.
func (s *Session) sameThere(p proposedHunk, v *item.Version, number int) bool {
	n := s.number(v)
	return n >= 0 && p.texts[n] == p.texts[number]
}

// piecesNow are the pieces of a row with moved paragraphs as it was decided where they
// were, in stretches that others changed as well.
func (s *Session) piecesNow(r *row) []proposedHunk {
	pieces, chosen := s.pieces(r), s.draft.hunks[r.field.Name]
	decided := map[int][]int{} // the stretches that paragraphs were moved from, by that to which
	for _, i := range slices.Sorted(maps.Keys(chosen)) {
		p := pieces[i]
		if m := p.move; m != nil && m.To != i && pieces[m.To].Open && s.moved(p, chosen[i]) != asMoved {
			decided[m.To] = append(decided[m.To], i)
		}
	}
	if len(decided) > 0 {
		pieces = slices.Clone(pieces)
	}
	for to, from := range decided {
		pieces[to] = s.placed(r, to, from)
	}
	return pieces
}

// placed is the piece that paragraphs were moved to, as it was decided where they were.
func (s *Session) placed(r *row, to int, from []int) proposedHunk {
	pieces, base := s.pieces(r), r.chunks()[to].Base
	open := pieces[to]
	texts := slices.Clone(open.texts)
	for n, there := range open.texts {
		var left, merged []*merge.Move
		for _, i := range from {
			p := pieces[i]
			switch m := p.move; {
			case there != open.texts[m.By] || p.texts[n] != p.texts[m.By]:
			case s.moved(p, s.draft.hunks[r.field.Name][i]) == unmoved:
				left = append(left, m)
			default:
				merged = append(merged, m)
			}
		}
		if len(left)+len(merged) > 0 {
			texts[n] = merge.Placed(there, left, merged)
		}
	}
	who := s.speakers(r)
	f := merge.Field{Join: merge.JoinText, Base: &base}
	for _, n := range who {
		f.Values = append(f.Values, texts[n])
	}
	now := proposedHunk{Proposal: numbered(f.Whole(merge.Chunks(&base, f.Values)), who), texts: texts}
	now.offers = r.textOffers(now, who, base, nil)
	return now
}

// otherPositions are the stretches that have a paragraph of a stretch where it was moved,
// and the candidate that moved it. Several paragraphs can be moved to one stretch. Where
// others changed that as well, it is decided by itself.
func (s *Session) otherPositions(r *row, hunk int) (by int, others []int) {
	to, pieces := -1, s.pieces(r)
	for i, p := range pieces {
		if m := p.move; m != nil && m.To != i && (i == hunk || m.To == hunk) && !pieces[m.To].Open {
			to, by = m.To, m.By
		}
	}
	for i, p := range pieces {
		if to >= 0 && i != hunk && (i == to || p.move != nil && p.move.To == to) {
			others = append(others, i)
		}
	}
	return by, others
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
		_, others := s.otherPositions(r, hunk)
		for _, i := range s.movedWith(r, hunk) {
			if s.draft.hunks[r.field.Name][i].typed != nil {
				others = append(others, i)
			}
		}
		for _, i := range append(others, hunk) {
			s.draft.resetHunk(r.field.Name, i)
		}
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
		return nil, fmt.Errorf("resolving %s: %s has no stretch %d: it is cut into %d", s.it.ID(), r.field.Name, hunk, n)
	}
	return r, nil
}
