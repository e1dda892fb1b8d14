package session

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// OfferKind says how an offer resolves what is open.
type OfferKind int

// Kinds of offers.
const (
	// OfferVersion: the text or value of one version. Versions lists all that
	// have it, in their order.
	OfferVersion OfferKind = iota
	// OfferBoth: the texts of Versions, one after the other in that order; of a
	// set, the members of all Versions.
	OfferBoth
	// OfferWords: the changes of Versions, merged word by word. A person has to
	// read it: each sentence may be right and the whole wrong.
	OfferWords
	// OfferMoved: a paragraph that one version moved and another edited, at the
	// position of Versions[0], with the text of Versions[1].
	OfferMoved
	// OfferOriginal: what the versions started from.
	OfferOriginal
)

var offerNames = []string{"version", "both", "words", "moved", "original"}

// String is the kind's name in drafts and in JSON.
func (k OfferKind) String() string { return offerNames[k] }

// Offer is one way to resolve an open stretch of a text, or an open field.
type Offer struct {
	Kind OfferKind
	// Versions are the numbers of the candidates that the offer is made of.
	Versions []int
	// Value is what the stretch or the field becomes.
	Value string
}

// Accept resolves a stretch of a text by one of its offers, or the whole field
// where hunk is -1. Nothing outside of it changes. An offer is also accepted
// where the stretch is not open, so that a choice can be made again.
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
	if err == nil {
		s.putHunk(r, hunk, piece{versions: versions, kind: o.Kind, value: o.Value})
	}
	return err
}

// taken are the candidates whose texts an offer puts into the result.
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
		s.draft.put(name, choice{value: *r.base, from: versionWith(s.about.Base, *r.base), kind: o.Kind})
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

// among are the candidates of these numbers, all of which say something about a
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

// offersFor are the ways to resolve a row as a whole.
func (s *Session) offersFor(r *row) []Offer {
	who := s.speakers(r)
	if len(who) == 0 || s.deletes() {
		return nil
	}
	all := versionOffers(who, r.values, r.field.Alike)
	if r.field.Merge == record.MergeSet && len(all) > 1 {
		all = append(all, Offer{Kind: OfferBoth, Versions: who, Value: allMembers(who, r.values)})
	}
	if r.base != nil && !hasGaps(*r.base) {
		all = append(all, Offer{Kind: OfferOriginal, Value: *r.base})
	}
	return all
}

// offersForHunk are the ways to resolve a stretch of a text.
func (s *Session) offersForHunk(r *row, h Hunk) []Offer {
	who := s.speakers(r)
	all := versionOffers(who, h.Texts, func(a, b string) bool { return a == b })
	all = append(all, bothOffers(all, h)...)
	if r.base != nil && !h.NoBase {
		all = append(all, Offer{Kind: OfferOriginal, Value: h.Base})
	}
	return all
}

// versionOffers has one offer for each different text.
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

// bothOffers are two texts one after the other, in both orders, where there are
// exactly two that say something else than the original.
func bothOffers(versions []Offer, h Hunk) []Offer {
	changed := slices.DeleteFunc(slices.Clone(versions), func(o Offer) bool { return o.Value == h.Base || o.Value == "" })
	if len(changed) != 2 {
		return nil
	}
	a, b := changed[0].Versions[0], changed[1].Versions[0]
	return []Offer{
		{Kind: OfferBoth, Versions: []int{a, b}, Value: joinLines([]string{h.Texts[a], h.Texts[b]})},
		{Kind: OfferBoth, Versions: []int{b, a}, Value: joinLines([]string{h.Texts[b], h.Texts[a]})},
	}
}

// allMembers are the members of sets, each once, in the order of the versions.
func allMembers(who []int, sets []string) string {
	var all []string
	for _, n := range who {
		for _, m := range strings.Split(sets[n], "\n") {
			if m != "" && !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return strings.Join(all, "\n")
}
