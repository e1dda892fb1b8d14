package conflicts

import (
	"maps"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// draft is what a person has decided about the result so far. What is not in it
// is as proposed.
type draft struct {
	// whole is the version taken as a whole, or nil.
	whole *item.Version
	// back are the fields that were given back to the proposal since.
	back map[string]bool
	// fields are those put there one by one since.
	fields map[string]choice
	// hunks are the stretches of long texts that were taken, by field and by
	// the number of the stretch.
	hunks map[string]map[int]piece
	// stays tells that the item is not deleted, though versions are.
	stays bool
}

// choice is the value of one field, and the version that it was taken from, or
// nil where it was typed.
type choice struct {
	value string
	from  *item.Version
	// parts are the versions that an accepted offer of that kind is made of.
	parts []*item.Version
	kind  OfferKind
	// unfinished tells that it was put together of stretches, of which some were open
	// when the versions changed, or when it was typed.
	unfinished bool
	// under is what typing the value covered; nil where it was not typed.
	under *under
}

// piece is what a person put into a stretch of a text.
type piece struct {
	// versions are those whose texts follow each other there, or those that the
	// accepted offer is made of.
	versions []*item.Version
	// kind is the kind of the offer. Where no version has its text, value is what
	// it said, and elsewhere the other stretch that it changed, or this one.
	kind      OfferKind
	value     string
	elsewhere int
	// typed is nil where it was not typed.
	typed *typing
}

func (d *draft) untouched() bool {
	return d.whole == nil && !d.picked() && len(d.back) == 0 && !d.stays
}

// picked tells whether anything was put there field by field.
func (d *draft) picked() bool { return len(d.fields)+len(d.hunks) > 0 }

// typedIn reports whether a person typed into stretches of a text.
func (d *draft) typedIn(field string) bool {
	for _, p := range d.hunks[field] {
		if p.typed != nil {
			return true
		}
	}
	return false
}

// put decides a field. Where a tombstone had been taken, the item lives again.
func (d *draft) put(field string, c choice) {
	d.clear(field)
	d.live()
	if d.fields == nil {
		d.fields = map[string]choice{}
	}
	d.fields[field] = c
}

// putHunk decides a stretch.
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

// resetHunk gives a stretch back to the proposal, and the field with the last.
// A paragraph that was moved goes back at both positions.
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

// clear forgets what was decided about a field alone.
func (d *draft) clear(field string) {
	delete(d.fields, field)
	delete(d.hunks, field)
	delete(d.back, field)
}

// live takes a tombstone that was taken whole back.
func (d *draft) live() {
	if d.whole != nil && d.whole.Deleted {
		d.whole, d.back = nil, nil
	}
}

// reset gives a field back to the proposal.
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
