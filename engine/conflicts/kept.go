package conflicts

import (
	"maps"
	"slices"
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
	// Under is what was decided about the fields that were typed, or in which stretches
	// were, before that.
	Under map[string]KeptUnder `json:"under,omitempty"`
}

// KeptUnder is what was decided about a field before it was typed: of Kept what is about
// that field, and Whole where it is a deletion.
type KeptUnder struct {
	Kept
	// Value is what the field was; nil where the item was deleted.
	Value *string `json:"value,omitempty"`
}

// KeptOffer is an offer that was accepted.
type KeptOffer struct {
	Kind     string   `json:"kind"`
	Versions []string `json:"versions"`
	Value    string   `json:"value"`
	// Elsewhere is the other stretch that the offer changed.
	Elsewhere *int `json:"elsewhere,omitempty"`
	// Was is, of a stretch that was typed, what it was before, and End how the text ended
	// then.
	Was string `json:"was,omitempty"`
	End string `json:"end,omitempty"`
}

// Deletes reports whether the decision was to delete the item. A version that lives has
// fields, or gave them back.
func (k Kept) Deletes() bool { return k.Whole != "" && len(k.Fields) == 0 && len(k.Back) == 0 }

// Decides reports whether a person has decided anything: choices that were undone leave only
// the names of the versions that there were.
func (k Kept) Decides() bool {
	return k.Whole != "" || len(k.Fields)+len(k.Hunks)+len(k.Offers)+len(k.Back)+len(k.Left) > 0 || k.Stays
}

// Edited is what an editor of the item can have of k: the fields, and whether the item is
// deleted. A position is none of its fields, nor is data without one.
func (k Kept) Edited() Kept {
	e := Kept{Fields: maps.Clone(k.Fields), Stays: k.Stays}
	maps.DeleteFunc(e.Fields, func(name, _ string) bool { return beside(name) })
	if k.Deletes() {
		e.Whole = k.Whole
	}
	return e
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
	k.Under = s.covered()
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
		if c.typed != nil {
			o.Was, o.End = c.typed.was, c.typed.end
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

// Restore decides again what was decided in an earlier session. Of a version
// that is gone the values stay, as if they were typed, as do texts that were put
// together of stretches where they would be cut otherwise now; what
// cannot be left out stays ticked whatever was kept. A version that arrived since is not
// ticked, as when a session meets it.
func (s *Session) Restore(k Kept) {
	for i := range s.ticks {
		if s.locked(i+1) == nil {
			s.restoreTick(k, i)
		}
	}
	s.draft = draft{whole: s.named(k.Whole), stays: k.Stays}
	for i := range s.grid.rows {
		s.restore(k, &s.grid.rows[i])
	}
	s.restoreHomeless(k)
	for field, u := range k.Under {
		s.cover(u, field)
	}
	for field := range k.Fields {
		if len(k.Seen) == 0 && k.From[field] == "" { // typed into the editor of the item
			s.cover(KeptUnder{}, field)
		}
	}
}

func (s *Session) restoreTick(k Kept, i int) {
	among := func(all []string) bool {
		return slices.ContainsFunc(s.grid.of(i+1), func(n int) bool { return slices.Contains(all, Name(s.grid.pool[n])) })
	}
	switch arrived := len(k.Seen) > 0 && !among(k.Seen); {
	case among(k.Left):
		s.ticks[i].taken = false
	case arrived && !s.grid.reopened(i+1):
		s.ticks[i] = tick{}
	}
}

// restoreHomeless keeps what was typed into fields that no version has any more:
// saving refuses it, and does not drop it unseen. A place that was chosen stays so
// where the versions agree on another one by now.
func (s *Session) restoreHomeless(k Kept) {
	for name, value := range k.Fields {
		typed := name != Other && (name == Place || k.From[name] == "")
		if typed && value != "" && s.grid.find(name) == nil {
			s.draft.put(name, choice{value: value, from: s.named(k.From[name])})
		}
	}
}

func (s *Session) restore(k Kept, r *row) {
	name := r.field.Name
	if s.draft.whole != nil && slices.Contains(k.Back, name) {
		s.draft.reset(name)
	}
	value, kept := k.Fields[name]
	from := s.named(k.From[name])
	switch {
	case !kept || from != nil && from == s.draft.whole:
	case name == Other && from == nil: // data without a field cannot be typed; a place says all by itself
	case !s.restoreHunks(k, r, value):
		c := choice{value: value, from: from, unfinished: slices.Contains(k.Unfinished, name)}
		o, accepted := k.Offers[name][-1]
		if p, known := s.choiceOf(-1, o.Versions, o); accepted && known {
			c.parts, c.kind = p.versions, p.kind
		}
		s.draft.put(name, c)
	}
}

// restoreHunks takes the stretches of a text again, if they give that text.
func (s *Session) restoreHunks(k Kept, r *row, text string) bool {
	name := r.field.Name
	cut := len(r.chunks())
	for i, names := range k.Hunks[name] {
		p, known := s.choiceOf(i, names, k.Offers[name][i])
		if i < 0 || i >= cut || !known {
			s.draft.clear(name)
			return false
		}
		s.draft.putHunk(name, i, p)
	}
	if len(k.Hunks[name]) > 0 && s.stand(r).value == text {
		return true
	}
	s.draft.clear(name)
	return false
}

// choiceOf is what was taken into a stretch, or what was accepted for it, or for the field
// where hunk is -1. It fails where a version is gone.
func (s *Session) choiceOf(hunk int, names []string, o KeptOffer) (c piece, known bool) {
	if c.versions, known = s.allNamed(names); !known {
		return c, false
	}
	if len(c.versions) > 1 {
		c.kind = OfferBoth
	}
	if o.Kind != "" {
		kind := slices.Index(offerNames[:], o.Kind)
		c.kind, c.value, c.elsewhere, known = OfferKind(kind), o.Value, hunk, kind >= 0
		if o.Elsewhere != nil {
			c.elsewhere = *o.Elsewhere
		}
		if c.kind == OfferTyped {
			c.typed = &typing{was: o.Was, end: o.End}
		}
	}
	return c, known
}

func (s *Session) allNamed(names []string) (all []*item.Version, known bool) {
	all = []*item.Version{}
	for _, n := range names {
		all = append(all, s.named(n))
	}
	return all, !slices.Contains(all, nil)
}

// named finds a version, or the original, by its name; nil where there is none.
func (s *Session) named(name string) *item.Version {
	for number, v := range s.grid.versions {
		if slices.ContainsFunc(s.grid.of(number), func(n int) bool { return Name(s.grid.pool[n]) == name }) {
			return v
		}
	}
	if base := s.about.Base; base.Known() && Name(base.Version) == name {
		return base.Version
	}
	return nil
}
