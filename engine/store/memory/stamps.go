package memory

import (
	"cmp"
	"slices"

	"crossfeed/engine/store"
)

// Stamps implements store.ItemReader.
func (r *reader) Stamps(set int64) (all []store.Stamped, err error) { return r.StampsAfter(set, 0) }

// ReceivedAfter implements store.ItemReader.
func (r *reader) ReceivedAfter(set, stamp int64, from string) (ids []string, err error) {
	all, err := r.StampsAfter(set, stamp)
	l := r.state.list(set)
	for _, s := range all {
		winner := store.Identity(l.items[s.ID].Winner)
		for _, k := range l.archive[s.ID] {
			if k.identity == winner && k.Seen.From != "" && (from == "" || k.Seen.From == from) {
				ids = append(ids, s.ID)
			}
		}
	}
	return ids, err
}

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
