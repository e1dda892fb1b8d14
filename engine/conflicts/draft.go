package conflicts

import "crossfeed/engine/item"

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
	// unfinished tells that it was put together of stretches, of which some
	// were open when the versions changed.
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
}

func (d *draft) untouched() bool {
	return d.whole == nil && !d.picked() && len(d.back) == 0 && !d.stays
}

// picked tells whether anything was put there field by field.
func (d *draft) picked() bool { return len(d.fields)+len(d.hunks) > 0 }

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
