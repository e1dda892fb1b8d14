package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Result is what a session decided, in the terms of the rules.
type Result struct {
	// Content is what the new version says, Deleted tells that it is a
	// tombstone.
	Content *item.Content
	Deleted bool
	// Taken are the indexes of the conflicts that are taken into account.
	Taken []int
	// StillOffered are the versions offered again that were left for later.
	StillOffered []*item.Version
}

// Decision is the session's result. The content is that of the version which the
// other data come from, with every field that stands otherwise set in it. What a
// person marked as done is done at that time, and what was taken says when by
// itself. The error is ErrOpen, with the names of the fields, or a
// *record.ValueError for something typed that cannot be.
func (s *Session) Decision(at time.Time) (Result, error) {
	if open := s.Open(); len(open) > 0 {
		return Result{}, fmt.Errorf("settling %s: %w: %s", s.it.ID(), ErrOpen, openNames(open))
	}
	result := Result{Content: s.start().Content, Deleted: s.deletes()}
	if !result.Deleted {
		content, err := s.content(at)
		if err != nil {
			return Result{}, fmt.Errorf("settling %s: %w", s.it.ID(), err)
		}
		result.Content = content
	}
	for i, t := range s.ticks {
		switch conflict := i < len(s.it.Conflicts); {
		case conflict && t.taken:
			result.Taken = append(result.Taken, i)
		case !conflict && !t.taken:
			result.StillOffered = append(result.StillOffered, s.grid.versions[i+1])
		}
	}
	return result, nil
}

// openNames lists what is open for a reader.
func openNames(open []string) string {
	names := make([]string, len(open))
	for i, name := range open {
		names[i] = name
		if name == "" {
			names[i] = "whether it is deleted"
		}
	}
	return strings.Join(names, ", ")
}

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
		if r.field.Name == Other {
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
		if name == Other || s.grid.find(name) != nil {
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
