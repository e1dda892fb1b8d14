package memory

import "crossfeed/engine/store"

// Places implements store.ItemReader.
func (r *reader) Places(set int64) ([]store.Placed, error) {
	return r.state.list(set).places(func(store.Placed) bool { return true }), r.call()
}

// PlacesIn implements store.ItemReader.
func (r *reader) PlacesIn(set int64, parent string) ([]store.Placed, error) {
	in := func(p store.Placed) bool { return p.Place.Parent == parent }
	return r.state.list(set).places(in), r.call()
}

// places are those that keep wants, in the order of the items.
func (l *list) places(keep func(store.Placed) bool) (all []store.Placed) {
	for _, id := range l.order {
		v, gone := l.items[id].Winner, l.row(id).Gone()
		if p := (store.Placed{ID: id, Place: v.Place, Deleted: v.Deleted, Gone: gone}); keep(p) {
			all = append(all, p)
		}
	}
	return all
}
