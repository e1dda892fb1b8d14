package conflicts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// OfferKind is the way in which an offer resolves a hunk or field.
type OfferKind int

// The kinds of offers.
const (
	// OfferVersion: the text or value of one version. Versions lists all that have it, in
	// their order.
	OfferVersion OfferKind = iota
	// OfferBoth: the texts of Versions, one after the other in that order; for a set, the
	// members of all Versions.
	OfferBoth
	// OfferWords: the changes of Versions, merged word by word. A person has to read it: each
	// change may be right and the whole wrong.
	OfferWords
	// OfferMoved: a paragraph that one version moved and another edited, at its position in
	// Versions[0], with its text in Versions[1]. If these are two versions, the offer has both
	// changes.
	OfferMoved
	// OfferOriginal: the text or value of the common ancestor.
	OfferOriginal
	// OfferTyped is not offered: it stands for a text that a person typed.
	OfferTyped
)

var offerNames = [...]string{OfferVersion: "version", OfferBoth: "both", OfferWords: "words", OfferMoved: "moved", OfferOriginal: "original", OfferTyped: "typed"}

// String returns the kind's name in drafts and in JSON.
func (k OfferKind) String() string { return offerNames[k] }

// Offer is one way to resolve a hunk of a text, or a field.
type Offer struct {
	Kind OfferKind
	// Versions has the numbers of the candidates that the offer is made from.
	Versions []int
	// Value is the new text of the hunk, or the new value of the field.
	Value string
	// Elsewhere is, for OfferMoved, the change at the paragraph's other position. It is nil if
	// that is in the same hunk, or in one that others changed as well.
	Elsewhere *Elsewhere
}

// Elsewhere is another hunk that an offer changes.
type Elsewhere struct {
	Hunk  int
	Value string
}

// IsLossless reports whether an offer keeps everybody's changes, so that it can be suggested.
func (o Offer) IsLossless() bool {
	return o.Kind == OfferWords || o.Kind == OfferMoved && o.Versions[0] != o.Versions[1]
}

// Accept resolves a hunk of a text, or the whole field if hunk is -1, with one of its offers.
// It changes nothing else, except for the other position of a moved paragraph. An offer can
// also be accepted if the hunk is not open, to change an earlier choice.
func (s *Session) Accept(field string, hunk int, o Offer) error {
	r, err := s.find(field)
	if err != nil {
		return err
	}
	if hunk < 0 {
		return s.acceptField(r, o)
	}
	if r, err = s.stretch(field, hunk); err != nil {
		return err
	}
	if o.Kind == OfferVersion || o.Kind == OfferBoth {
		return s.TakeHunk(field, hunk, o.taken()...)
	}
	versions, err := s.among(r, o.Versions)
	if err != nil {
		return err
	}
	c := piece{versions: versions, kind: o.Kind, value: o.Value, elsewhere: hunk}
	if o.Kind != OfferMoved {
		s.putMoved(r, hunk, c)
		return nil
	}
	if o.Elsewhere != nil {
		if _, err := s.stretch(field, o.Elsewhere.Hunk); err != nil {
			return err
		}
		c.elsewhere = o.Elsewhere.Hunk
	}
	switch m := s.pieces(r)[hunk].move; {
	case !s.putHunk(r, hunk, c):
	case o.Elsewhere == nil:
		s.reopenMoved(r, hunk, c)
	case m == nil || m.To != c.elsewhere || !s.lacks(r, *m):
		s.putHunk(r, c.elsewhere, piece{versions: versions, kind: o.Kind, value: o.Elsewhere.Value, elsewhere: hunk})
	case o.IsLossless():
		s.bring(r, hunk, []*merge.Move{m})
	case s.moved(s.pieces(r)[hunk], c) != unmoved:
		s.bring(r, hunk, nil)
	}
	return nil
}

// taken returns the candidates whose texts an offer puts into the result.
func (o Offer) taken() []int {
	if o.Kind == OfferVersion {
		return o.Versions[:min(1, len(o.Versions))]
	}
	return o.Versions
}

func (s *Session) acceptField(r *row, o Offer) error {
	name := r.field.Name
	switch {
	case o.Kind == OfferVersion && len(o.Versions) > 0:
		return s.TakeField(name, o.Versions[0])
	case o.Kind == OfferOriginal && s.original(s.draft.whole):
		s.draft.clear(name)
		return nil
	case name == Other && o.Kind == OfferOriginal && r.base != nil:
		s.draft.put(name, choice{value: *r.base, from: s.about.Base.With(*r.base), kind: o.Kind})
		return nil
	case name == Other || name == Place && o.Kind != OfferOriginal:
		return fmt.Errorf("resolving %s: %s: %w", s.it.ID(), name, errUntyped)
	}
	versions, err := s.among(r, o.Versions)
	if err == nil {
		s.draft.put(name, choice{value: o.Value, parts: versions, kind: o.Kind})
	}
	return err
}

// among returns the candidates with these numbers, and fails if one has no value for the
// field.
func (s *Session) among(r *row, numbers []int) ([]*item.Version, error) {
	versions := []*item.Version{}
	for _, n := range numbers {
		v, err := s.living(n, r.field.Name)
		if err != nil {
			return nil, err
		}
		versions = append(versions, v)
	}
	return versions, nil
}

