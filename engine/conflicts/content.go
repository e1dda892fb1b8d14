package conflicts

import (
	"maps"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// start is the version whose content the result is made of.
func (s *Session) start() *item.Version {
	if s.draft.whole != nil && s.draft.whole.Deleted {
		return s.draft.whole
	}
	if s.deletes() {
		return s.it.Winner
	}
	if r := s.grid.find(Other); r != nil {
		if from := s.stand(r).from; from != nil {
			return from
		}
	}
	if s.draft.whole != nil {
		return s.draft.whole
	}
	return s.standIn()
}

// content is that of a result that lives.
func (s *Session) content(at time.Time) (*item.Content, error) {
	if err := s.homeless(); err != nil {
		return nil, err
	}
	start := s.start()
	says := record.Read(start.Content)
	values := record.Values{}
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		if beside(r.field.Name) {
			continue
		}
		st := s.stand(r)
		if st.from == start || st.value == says.Get(r.field.Name) {
			continue
		}
		values[r.field.Name] = s.stamped(r, st, at)
	}
	room := s.room(start, says.Kind, values)
	s.insist(record.KindOf(room), values)
	return record.Apply(room, values)
}

// insist adds what stands otherwise in versions and is to stay as the content has
// it: one field may follow another that is set, as a name follows its parts.
func (s *Session) insist(k record.Kind, values record.Values) {
	set := map[string]bool{}
	for name := range values {
		if f, err := record.Find(k, name); err == nil {
			set[f.Name] = true
		}
	}
	if len(set) == 0 {
		return
	}
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		if f, err := record.Find(k, r.field.Name); err == nil && f.Name == r.field.Name && !r.alike && !set[f.Name] {
			values[f.Name] = s.stand(r).value
		}
	}
}

// homeless tells of a field that was decided and that no version has any more.
func (s *Session) homeless() error {
	for _, name := range slices.Sorted(maps.Keys(s.draft.fields)) {
		if beside(name) || s.grid.find(name) != nil {
			continue
		}
		_, err := record.Find(s.grid.kinds()[0], name)
		return err
	}
	return nil
}

// stamped is the value of a row, with the time at which it was done where a person
// typed that it is.
func (s *Session) stamped(r *row, st standing, at time.Time) string {
	if c, put := s.draft.fields[r.field.Name]; !put || c.from != nil {
		return st.value
	}
	return record.Stamped(record.Values{r.field.Name: st.value}, at)[r.field.Name]
}

// room is the content of a version with a record of the kind that the values need:
// the version may be one that lost it. Where no kind has them all it is the
// content as it is, which then has no such field.
func (s *Session) room(v *item.Version, kind record.Kind, values record.Values) *item.Content {
	for _, k := range append([]record.Kind{kind}, s.grid.kinds()...) {
		if !fits(k, values) {
			continue
		}
		if c, err := record.As(v.Content, k); err == nil {
			return c
		}
	}
	return v.Content
}

// fits tells whether a kind has all the fields.
func fits(k record.Kind, values record.Values) bool {
	for name := range values {
		if _, err := record.Find(k, name); err != nil {
			return false
		}
	}
	return true
}
