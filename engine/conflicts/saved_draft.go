package conflicts

import (
	"maps"
	"slices"
	"strconv"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// SavedDraft is a draft in a form that can be stored and restored after a restart. It refers to
// versions by Name.
type SavedDraft struct {
	// Whole is the name of the version that was taken as a whole, or "".
	Whole string `json:"whole,omitempty"`
	// Fields are the values that a person chose, including those of Whole, so that they
	// survive if that version is gone.
	Fields record.Values `json:"fields"`
	// From has the name of the version that each field was taken from. Fields that are not in
	// it were typed or merged.
	From map[string]string `json:"from,omitempty"`
	// Hunks are the hunks that were taken in long texts, by field and number: the names of
	// their versions.
	Hunks map[string]map[int][]string `json:"hunks,omitempty"`
	// Offers are the offers accepted for hunks of long texts, by field and number; an offer
	// accepted for a whole field has number -1.
	Offers map[string]map[int]SavedOffer `json:"offers,omitempty"`
	// Unfinished has the texts that are composed of hunks of which some are open.
	Unfinished []string `json:"unfinished,omitempty"`
	// Back has the fields that were reset to the proposal after Whole was taken.
	Back []string `json:"back,omitempty"`
	// Stays reports whether a person decided that the item is not deleted.
	Stays bool `json:"stays,omitempty"`
	// Left has the names of the versions that are not included.
	Left []string `json:"left,omitempty"`
	// Seen has the names of all versions at that time; it is empty if they are not known.
	Seen []string `json:"seen,omitempty"`
	// Under has what was decided, before typing, about each field that was typed or typed
	// into.
	Under map[string]SavedChoice `json:"under,omitempty"`
}

// SavedChoice is the decision about a field before a person typed into it: the part of
// SavedDraft about that field, and Whole if it is a deletion.
type SavedChoice struct {
	SavedDraft
	// Value is the field's value before that, or nil if the item was deleted.
	Value *string `json:"value,omitempty"`
}

// SavedOffer is an offer that was accepted.
type SavedOffer struct {
	Kind     string   `json:"kind"`
	Versions []string `json:"versions"`
	Value    string   `json:"value"`
	// Elsewhere is the other hunk that the offer changed.
	Elsewhere *int `json:"elsewhere,omitempty"`
	// For a hunk that was typed, Was is its text before that, and End how the text ended then.
	Was string `json:"was,omitempty"`
	End string `json:"end,omitempty"`
}

// Deletes reports whether the decision was to delete the item. A version that is not deleted
// has fields, or fields that were reset.
func (k SavedDraft) Deletes() bool { return k.Whole != "" && len(k.Fields) == 0 && len(k.Back) == 0 }

// Decides reports whether a person has decided anything. Choices that were undone leave only
// Seen behind.
func (k SavedDraft) Decides() bool {
	return k.Whole != "" || len(k.Fields)+len(k.Hunks)+len(k.Offers)+len(k.Back)+len(k.Left) > 0 || k.Stays
}

// Edited returns the part of k that an item editor can show: the fields, and whether the item
// is deleted. The position and other data are not fields in the editor.
func (k SavedDraft) Edited() SavedDraft {
	e := SavedDraft{Fields: maps.Clone(k.Fields), Stays: k.Stays}
	maps.DeleteFunc(e.Fields, func(name, _ string) bool { return isPseudoField(name) })
	if k.Deletes() {
		e.Whole = k.Whole
	}
	return e
}

// Name identifies a version across restarts.
func Name(v *item.Version) string {
	return v.Top().String() + " " + strconv.Itoa(v.Updates) + " " + v.Content.Hash().String()
}

// SavedDraft returns what a new session of the item needs to Restore this one.
func (s *Session) SavedDraft() SavedDraft {
	k := SavedDraft{Fields: record.Values{}, From: map[string]string{}, Stays: s.draft.stays}
	if s.draft.whole != nil {
		k.Whole = Name(s.draft.whole)
	}
	for i := range s.grid.rows {
		s.saveField(&k, &s.grid.rows[i])
	}
	s.saveOrphans(&k)
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

// saveField stores a field, if a person chose its value.
func (s *Session) saveField(k *SavedDraft, r *row) {
	name, st := r.field.Name, s.stateOf(r)
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
		k.addOffer(name, -1, SavedOffer{Kind: c.kind.String(), Versions: names(c.parts), Value: st.value})
	}
	if taken, cut := s.draft.hunks[name]; cut {
		k.addHunks(name, taken)
	}
}

// saveOrphans stores choices for fields that the versions no longer have, or no longer differ
// in.
func (s *Session) saveOrphans(k *SavedDraft) {
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

func (k *SavedDraft) addHunks(field string, taken map[int]piece) {
	if k.Hunks == nil {
		k.Hunks = map[string]map[int][]string{}
	}
	k.Hunks[field] = map[int][]string{}
	for i, c := range taken {
		k.Hunks[field][i] = names(c.versions)
		if c.kind == OfferVersion || c.kind == OfferBoth {
			continue
		}
		o := SavedOffer{Kind: c.kind.String(), Versions: names(c.versions), Value: c.value}
		if c.kind == OfferMoved {
			o.Elsewhere = &c.elsewhere
		}
		if c.typed != nil {
			o.Was, o.End = c.typed.was, c.typed.end
		}
		k.addOffer(field, i, o)
	}
}

func (k *SavedDraft) addOffer(field string, hunk int, o SavedOffer) {
	if k.Offers == nil {
		k.Offers = map[string]map[int]SavedOffer{}
	}
	if k.Offers[field] == nil {
		k.Offers[field] = map[int]SavedOffer{}
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

// Restore repeats what was decided in an earlier session. Values of versions that are gone are
// restored as if they were typed, and so are texts composed of hunks that would be cut
// differently now. A version that cannot be left out stays included whatever was stored. A
// version that arrived since is not included, as in Update.
func (s *Session) Restore(k SavedDraft) {
	for i := range s.ticks {
		if s.locked(i+1) == nil {
			s.restoreTick(k, i)
		}
	}
	s.draft = draft{whole: s.named(k.Whole), stays: k.Stays}
	for i := range s.grid.rows {
		s.restore(k, &s.grid.rows[i])
	}
	s.restoreOrphans(k)
	for field, u := range k.Under {
		s.cover(u, field)
	}
	for field := range k.Fields {
		if len(k.Seen) == 0 && k.From[field] == "" { // typed into the item's editor
			s.cover(SavedChoice{}, field)
		}
	}
}

func (s *Session) restoreTick(k SavedDraft, i int) {
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

// restoreOrphans restores what was typed into fields that no version has now, so that saving
// fails instead of dropping it silently. A chosen position stays chosen even if the versions
// now agree on another one.
func (s *Session) restoreOrphans(k SavedDraft) {
	for name, value := range k.Fields {
		typed := name != Other && (name == Place || k.From[name] == "")
		if typed && value != "" && s.grid.find(name) == nil {
			s.draft.put(name, choice{value: value, from: s.named(k.From[name])})
		}
	}
}

func (s *Session) restore(k SavedDraft, r *row) {
	name := r.field.Name
	if s.draft.whole != nil && slices.Contains(k.Back, name) {
		s.draft.reset(name)
	}
	value, kept := k.Fields[name]
	from := s.named(k.From[name])
	switch {
	case !kept || from != nil && from == s.draft.whole:
	case name == Other && from == nil: // other data cannot be typed; the text of a position is complete without a version
	case !s.restoreHunks(k, r, value):
		c := choice{value: value, from: from, unfinished: slices.Contains(k.Unfinished, name)}
		o, accepted := k.Offers[name][-1]
		if p, known := s.choiceOf(-1, o.Versions, o); accepted && known {
			c.parts, c.kind = p.versions, p.kind
		}
		s.draft.put(name, c)
	}
}

// restoreHunks takes the hunks of a text again, if they result in that text.
func (s *Session) restoreHunks(k SavedDraft, r *row, text string) bool {
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
	if len(k.Hunks[name]) > 0 && s.stateOf(r).value == text {
		return true
	}
	s.draft.clear(name)
	return false
}

// choiceOf returns the stored choice for a hunk, or for the field if hunk is -1. It fails if a
// version is gone.
func (s *Session) choiceOf(hunk int, names []string, o SavedOffer) (c piece, known bool) {
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

// named returns the version, or the original, with that name, or nil.
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