// Offers returns the ways to resolve a hunk of a text, or the whole field if hunk is -1. A
// hunk has the same offers after the text was taken from a version.
func (s *Session) Offers(field string, hunk int) []Offer {
	r := s.grid.find(field)
	switch {
	case r == nil || s.deletes():
		return nil
	case hunk >= 0 && hunk < len(r.chunks()):
		return s.piecesNow(r)[hunk].offers
	}
	return s.offersFor(r)
}

// offersFor returns the ways to resolve a row as a whole.
func (s *Session) offersFor(r *row) []Offer {
	p := s.proposalFor(r)
	if s.deletes() || p.none {
		return nil
	}
	if p.offers == nil {
		who := s.speakers(r)
		all := versionOffers(who, r.values, r.field.Alike)
		if p.Words != nil {
			all = append(all, Offer{Kind: OfferWords, Versions: p.Changed, Value: *p.Words})
		}
		if r.field.Merge == record.MergeSet && p.Open {
			all = append(all, membersOffer(p.Changed, who, r.values))
		}
		if r.base != nil && !ancestry.HasGaps(*r.base) {
			all = append(all, Offer{Kind: OfferOriginal, Value: *r.base})
		}
		p.offers = &all
	}
	return *p.offers
}

// membersOffer offers the members of all versions that changed a set, or of all versions if it
// is not known which ones did.
func membersOffer(changed, who []int, sets []string) Offer {
	if changed == nil {
		changed = who
	}
	var all []string
	for _, n := range changed {
		for _, m := range strings.Split(sets[n], "\n") {
			if m != "" && !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return Offer{Kind: OfferBoth, Versions: changed, Value: strings.Join(all, "\n")}
}

// suggested reports whether everything open in a row has an offer that keeps everybody's
// changes.
func (s *Session) suggested(r *row) bool {
	if hunks := s.Hunks(r.field.Name); hunks != nil {
		return !slices.ContainsFunc(hunks, func(h Hunk) bool {
			return h.Open && !slices.ContainsFunc(h.Offers, Offer.IsLossless)
		})
	}
	return s.proposalFor(r).Words != nil
}

// offer sets the ways to resolve the hunks of a text.
func (s *Session) offer(r *row, pieces []proposedHunk) {
	who, chunks := s.speakers(r), r.chunks()
	for i := range pieces {
		if chunks[i].Alike {
			continue
		}
		p := &pieces[i]
		var more []Offer
		_, others := s.otherPositions(r, i)
		there := slices.ContainsFunc(pieces, func(o proposedHunk) bool { return o.move != nil && o.move.To == i })
		if m := p.move; p.Words != nil && len(others) == 0 && !there && (m == nil || m.To == i) {
			more = append(more, Offer{Kind: OfferWords, Versions: p.Changed, Value: *p.Words})
		}
		// If several paragraphs were moved to one hunk, an offer for one of them would undo
		// the others there.
		if m := p.move; m != nil && len(others) < 2 && !ancestry.HasGaps(chunks[m.To].Base) {
			more = append(more, moveOffers(*m, i, pieces)...)
		}
		p.offers = r.textOffers(*p, who, chunks[i].Base, more)
	}
}

// textOffers returns the ways to resolve a hunk: the versions, more, several versions one
// after the other, and the original.
func (r *row) textOffers(p proposedHunk, who []int, base string, more []Offer) []Offer {
	all := versionOffers(who, p.texts, func(a, b string) bool { return a == b })
	both := r.bothOffers(all, p.texts, base)
	all = append(append(all, more...), both...)
	if r.base != nil && !ancestry.HasGaps(base) {
		all = append(all, Offer{Kind: OfferOriginal, Value: base})
	}
	return all
}

// moveOffers returns the offers for a paragraph that one version moved and another edited: at
// its new position with the edit, and at its old position with the edit. If both edited it,
// each position has its own text. If others changed the hunk at the new position as well, that
// hunk is decided separately.
func moveOffers(m merge.Move, hunk int, pieces []proposedHunk) []Offer {
	texts, there := pieces[hunk].texts, pieces[m.To]
	moved := Offer{Kind: OfferMoved, Versions: []int{m.By, m.Edited}, Value: m.Here}
	if m.To == hunk {
		return []Offer{moved}
	}
	moved.Elsewhere = &Elsewhere{m.To, m.There}
	if m.Unclear {
		moved = Offer{Kind: OfferMoved, Versions: []int{m.By, m.By}, Value: texts[m.By], Elsewhere: &Elsewhere{m.To, there.texts[m.By]}}
	}
	left := Offer{Kind: OfferMoved, Versions: []int{m.Edited, m.Edited}, Value: texts[m.Edited], Elsewhere: &Elsewhere{m.To, m.Left}}
	if there.Open {
		moved.Elsewhere, left.Elsewhere = nil, nil
	}
	return []Offer{moved, left}
}

// versionOffers returns one offer for each different text.
func versionOffers(who []int, texts []string, same func(a, b string) bool) (all []Offer) {
	for _, n := range who {
		i := slices.IndexFunc(all, func(o Offer) bool { return same(o.Value, texts[n]) })
		if i < 0 {
			all = append(all, Offer{Kind: OfferVersion, Versions: []int{n}, Value: texts[n]})
			continue
		}
		all[i].Versions = append(all[i].Versions, n)
	}
	return all
}

// bothOffers offers the concatenation of the texts that differ from the original: two texts in
// both orders, more of them in the order of the candidates.
func (r *row) bothOffers(versions []Offer, texts []string, base string) []Offer {
	var numbers []int
	for _, o := range versions {
		if o.Value != base && o.Value != "" {
			numbers = append(numbers, o.Versions[0])
		}
	}
	if len(numbers) < 2 {
		return nil
	}
	all := []Offer{r.bothOffer(numbers, texts)}
	if len(numbers) == 2 {
		all = append(all, r.bothOffer([]int{numbers[1], numbers[0]}, texts))
	}
	return all
}

func (r *row) bothOffer(numbers []int, texts []string) Offer {
	var parts []string
	for _, n := range numbers {
		parts = append(parts, texts[n])
	}
	return Offer{Kind: OfferBoth, Versions: numbers, Value: r.both(parts)}
}

// AcceptSuggested accepts the suggestion for everything open that has exactly one: the
// word-by-word merge of a line, or a moved paragraph with the edit that another version made
// in it. Nobody has read the result: each change may be right, and both together wrong.
func (s *Session) AcceptSuggested() error {
	return s.acceptOpen(func(_ *row, h Hunk) (Offer, bool) {
		keep := slices.DeleteFunc(slices.Clone(h.Offers), func(o Offer) bool { return !o.IsLossless() })
		if len(keep) != 1 {
			return Offer{}, false
		}
		return keep[0], true
	})
}

// UnnamedError refuses TakeBoth: a version that is included and not named changed the same
// place, and would be dropped.
type UnnamedError struct {
	// Number is the number of the candidate, Field the name of the field.
	Number int
	Field  string
}

func (e *UnnamedError) Error() string { return Letter(e.Number) + " changed " + e.Field + ", too" }

// TakeBoth resolves every open hunk of a text, and every open set, with the candidates'
// values, in the order given: the texts one after the other, the members of the sets together.
// A field that can hold only one value stays open, and so does a paragraph that was moved and
// edited, because the result would have it twice. The error is an *UnnamedError if another
// included version changed one of them.
func (s *Session) TakeBoth(numbers ...int) error {
	for _, n := range numbers {
		if _, err := s.source(n); err != nil {
			return err
		}
	}
	var unnamed error
	err := s.acceptOpen(func(r *row, h Hunk) (Offer, bool) {
		speaks := !slices.ContainsFunc(numbers, func(n int) bool { return !r.speaks[n] })
		text, set := h.Move == nil && r.field.Merge == record.MergeText, r.field.Merge == record.MergeSet
		if !speaks || !text && !set {
			return Offer{}, false
		}
		if n, is := s.unnamed(r, h, numbers); is && unnamed == nil {
			unnamed = &UnnamedError{Number: n, Field: r.field.Name}
		}
		if text {
			return Offer{Kind: OfferBoth, Versions: numbers}, true
		}
		return membersOffer(numbers, numbers, r.values), true
	})
	return cmp.Or(err, unnamed)
}

// unnamed is an included candidate that is none of numbers and changed a hunk, or a field
// that is chosen as a whole.
func (s *Session) unnamed(r *row, h Hunk, numbers []int) (int, bool) {
	for n := range s.grid.versions {
		if slices.Contains(numbers, n) || !s.counts(n) || !r.speaks[n] {
			continue
		}
		changed := slices.Contains(h.Changed, n)
		switch {
		case h.Texts != nil && len(h.Changed) == 0: // without an original
			changed = !slices.ContainsFunc(numbers, func(m int) bool { return h.Texts[m] == h.Texts[n] })
		case h.Texts == nil:
			same := func(m int) bool { return r.field.Equal(r.values[n], r.values[m]) }
			changed = !slices.ContainsFunc(numbers, same) && (r.base == nil || !r.field.Equal(r.values[n], *r.base))
		}
		if changed {
			return n, true
		}
	}
	return 0, false
}

// acceptOpen accepts an offer for everything open that has one which choose selects. A field
// that is chosen as a whole counts as one hunk.
func (s *Session) acceptOpen(choose func(*row, Hunk) (Offer, bool)) error {
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		name := r.field.Name
		hunks := s.Hunks(name)
		for n, h := range hunks {
			if h.Move != nil {
				h = s.Hunks(name)[n] // the other position may be chosen with it
			}
			if !h.Open {
				continue
			}
			if o, ok := choose(r, h); ok {
				if err := s.Accept(name, n, o); err != nil {
					return err
				}
			}
		}
		if hunks != nil || !s.stateOf(r).open {
			continue
		}
		if o, ok := choose(r, Hunk{Offers: s.offersFor(r)}); ok {
			if err := s.Accept(name, -1, o); err != nil {
				return err
			}
		}
	}
	return nil
}
