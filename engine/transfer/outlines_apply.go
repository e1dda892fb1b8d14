package transfer

import "crossfeed/engine/edit"

// stands remembers of the entries so far what they stand in and which of them are in
// the list, so that every new one finds its place.
type stands struct {
	parents map[string]string
	there   map[string]bool
}

// spot is where a new entry is put: last in the nearest of those that it stands in in
// the file and that are in the list. In lists without order it says nothing.
func (s *stands) spot(e Planned) edit.Spot {
	parent := e.Parent
	for parent != "" && !s.there[parent] {
		parent = s.parents[parent]
	}
	return edit.Spot{Parent: parent, AtEnd: true}
}

// note takes in what became of an entry.
func (s *stands) note(e Planned, done bool) {
	s.parents[e.ID] = e.Parent
	s.there[e.ID] = s.there[e.ID] || done || e.State == Same || e.State == Changed
}
