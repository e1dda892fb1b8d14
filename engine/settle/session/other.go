package session

import (
	"errors"
	"fmt"

	"crossfeed/engine/lineage"
	"crossfeed/engine/record"
)

// Other is the name of the cell for all data that no field shows (record.Rest). It
// can be taken and not be typed. There is such a cell where versions differ in it.
const Other = "other data"

var errUntyped = errors.New("it cannot be typed: take it from a version")

// otherField is the field of the cell: what no field shows makes sense together.
var otherField = record.Field{Name: Other, Form: record.Text, Merge: record.MergeUnit}

// otherRow is the row of the other data. A version that does not live has none,
// and differs from nobody in them.
func (g *grid) otherRow(base lineage.Base) row {
	r := row{field: otherField, speaks: g.lives, alike: true}
	if base.Known() && !base.Version.Deleted {
		rest := record.Rest(base.Version.Content)
		r.base = &rest
	}
	first := -1
	for i, v := range g.versions {
		value := ""
		if g.lives[i] {
			value = record.Rest(v.Content)
		}
		r.values = append(r.values, value)
		if g.lives[i] && first < 0 {
			first = i
		}
		r.alike = r.alike && (!g.lives[i] || value == r.values[first])
	}
	return r
}

// find finds the row of a field.
func (s *Session) find(name string) (*row, error) {
	if r := s.grid.find(name); r != nil {
		return r, nil
	}
	if name == Other {
		return nil, fmt.Errorf("settling %s: the versions do not differ in %s", s.it.ID(), Other)
	}
	_, err := record.Find(s.grid.kinds()[0], name)
	return nil, fmt.Errorf("settling %s: %w", s.it.ID(), err)
}
