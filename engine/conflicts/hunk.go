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

// Hunk is a part of a long text that all candidates share, or in which they differ.
type Hunk struct {
	// Base is the hunk's text in the original. Texts holds each candidate's text, in their
	// order, and "" for a candidate that has none.
	Base  string
	Texts []string
	// NoBase reports whether the hunk has no original, because the originals that the text's
	// original is merged from conflict here.
	NoBase bool
	// Alike reports whether all candidates that are not deleted agree here.
	Alike bool
	// Open reports whether nothing is proposed and nothing has been chosen yet.
	Open bool
	// Taken has the numbers of the candidates whose texts make up the result, in that order.
	// There are several if a person took several texts, one after the other, and none if the
	// hunk was taken out. It is nil if the result is the proposal, or open.
	Taken []int
	// From is the number of the candidate that the proposal is from. It is -1 if the proposal
	// is merged, open, or not the result.
	From int
	// Changed has the numbers of the candidates that changed the hunk.
	Changed []int
	// Result is the text of the hunk in the result.
	Result string
	// Accepted is the kind of the accepted offer, if Taken is not nil. OfferTyped stands for a
	// text that a person typed.
	Accepted OfferKind
	// Typed reports whether a person typed into the hunk, or into another position of a
	// paragraph that was moved from it or to it.
	Typed bool
	// Offers are the ways to resolve the hunk. There are none if all candidates agree.
	Offers []Offer
	// Move is a paragraph that one candidate moved out of the hunk and another one edited, or
	// nil.
	Move *merge.Move
}

// Hunks cuts a long text into hunks. It returns nil if the field is no long text in which
// versions differ, if its result was typed or taken as a whole from a candidate, or if no
// included version has a value.
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

// Sources returns the numbers of the candidates that the result of a hunk is made from. There
// are none if the result is the original, was typed, or is the same in all candidates.
func (h Hunk) Sources() []int {
	switch {
	case h.Taken != nil:
		return h.Taken
	case h.Alike || h.Open:
		return nil
	}
	return h.Changed
}

// hunks returns the hunks of a row with the choices applied.
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
			h.From, h.Result = -1, p.texts[s.fallbackIndex(r)]
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

// end returns the line ending at the end of a text's result, or "". It comes from the version
// or original whose last line was chosen as the last one, or from what was typed there or
// after it, and otherwise from the merge of all included versions.
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

// choose applies a person's choice. texts are the candidates' texts.
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

// lineEnd returns the line ending to add to a line without one.
func (r *row) lineEnd() string {
	if r.base != nil {
		return merge.LineEnd(append([]string{*r.base}, r.values...)...)
	}
	return merge.LineEnd(r.values...)
}

// both concatenates texts, with their common parts only once.
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

// TakeHunk sets one hunk of a long text to the candidates' texts, one after the other in the
// given order. Without numbers, the hunk is taken out. The other hunks stay as they are,
// unless the text was typed: then they return to their proposals. A moved paragraph is taken
// at both of its positions, so that the result has it only once; other changes at those
// positions stay.
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

// putMoved decides a hunk, and the other positions of a paragraph that was moved out of it or
// into it. Repeating the same choice changes nothing.
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
			// The choice at the target stays.
		case m != nil && m.To == i && s.lacks(r, *m):
			s.bring(r, hunk, nil)
		case m != nil && m.To == i && s.moved(p, c) == unmoved && m.Left != r.chunks()[i].Base:
			s.putHunk(r, i, piece{versions: []*item.Version{s.grid.versions[by]}, kind: OfferMoved, value: m.Left, elsewhere: hunk})
		case c.kind == OfferOriginal:
			s.putHunk(r, i, piece{versions: c.versions, kind: c.kind, value: ancestry.WithoutGaps(r.chunks()[i].Base), elsewhere: i})
		case len(c.versions) > 0:
			// Only one of several versions can have the paragraph here: take one that did not
			// move it.
			n := slices.IndexFunc(c.versions, func(v *item.Version) bool { return v != s.grid.versions[by] })
			s.putHunk(r, i, piece{versions: []*item.Version{c.versions[max(n, 0)]}})
		}
	}
}

// bring adds the paragraphs that were moved to a hunk to what was chosen there, with or
// without the edits of others. Nothing else is taken from the versions that moved them.
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

// reopenMoved applies if others changed the hunk that a paragraph was moved to as well: it
// resets that hunk to the proposal if the choice there would lose the paragraph.
func (s *Session) reopenMoved(r *row, hunk int, c piece) {
	pieces := s.pieces(r)
	p := pieces[hunk]
	if m := p.move; m != nil && m.To != hunk && pieces[m.To].Open && s.moved(p, c) != unmoved && s.lacks(r, *m) {
		s.draft.resetHunk(r.field.Name, m.To)
	}
}

// lacks reports whether the choice for the hunk that a paragraph was moved to does not have
// the paragraph.
func (s *Session) lacks(r *row, m merge.Move) bool {
	c, chosen := s.draft.hunks[r.field.Name][m.To]
	has := func(v *item.Version) bool { return s.sameThere(s.pieces(r)[m.To], v, m.By) }
	return chosen && (c.kind == OfferOriginal || !slices.ContainsFunc(c.versions, has))
}

// moveKind is the effect of a choice for a hunk on a paragraph that was moved out of it.
type moveKind int

const (
	// asMoved: the paragraph is at its new position, with its text there.
	asMoved moveKind = iota
	// movedEdited: the paragraph is at its new position, with another version's edit.
	movedEdited
	// unmoved: the paragraph is at its old position.
	unmoved
)

// moved returns the effect of a choice on the paragraph that was moved out of a hunk.
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

// sameThere reports whether a version has a candidate's text in a hunk.
func (s *Session) sameThere(p proposedHunk, v *item.Version, number int) bool {
	n := s.number(v)
	return n >= 0 && p.texts[n] == p.texts[number]
}

// piecesNow returns the pieces of a row. In hunks that others changed as well, moved
// paragraphs are as decided at their old positions.
func (s *Session) piecesNow(r *row) []proposedHunk {
	pieces, chosen := s.pieces(r), s.draft.hunks[r.field.Name]
	decided := map[int][]int{} // the hunks that paragraphs were moved out of, by target hunk
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

// placed returns the piece that paragraphs were moved to, as decided at their old positions.
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

// otherPositions returns the other hunks that have a moved paragraph of this hunk, and the
// candidate that moved it. Several paragraphs can be moved to one hunk. A target hunk that
// others changed as well is not returned: it is decided separately.
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

// ResetHunk resets one hunk of a long text to the proposal. Without a proposal, it is open
// again. If no hunk was chosen, or if the text was typed, nothing changes.
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

// stretch finds the row of a text and checks that it has a hunk of that number.
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
