package conflicts

import (
	"maps"

	"crossfeed/engine/item"
)

// under is what was decided about a field before a person typed into it. Typing that
// back decides nothing.
type under struct {
	field  *choice
	hunks  map[int]piece
	isBack bool
	// tombstone is the version that was taken whole, where it was one.
	tombstone *item.Version
}

// rebound is what was under a field, of the versions as they are now; stretches are
// not cut as they were.
func (u *under) rebound(now func(*item.Version) *item.Version) *under {
	if u == nil || len(u.hunks) > 0 {
		return nil
	}
	r := &under{isBack: u.isBack, tombstone: now(u.tombstone)}
	if u.field != nil {
		c := *u.field
		c.from, c.parts, r.field = now(c.from), mapped(c.parts, now), &c
	}
	return r
}

// underOf is what typing into a field would cover.
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

// uncover is the draft with what was under a field.
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

// untype takes back what was typed into a field where the value is what it was
// before, and reports whether it is.
func (s *Session) untype(r *row, value string) bool {
	c, put := s.draft.fields[r.field.Name]
	if !put || c.under == nil {
		return false
	}
	typed := s.draft
	s.draft = typed.uncover(r.field.Name, *c.under)
	if s.stand(r).value == value {
		return true
	}
	s.draft = typed
	return false
}
