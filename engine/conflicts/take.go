package conflicts

import (
	"fmt"
	"maps"

	"crossfeed/engine/item"
)

// Take makes the result equal to a candidate, in every field and in all data without a field,
// or a tombstone if the candidate is one. It replaces everything that was typed or taken
// before. If the candidate's content was not stored, the error is ErrMissing.
func (s *Session) Take(number int) error {
	v, err := s.source(number)
	if err != nil {
		return err
	}
	s.draft = draft{whole: v}
	return nil
}

// TakeField sets one field, or Place or Other, to a candidate's value. If the result was a
// tombstone, it no longer is. A tombstone has no values for fields, so it can only be taken as
// a whole.
func (s *Session) TakeField(field string, number int) error {
	r, err := s.find(field)
	if err != nil {
		return err
	}
	v, err := s.living(number, r.field.Name)
	if err != nil {
		return err
	}
	if r.field.Name == Place && !r.speaks[number] {
		return fmt.Errorf("version %s has no position", Letter(number))
	}
	if s.draft.whole == v {
		s.draft.clear(r.field.Name)
		return nil
	}
	s.draft.put(r.field.Name, choice{value: r.values[number], from: v})
	return nil
}

// Type sets one field to what a person typed. If the result was a tombstone, it no longer is.
// Typing the current value, or the value that the field had before anything was typed, decides
// nothing: what was open is open again. Use Put to decide.
func (s *Session) Type(field, value string) error {
	r, err := s.typeable(field)
	if err != nil || s.stateOf(r).value == value || s.untype(r, value) {
		return err
	}
	s.draft.put(r.field.Name, choice{value: value, under: s.draft.underOf(r.field.Name)})
	return nil
}

// Put sets one field to a value, as Type does, and decides the field even if it already has
// that value.
func (s *Session) Put(field, value string) error {
	r, err := s.typeable(field)
	if err == nil {
		s.draft.put(r.field.Name, choice{value: value})
	}
	return err
}

// Decide types a value, as Type does, and decides the field even if it is open with that
// value.
func (s *Session) Decide(field, value string) error {
	if err := s.Type(field, value); err != nil {
		return err
	}
	if r, err := s.find(field); err != nil || !s.stateOf(r).open {
		return err
	}
	return s.Put(field, value)
}

func (s *Session) typeable(field string) (*row, error) {
	r, err := s.find(field)
	if err == nil && isPseudoField(r.field.Name) {
		return nil, fmt.Errorf("resolving %s: %s: %w", s.it.ID(), r.field.Name, errUntyped)
	}
	return r, err
}

// Stay decides that the item is not deleted although some versions are. Its fields are
// proposed from the other versions. If no version is deleted, it has no effect.
func (s *Session) Stay() {
	if s.grid.allLive() {
		return
	}
	s.draft.live()
	s.draft.stays = true
}

// Reset resets a field to the proposal, or all fields and the version taken as a whole if
// field is "". Ticks stay.
func (s *Session) Reset(field string) error {
	if field == "" {
		s.draft = draft{}
		return nil
	}
	r, err := s.find(field)
	if err == nil {
		s.draft.reset(r.field.Name)
	}
	return err
}

// source returns a candidate that can be taken.
func (s *Session) source(number int) (*item.Version, error) {
	v, err := s.candidate(number)
	if err != nil {
		return nil, err
	}
	if s.grid.gone[number] {
		return nil, fmt.Errorf("version %s: %w", Letter(number), ErrMissing)
	}
	return v, nil
}

// living returns a candidate that has a value for a field.
func (s *Session) living(number int, field string) (*item.Version, error) {
	v, err := s.source(number)
	if err == nil && v.Deleted {
		return nil, fmt.Errorf("version %s is deleted and has no %s: %w", Letter(number), field, ErrTombstone)
	}
	return v, err
}

// under is the decision about a field before a person typed into it. Typing the earlier value
// again brings it back.
type under struct {
	field  *choice
	hunks  map[int]piece
	isBack bool
	// tombstone is the version that was taken as a whole, if it was a tombstone.
	tombstone *item.Version
	// value is the field's value before that, which can differ now because versions arrived.
	value *string
}

// underOf returns what typing into a field would replace.
func (d *draft) underOf(field string) *under {
	if c, put := d.fields[field]; put {
		if c.under != nil {
			return c.under
		}
		return &under{field: &c}
	}
	u := &under{hunks: maps.Clone(d.hunks[field]), isBack: d.back[field]}
	if d.whole != nil && d.whole.Deleted {
		u.tombstone = d.whole
	}
	return u
}

// uncover returns the draft with the earlier decision about a field.
func (d *draft) uncover(field string, u under) draft {
	c := d.clone()
	c.clear(field)
	switch {
	case u.field != nil:
		c.put(field, *u.field)
	case len(u.hunks) > 0:
		for i, p := range u.hunks {
			c.putHunk(field, i, p)
		}
	case u.isBack:
		c.reset(field)
	case u.tombstone != nil && c.untouched():
		c.whole = u.tombstone
	}
	return c
}

// untype takes back what was typed into a field if value is the value before that, and reports
// whether it is.
func (s *Session) untype(r *row, value string) bool {
	c, put := s.draft.fields[r.field.Name]
	if !put || c.under == nil {
		return false
	}
	typed := s.draft
	s.draft = typed.uncover(r.field.Name, *c.under)
	if s.stateOf(r).value == value || c.under.value != nil && *c.under.value == value {
		return true
	}
	s.draft = typed
	return false
}
