package memory

import (
	"cmp"
	"slices"

	"crossfeed/engine/store"
)

// Stamps implements store.ItemReader.
func (r *reader) Stamps(set int64) (all []store.Stamped, err error) { return r.StampsAfter(set, 0) }

// StampsAfter implements store.ItemReader.
func (r *reader) StampsAfter(set, after int64) (all []store.Stamped, err error) {
	for id, stamp := range r.state.list(set).stamps {
		if stamp > after {
			all = append(all, store.Stamped{ID: id, Stamp: stamp})
		}
	}
	slices.SortFunc(all, func(a, b store.Stamped) int { return cmp.Compare(a.Stamp, b.Stamp) })
	return all, r.call()
}
