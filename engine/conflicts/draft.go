package conflicts

import (
	"maps"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// draft holds what a person has decided about the result so far. Everything else is as
// proposed.
type draft struct {
	// whole is the version that was taken as a whole, or nil.
	whole *item.Version
	// back has the fields that were reset to the proposal after that.
	back map[string]bool
	// fields has the fields that were chosen one by one after that.
	fields map[string]choice
	// hunks has the hunks of long texts that were chosen, by field and number.
	hunks map[string]map[int]piece
	// stays reports whether a person decided that the item is not deleted, although versions
	// are.
	stays bool
}

// choice is the value of one field, and the version that it was taken from, or nil if it was
// typed.
type choice struct {
	value string
	from  *item.Version
	// parts are the versions that an accepted offer of this kind is made from.
	parts []*item.Version
	kind  OfferKind
	// unfinished reports whether the text was composed of hunks of which some were open when
	// the versions changed or when it was typed.
	unfinished bool
	// under is the earlier decision, before a person typed the value; nil if it was not typed.
	under *under
}

// piece is a choice for a hunk of a text.
type piece struct {
	// versions are the versions whose texts follow each other in the hunk, or those that the
	// accepted offer is made from.
	versions []*item.Version
	// kind is the kind of the accepted offer. If no version has its text, value is the text,
	// and elsewhere the other hunk that the offer changed, or this one.
	kind      OfferKind
	value     string
	elsewhere int
	// typed is nil if the hunk was not typed.
	typed *typing
}

func (d *draft) untouched() bool {
	return d.whole == nil && !d.picked() && len(d.back) == 0 && !d.stays
}

// picked reports whether anything was chosen field by field.
func (d *draft) picked() bool { return len(d.fields)+len(d.hunks) > 0 }

// typedIn reports whether a person typed into hunks of a text.
func (d *draft) typedIn(field string) bool {
	for _, p := range d.hunks[field] {
		if p.typed != nil {
			return true
		}
	}
	return false
}

// put decides a field. If a tombstone had been taken, the item is no longer deleted.
func (d *draft) put(field string, c choice) {
	d.clear(field)
	d.live()
	if d.fields == nil {
		d.fields = map[string]choice{}
	}
	d.fields[field] = c
}

func (d *draft) putHunk(field string, hunk int, c piece) {
	taken := d.hunks[field]
	if taken == nil {
		d.clear(field)
		taken = map[int]piece{}
	}
	d.live()
	if d.hunks == nil {
		d.hunks = map[string]map[int]piece{}
	}
	taken[hunk] = c
	d.hunks[field] = taken
}

// resetHunk resets a hunk to the proposal, and the field with its last hunk. A moved paragraph
// is reset at both of its positions.
func (d *draft) resetHunk(field string, hunk int) {
	c, chosen := d.hunks[field][hunk]
	delete(d.hunks[field], hunk)
	if chosen && c.kind == OfferMoved && d.hunks[field][c.elsewhere].kind == OfferMoved {
		delete(d.hunks[field], c.elsewhere)
	}
	if taken, cut := d.hunks[field]; cut && len(taken) == 0 {
		d.reset(field)
	}
}

// clear discards what was decided about this field alone.
func (d *draft) clear(field string) {
	delete(d.fields, field)
	delete(d.hunks, field)
	delete(d.back, field)
}

// live undoes taking a tombstone as a whole.
func (d *draft) live() {
	if d.whole != nil && d.whole.Deleted {
		d.whole, d.back = nil, nil
	}
}

// reset resets a field to the proposal.
func (d *draft) reset(field string) {
	d.clear(field)
	if d.whole == nil || d.whole.Deleted {
		return
	}
	if d.back == nil {
		d.back = map[string]bool{}
	}
	d.back[field] = true
}

// start returns the version that the content of the result is based on.
func (s *Session) start() *item.Version {
	if s.draft.whole != nil && s.draft.whole.Deleted {
		return s.draft.whole
	}
	if s.deletes() {
		return s.it.Winner
	}
	if r := s.grid.find(Other); r != nil {
		if from := s.stateOf(r).from; from != nil {
			return from
		}
	}
	if s.draft.whole != nil {
		return s.draft.whole
	}
	return s.fallback()
}

// content returns the content of a result that is not deleted.
func (s *Session) content(at time.Time) (*item.Content, error) {
	if err := s.homeless(); err != nil {
		return nil, err
	}
	start := s.start()
	says := record.Read(start.Content)
	values := record.Values{}
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		if isPseudoField(r.field.Name) {
			continue
		}
		st := s.stateOf(r)
		if st.from == start || st.value == says.Get(r.field.Name) {
			continue
		}
		values[r.field.Name] = s.stamped(r, st, at)
	}
	room := s.room(start, says.Kind, values)
	s.insist(record.KindOf(room), values)
	return record.Apply(room, values)
}

// insist adds the fields in which versions differ and that must stay as the content has them:
// setting one field can change another, as a name follows its parts.
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
			values[f.Name] = s.stateOf(r).value
		}
	}
}

// homeless returns an error for a field that was decided but that no version has now.
func (s *Session) homeless() error {
	for _, name := range slices.Sorted(maps.Keys(s.draft.fields)) {
		if isPseudoField(name) || s.grid.find(name) != nil {
			continue
		}
		_, err := record.Find(s.grid.kinds()[0], name)
		return err
	}
	return nil
}

// homeless returns an error for a field that was decided, but that no version has now.
func (s *Session) stamped(r *row, st rowState, at time.Time) string {
	if c, put := s.draft.fields[r.field.Name]; !put || c.from != nil {
		return st.value
	}
	return record.Stamped(record.Values{r.field.Name: st.value}, at)[r.field.Name]
}

// room returns the content of a version with a record of the kind that the values need, as the
// version may have lost that record. If no kind has all of the fields, the content is returned
// unchanged.
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

// fits reports whether a kind has all the fields.
func fits(k record.Kind, values record.Values) bool {
	for name := range values {
		if _, err := record.Find(k, name); err != nil {
			return false
		}
	}
	return true
}
