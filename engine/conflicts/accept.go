package conflicts

import (
	"slices"

	"crossfeed/engine/record"
)

// AcceptWords accepts the word-by-word merge of every open line that has one.
// Nobody has read the result: each change may be right, and both together
// wrong.
func (s *Session) AcceptWords() error {
	return s.acceptOpen(func(_ *row, offers []Offer) (Offer, bool) {
		i := slices.IndexFunc(offers, func(o Offer) bool { return o.Kind == OfferWords })
		if i < 0 {
			return Offer{}, false
		}
		return offers[i], true
	})
}

// TakeBoth resolves every open stretch of a text, and every open set, with what the
// candidates say, in the order given: the stretches one after the other, the members
// of the sets together. What can hold only one value stays open.
func (s *Session) TakeBoth(numbers ...int) error {
	for _, n := range numbers {
		if _, err := s.source(n); err != nil {
			return err
		}
	}
	return s.acceptOpen(func(r *row, _ []Offer) (Offer, bool) {
		speaks := !slices.ContainsFunc(numbers, func(n int) bool { return !r.speaks[n] })
		switch {
		case speaks && r.field.Merge == record.MergeText:
			return Offer{Kind: OfferBoth, Versions: numbers}, true
		case speaks && r.field.Merge == record.MergeSet:
			return membersOffer(numbers, numbers, r.values), true
		}
		return Offer{}, false
	})
}

// acceptOpen accepts an offer for everything that is open and has one to choose.
func (s *Session) acceptOpen(choose func(*row, []Offer) (Offer, bool)) error {
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		name := r.field.Name
		hunks := s.Hunks(name)
		for n, h := range hunks {
			if o, ok := choose(r, h.Offers); ok && h.Open {
				if err := s.Accept(name, n, o); err != nil {
					return err
				}
			}
		}
		if hunks != nil || !s.stand(r).open {
			continue
		}
		if o, ok := choose(r, s.offersFor(r)); ok {
			if err := s.Accept(name, -1, o); err != nil {
				return err
			}
		}
	}
	return nil
}
