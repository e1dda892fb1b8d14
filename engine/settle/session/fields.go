package session

import (
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// read is the record of a version, read once.
func (s *Session) read(v *item.Version) record.Record {
	r, there := s.records[v]
	if !there {
		r = record.Read(v.Content)
		s.records[v] = r
	}
	return r
}

// kinds are those of the versions that live; of all where none does.
func (s *Session) kinds() []record.Kind {
	var live, all []record.Kind
	for _, v := range s.it.Versions() {
		k := s.read(v).Kind
		all = append(all, k)
		if !v.Deleted {
			live = append(live, k)
		}
	}
	if len(live) > 0 {
		return live
	}
	return all
}

// fields are those of all versions together.
func (s *Session) fields() []record.Field { return record.FieldsOf(s.kinds()...) }

// find finds a field of the item.
func (s *Session) find(name string) (f record.Field, err error) {
	for _, k := range record.Kinds() {
		if !slices.Contains(s.kinds(), k) {
			continue
		}
		if f, err = record.Find(k, name); err == nil {
			return f, nil
		}
	}
	return f, fmt.Errorf("settling %s: %w", s.it.ID(), err)
}

// valueIn is what a version says: nothing, where it is deleted.
func (s *Session) valueIn(v *item.Version, f record.Field) string {
	if v.Deleted {
		return ""
	}
	return s.read(v).Get(f.Name)
}

// OtherData tells whether versions differ in data that no field shows. They stay
// with the version last taken whole, at first the winner.
func (s *Session) OtherData() bool {
	rest := map[string]bool{}
	for _, v := range s.it.Versions() {
		if !v.Deleted {
			rest[record.Rest(v.Content)] = true
		}
	}
	return len(rest) > 1
}
