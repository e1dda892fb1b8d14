package edit

import (
	"slices"

	"crossfeed/engine/item"
)

// stillOffered are the versions offered again now that what the item is to say was
// made without: their offer is of another settling, and stays.
func (t *turning) stillOffered(offers []*item.Version) (all []*item.Version) {
	for _, v := range t.offered {
		if !slices.ContainsFunc(offers, v.Same) && !knows(t.before, v) {
			all = append(all, v)
		}
	}
	return all
}

// swept are the versions that are to stay open and that update settles all the same,
// in SSE 0.91: they are offered.
func (t *turning) swept() (all []*item.Version) {
	if !t.all() {
		return nil
	}
	for _, v := range t.it.Conflicts {
		if !t.opened(v) {
			all = append(all, v)
		}
	}
	return all
}

// settled are the versions that the step settled: they are offered again where
// they cannot be open again. One that somebody went on from is open as what
// became of it.
func (t *turning) settled() (all []*item.Version) {
	for _, v := range t.opens {
		gone := func(open *item.Version) bool { return open.Same(v) || follows(open, v) }
		if !slices.ContainsFunc(t.leaves, v.Same) && !slices.ContainsFunc(t.it.Conflicts, gone) {
			all = append(all, v)
		}
	}
	return all
}
