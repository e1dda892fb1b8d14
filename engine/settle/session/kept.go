package session

import (
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
	// Unfinished are texts put together of stretches of which some are open.
	Unfinished []string `json:"unfinished,omitempty"`
	// Back are fields that were given back to the proposal after Whole.
	Back []string `json:"back,omitempty"`
	// Stays tells that the item is not deleted.
	Stays bool `json:"stays,omitempty"`
	// Left names the versions that are not taken into account.
	Left []string `json:"left,omitempty"`
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
	for i, t := range s.ticks {
		if !t.taken {
			k.Left = append(k.Left, Name(s.grid.versions[i+1]))
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
	if taken, cut := s.draft.hunks[name]; cut {
		k.keepHunks(name, taken)
	}
}

func (k *Kept) keepHunks(field string, taken map[int][]*item.Version) {
	if k.Hunks == nil {
		k.Hunks = map[string]map[int][]string{}
	}
	k.Hunks[field] = map[int][]string{}
	for i, versions := range taken {
		names := []string{}
		for _, v := range versions {
			names = append(names, Name(v))
		}
		k.Hunks[field][i] = names
	}
}

// Restore decides again what was decided in an earlier session. Of a version
// that is gone the values stay, as if they were typed, as do texts that were put
// together of stretches where they would be cut otherwise now; the winner and own
// versions stay ticked whatever was kept.
func (s *Session) Restore(k Kept) {
	for i := range s.ticks {
		if s.locked(i+1) == nil && slices.Contains(k.Left, Name(s.grid.versions[i+1])) {
			s.ticks[i].taken = false
		}
	}
	s.draft = draft{whole: s.named(k.Whole), stays: k.Stays}
	for i := range s.grid.rows {
		s.restore(k, &s.grid.rows[i])
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
	case name == Other && from == nil: // data without a field cannot be typed
	case !s.restoreHunks(k, r, value):
		s.draft.put(name, choice{value: value, from: from, unfinished: slices.Contains(k.Unfinished, name)})
	}
}

// restoreHunks takes the stretches of a text again, if they give that text.
func (s *Session) restoreHunks(k Kept, r *row, text string) bool {
	name := r.field.Name
	cut := len(r.chunks())
	for i, names := range k.Hunks[name] {
		versions := []*item.Version{}
		for _, n := range names {
			versions = append(versions, s.named(n))
		}
		if i < 0 || i >= cut || slices.Contains(versions, nil) {
			s.draft.clear(name)
			return false
		}
		s.draft.putHunk(name, i, versions)
	}
	if len(k.Hunks[name]) > 0 && s.stand(r).value == text {
		return true
	}
	s.draft.clear(name)
	return false
}

// named finds a version by its name; nil where there is none.
func (s *Session) named(name string) *item.Version {
	for _, v := range s.grid.versions {
		if Name(v) == name {
			return v
		}
	}
	return nil
}
