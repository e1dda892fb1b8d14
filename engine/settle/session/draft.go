package session

import (
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// draft is what a person has decided about the result so far.
type draft struct {
	// whole is the version taken as a whole, or nil while the draft follows
	// the winner.
	whole *item.Version
	// fields are those put there one by one since.
	fields map[string]choice
}

// choice is the value of one field, and the version that it was taken from, or
// nil where it was typed.
type choice struct {
	value string
	from  *item.Version
}

func (d *draft) put(field string, c choice) {
	if d.fields == nil {
		d.fields = map[string]choice{}
	}
	d.fields[field] = c
}

// Take makes the result what a candidate says, in every field and in all data
// that has no field, or a tombstone where the candidate is one. What was typed
// and taken before is replaced.
func (s *Session) Take(number int) error {
	v, err := s.candidate(number)
	if err != nil {
		return err
	}
	s.draft = draft{whole: v}
	return nil
}

// TakeField makes one field what a candidate says. Where the result was a
// tombstone it is one no longer. A tombstone says nothing about its fields, so
// it can only be taken whole.
func (s *Session) TakeField(field string, number int) error {
	f, err := s.find(field)
	if err != nil {
		return err
	}
	v, err := s.candidate(number)
	if err != nil {
		return err
	}
	if v.Deleted {
		return fmt.Errorf("version %s is deleted and has no %s: take it whole to delete the item", letter(number), field)
	}
	s.draft.put(f.Name, choice{value: s.valueIn(v, f), from: v})
	return nil
}

// Type makes one field what a person typed. Where the result was a tombstone it
// is one no longer. Typing what already stands there changes nothing.
func (s *Session) Type(field, value string) error {
	f, err := s.find(field)
	if err != nil {
		return err
	}
	if s.result(f) != value {
		s.draft.put(f.Name, choice{value: value})
	}
	return nil
}

// base is the version that the result starts from: all that was not put there
// field by field is as it says.
func (s *Session) base() *item.Version {
	v := s.draft.whole
	if v == nil {
		v = s.it.Winner
	}
	if v.Deleted && len(s.draft.fields) > 0 {
		return s.revival(v)
	}
	return v
}

// revival is what a tombstone that is un-deleted field by field becomes in the
// other fields: the version that a field was taken from, or else the first
// candidate that lives. A tombstone itself may have dropped its data.
func (s *Session) revival(tombstone *item.Version) *item.Version {
	for _, f := range s.fields() {
		if from := s.draft.fields[f.Name].from; from != nil {
			return from
		}
	}
	for _, v := range s.it.Versions() {
		if !v.Deleted {
			return v
		}
	}
	return tombstone
}

// deletes tells whether the result is a tombstone.
func (s *Session) deletes() bool { return s.base().Deleted && len(s.draft.fields) == 0 }

// result is the field's value in the draft.
func (s *Session) result(f record.Field) string {
	if c, chosen := s.draft.fields[f.Name]; chosen {
		return c.value
	}
	if s.deletes() {
		return ""
	}
	return s.read(s.base()).Get(f.Name)
}
