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

// Place is the name of the cell for the item's position in an ordered list (SSE 0.91 §3.2). A
// position can be taken, but not typed. The cell exists if the versions, or the original,
// differ in it.
const Place = "place"

// placeField is the field of the cell. It merges as a unit, because parent and key only make
// sense together.
var placeField = record.Field{Name: Place, Form: record.Line, Merge: record.MergeUnit}

// PlaceText returns a position as the value of its cell: the parent, escaped as a path
// segment, a space, and the key; "" for no position.
func PlaceText(p item.Place) string {
	if p.Parent == "" && p.Key == "" {
		return ""
	}
	return url.PathEscape(p.Parent) + " " + p.Key
}

// ParsePlace returns the position in a cell's value.
func ParsePlace(text string) item.Place {
	parent, key, _ := strings.Cut(text, " ")
	if plain, err := url.PathUnescape(parent); err == nil {
		parent = plain
	}
	return item.Place{Parent: parent, Key: key}
}

// placeRow returns the row of the position. A deleted version has none, nor has a version
// whose publisher did not state it; these do not count as different. If a version is in a
// deleted item, there is something to choose whatever the others say; an original in a deleted
// item is replaced by the position where the item goes from there.
func (g *grid) placeRow(base *ancestry.Original, orphan *Orphan) row {
	says := make([]bool, len(g.versions))
	for n, v := range g.versions {
		says[n] = g.lives[n] && PlaceText(v.Place) != ""
	}
	r := g.pseudoRow(placeField, says, func(v *item.Version) string { return PlaceText(v.Place) })
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

// differs reports whether a row that is not a field needs a cell: the versions differ in it,
// from each other or from the original.
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

// place returns the position of the result, or nil if it stays at the winner's.
func (s *Session) place() *item.Place {
	var value string
	switch r, put := s.grid.find(Place), s.draft.fields[Place]; {
	case s.deletes():
		return nil
	case r != nil:
		value = s.stateOf(r).value
	case put.value != "":
		value = put.value // the versions agree by now, but a person chose another position
	default:
		value = PlaceText(s.fallback().Place) // do not use the position of a deleted winner
	}
	if value == "" || value == PlaceText(s.it.Winner.Place) {
		return nil
	}
	p := ParsePlace(value)
	return &p
}

// Orphaned reports whether the winner is not deleted but its parent is.
func (s *Session) Orphaned() bool {
	return !s.it.Winner.Deleted && s.about.Orphan.deleted(PlaceText(s.it.Winner.Place))
}

// restores returns the deleted item that the result is in, which saving restores with it, or
// "".
func (s *Session) restores(p *item.Place) string {
	if p == nil {
		p = &s.it.Winner.Place
	}
	if s.deletes() || !s.about.Orphan.deleted(PlaceText(*p)) {
		return ""
	}
	return p.Parent
}

// Circle returns the item that the winner was taken out of because each of the two became the
// other's parent (SSE 0.91 §4.4.2), or "".
func (s *Session) Circle() string {
	if !s.it.Flagged {
		return ""
	}
	return s.it.Winner.Place.Cycle
}

// Other is the name of the cell for all data that no field shows (record.Rest). It can be
// taken, but not typed. The cell exists if versions differ in it.
const Other = "other data"

var errUntyped = errors.New("it cannot be typed: take it from a version")

// isPseudoField reports whether a cell is not a field: it can be taken, but not typed.
func isPseudoField(name string) bool { return name == Other || name == Place }

// otherField is the field of the cell. It merges as a unit, because the data may only make
// sense together.
var otherField = record.Field{Name: Other, Form: record.Text, Merge: record.MergeUnit}

// otherRow returns the row of the other data. A deleted version has none, and does not count
// as different.
func (g *grid) otherRow(base *ancestry.Original) row {
	r := g.pseudoRow(otherField, g.lives, func(v *item.Version) string { return record.Rest(v.Content) })
	r.base = base.Other()
	return r
}

// pseudoRow returns the row for something that is not a field, with the versions that say
// anything about it.
func (g *grid) pseudoRow(f record.Field, speaks []bool, says func(*item.Version) string) row {
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

func (s *Session) find(name string) (*row, error) {
	if r := s.grid.find(name); r != nil {
		return r, nil
	}
	if isPseudoField(name) {
		return nil, fmt.Errorf("resolving %s: the versions do not differ in %s", s.it.ID(), name)
	}
	_, err := record.Find(s.grid.kinds()[0], name)
	return nil, fmt.Errorf("resolving %s: %w", s.it.ID(), err)
}
