package conflicts

import (
	"strconv"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Kept is what a person decided so far, in words that survive the end of the
// program: versions stand there by their names.
type Kept struct {
	// Whole names the version that was taken as a whole; "" for none.
	Whole string `json:"whole,omitempty"`
	// Fields are the values that a person chose, also those of Whole: they
	// stay where that version is gone.
	Fields record.Values `json:"fields"`
	// From names the version that a field was taken from; what is not in it
	// was typed or put together.
	From map[string]string `json:"from,omitempty"`
	// Hunks are the stretches that were taken of long texts, by field and
	// number: the names of the versions.
	Hunks map[string]map[int][]string `json:"hunks,omitempty"`
	// Offers are the offers that were accepted for stretches of long texts and
	// for fields: these are by field, with the stretch -1.
	Offers map[string]map[int]KeptOffer `json:"offers,omitempty"`
	// Unfinished are texts put together of stretches of which some are open.
	Unfinished []string `json:"unfinished,omitempty"`
	// Back are fields that were given back to the proposal after Whole.
	Back []string `json:"back,omitempty"`
	// Stays tells that the item is not deleted.
	Stays bool `json:"stays,omitempty"`
	// Left names the versions that are not taken into account.
	Left []string `json:"left,omitempty"`
	// Seen names the versions that there were; none where that is not known.
	Seen []string `json:"seen,omitempty"`
}

// KeptOffer is an offer that was accepted.
type KeptOffer struct {
	Kind     string   `json:"kind"`
	Versions []string `json:"versions"`
	Value    string   `json:"value"`
	// Elsewhere is the other stretch that the offer changed.
	Elsewhere *int `json:"elsewhere,omitempty"`
}

// Name is a text by which a version is known again after another start.
func Name(v *item.Version) string {
	return v.Top().String() + " " + strconv.Itoa(v.Updates) + " " + v.Content.Hash().String()
}

// Kept is what a new session of the item needs to Restore this one.
func (s *Session) Kept() Kept {
	k := Kept{Fields: record.Values{}, From: map[string]string{}, Stays: s.draft.stays}
	if s.draft.whole != nil {
		k.Whole = Name(s.draft.whole)
	}
	for i := range s.grid.rows {
		s.keep(&k, &s.grid.rows[i])
	}
	s.keepHomeless(&k)
	for n, v := range s.grid.versions {
		name := Name(v)
		k.Seen = append(k.Seen, name)
		if !s.counts(n) {
			k.Left = append(k.Left, name)
		}
	}
	return k
}

// keep writes a field down, if a person chose its value.
func (s *Session) keep(k *Kept, r *row) {
	name, st := r.field.Name, s.stand(r)
	if s.draft.back[name] {
		k.Back = append(k.Back, name)
	}
	if !st.chosen || s.deletes() {
		return
	}
	k.Fields[name] = st.value
	if st.from != nil {
		k.From[name] = Name(st.from)
	}
	if st.open {
		k.Unfinished = append(k.Unfinished, name)
	}
	if c := s.draft.fields[name]; c.kind != OfferVersion {
		k.keepOffer(name, -1, KeptOffer{Kind: c.kind.String(), Versions: names(c.parts), Value: st.value})
	}
	if taken, cut := s.draft.hunks[name]; cut {
		k.keepHunks(name, taken)
	}
}

// keepHomeless writes down what was chosen for what the versions do not differ in, or
// do not have, any more.
func (s *Session) keepHomeless(k *Kept) {
	for name, c := range s.draft.fields {
		if s.grid.find(name) != nil || s.deletes() {
			continue
		}
		k.Fields[name] = c.value
		if c.from != nil {
			k.From[name] = Name(c.from)
		}
	}
}

func (k *Kept) keepHunks(field string, taken map[int]piece) {
	if k.Hunks == nil {
		k.Hunks = map[string]map[int][]string{}
	}
	k.Hunks[field] = map[int][]string{}
	for i, c := range taken {
		k.Hunks[field][i] = names(c.versions)
		if c.kind == OfferVersion || c.kind == OfferBoth {
			continue
		}
		o := KeptOffer{Kind: c.kind.String(), Versions: names(c.versions), Value: c.value}
		if c.kind == OfferMoved {
			o.Elsewhere = &c.elsewhere
		}
		k.keepOffer(field, i, o)
	}
}

func (k *Kept) keepOffer(field string, hunk int, o KeptOffer) {
	if k.Offers == nil {
		k.Offers = map[string]map[int]KeptOffer{}
	}
	if k.Offers[field] == nil {
		k.Offers[field] = map[int]KeptOffer{}
	}
	k.Offers[field][hunk] = o
}

func names(versions []*item.Version) []string {
	all := []string{}
	for _, v := range versions {
		all = append(all, Name(v))
	}
	return all
}
