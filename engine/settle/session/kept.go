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
	// was typed.
	From map[string]string `json:"from,omitempty"`
	// Left names the versions that are not taken into account.
	Left []string `json:"left,omitempty"`
}

// Name is a text by which a version is known again after another start.
func Name(v *item.Version) string {
	return v.Top().String() + " " + strconv.Itoa(v.Updates) + " " + v.Content.Hash().String()
}

// Kept is what a new session of the item needs to Restore this one.
func (s *Session) Kept() Kept {
	k := Kept{Fields: record.Values{}, From: map[string]string{}}
	if s.draft.whole != nil {
		k.Whole = Name(s.draft.whole)
	}
	for _, f := range s.fields() {
		s.keep(&k, f)
	}
	for i, v := range s.it.Conflicts {
		if !s.ticks[i].taken {
			k.Left = append(k.Left, Name(v))
		}
	}
	return k
}

// keep writes a field down, if a person chose its value.
func (s *Session) keep(k *Kept, f record.Field) {
	put, chosen := s.draft.fields[f.Name]
	switch {
	case chosen && put.from != nil:
		k.From[f.Name] = Name(put.from)
	case !chosen && s.draft.whole != nil && !s.deletes():
		k.From[f.Name] = k.Whole
	case !chosen:
		return
	}
	k.Fields[f.Name] = s.result(f)
}

// Restore decides again what was decided in an earlier session. Of a version
// that is gone the values stay, as if they were typed; the winner and own
// versions stay ticked whatever was kept.
func (s *Session) Restore(k Kept) {
	s.draft = draft{whole: s.named(k.Whole)}
	for _, f := range s.fields() {
		value, kept := k.Fields[f.Name]
		from := s.named(k.From[f.Name])
		if kept && (from == nil || from != s.draft.whole) {
			s.draft.put(f.Name, choice{value: value, from: from})
		}
	}
	for i, v := range s.it.Conflicts {
		if s.locked(i+1) == nil && slices.Contains(k.Left, Name(v)) {
			s.ticks[i].taken = false
		}
	}
}

// named finds a version by its name; nil where there is none.
func (s *Session) named(name string) *item.Version {
	for _, v := range s.it.Versions() {
		if Name(v) == name {
			return v
		}
	}
	return nil
}
