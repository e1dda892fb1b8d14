package conflicts

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Place is the name of the cell for where the item stands in an ordered set
// (SSE 0.91 §3.2). It can be taken and not be typed. There is such a cell where
// versions, or what they started from, differ in it.
const Place = "place"

// placeField is the field of the cell: parent and key make sense together.
var placeField = record.Field{Name: Place, Form: record.Line, Merge: record.MergeUnit}

// PlaceText is a place as the value of its cell: the parent, escaped as a segment
// of a path, a space, and the key; "" for no place.
func PlaceText(p item.Place) string {
	if p.Parent == "" && p.Key == "" {
		return ""
	}
	return url.PathEscape(p.Parent) + " " + p.Key
}

// ParsePlace is the place that a value of the cell says.
func ParsePlace(text string) item.Place {
	parent, key, _ := strings.Cut(text, " ")
	if plain, err := url.PathUnescape(parent); err == nil {
		parent = plain
	}
	return item.Place{Parent: parent, Key: key}
}

// placeRow is the row of the place. A version that does not live has none, nor one
// whose publisher did not say it; these differ from nobody in it.
// Where a version is in a deleted item there is something to choose whatever the others
// say, and an original that is in one, too, is where the item goes from there.
func (g *grid) placeRow(base *ancestry.Original, orphan *Orphan) row {
	says := make([]bool, len(g.versions))
	for n, v := range g.versions {
		says[n] = g.lives[n] && PlaceText(v.Place) != ""
	}
	r := g.rowBeside(placeField, says, func(v *item.Version) string { return PlaceText(v.Place) })
	if place := base.Place(); place != nil {
		text := PlaceText(*place)
		r.base = &text
	}
	if orphan == nil {
		return r
	}
	r.alike = r.alike && !slices.ContainsFunc(r.values, orphan.deleted)
	if r.base == nil || orphan.deleted(*r.base) {
		outside := PlaceText(orphan.Outside)
		r.base = &outside
	}
	return r
}

// differs tells that a row beside the fields is worth a cell: the versions do not
// say the same of it, or not what they started from.
func (r row) differs() bool {
	if !r.alike || r.base == nil {
		return !r.alike
	}
	for n, speaks := range r.speaks {
		if speaks && r.values[n] != *r.base {
			return true
		}
	}
	return false
}

// place is where the result stands, or nil where it stays where the winner is.
func (s *Session) place() *item.Place {
	var value string
	switch r, put := s.grid.find(Place), s.draft.fields[Place]; {
	case s.deletes():
		return nil
	case r != nil:
		value = s.stand(r).value
	case put.value != "":
		value = put.value // the versions agree by now, and a person chose another place
	default:
		value = PlaceText(s.standIn().Place) // not where a winner stood that is deleted
	}
	if value == "" || value == PlaceText(s.it.Winner.Place) {
		return nil
	}
	p := ParsePlace(value)
	return &p
}

// Orphaned reports whether the winner lives in a deleted item.
func (s *Session) Orphaned() bool {
	return !s.it.Winner.Deleted && s.about.Orphan.deleted(PlaceText(s.it.Winner.Place))
}

// restores is the deleted item that the result is in, which is restored with it, or "".
func (s *Session) restores(p *item.Place) string {
	if p == nil {
		p = &s.it.Winner.Place
	}
	if s.deletes() || !s.about.Orphan.deleted(PlaceText(*p)) {
		return ""
	}
	return p.Parent
}

// Circle is the item that the winner was taken out of because each came to stand in
// the other (SSE 0.91 §4.4.2), or "".
func (s *Session) Circle() string {
	if !s.it.Flagged {
		return ""
	}
	return s.it.Winner.Place.Cycle
}

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
func (g *grid) otherRow(base *ancestry.Original) row {
	r := g.rowBeside(otherField, g.lives, func(v *item.Version) string { return record.Rest(v.Content) })
	r.base = base.Other()
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
		return nil, fmt.Errorf("resolving %s: the versions do not differ in %s", s.it.ID(), name)
	}
	_, err := record.Find(s.grid.kinds()[0], name)
	return nil, fmt.Errorf("resolving %s: %w", s.it.ID(), err)
}
