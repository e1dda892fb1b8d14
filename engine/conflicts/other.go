package conflicts

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Other is the name of the cell for all data that no field shows (record.Rest). It
// can be taken and not be typed. There is such a cell where versions differ in it.
const Other = "other data"

var errUntyped = errors.New("it cannot be typed: take it from a version")

// beside tells that a cell is of no field: it can be taken and not be typed.
func beside(name string) bool { return name == Other || name == Place }

// otherField is the field of the cell: what no field shows makes sense together.
var otherField = record.Field{Name: Other, Form: record.Text, Merge: record.MergeUnit}

// otherRow is the row of the other data. A version that does not live has none,
// and differs from nobody in them.
func (g *grid) otherRow(base *ancestor) row {
	r := g.rowBeside(otherField, g.lives, func(v *item.Version) string { return record.Rest(v.Content) })
	r.base = base.other()
	return r
}

// rowBeside is the row of what is no field, of the versions that speak of it.
func (g *grid) rowBeside(f record.Field, speaks []bool, says func(*item.Version) string) row {
	r := row{field: f, speaks: speaks, alike: true}
	first := -1
	for i, v := range g.versions {
		value := ""
		if speaks[i] {
			value = says(v)
		}
		r.values = append(r.values, value)
		if speaks[i] && first < 0 {
			first = i
		}
		r.alike = r.alike && (!speaks[i] || value == r.values[first])
	}
	return r
}

// find finds the row of a field.
func (s *Session) find(name string) (*row, error) {
	if r := s.grid.find(name); r != nil {
		return r, nil
	}
	if beside(name) {
		return nil, fmt.Errorf("settling %s: the versions do not differ in %s", s.it.ID(), name)
	}
	_, err := record.Find(s.grid.kinds()[0], name)
	return nil, fmt.Errorf("settling %s: %w", s.it.ID(), err)
}
