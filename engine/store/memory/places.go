package memory

import (
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Places implements store.ItemReader.
func (r *reader) Places(set int64) ([]store.Placed, error) {
	return r.state.list(set).places(func(item.Place) bool { return true }), r.call()
}

// PlacesIn implements store.ItemReader.
func (r *reader) PlacesIn(set int64, parent string) ([]store.Placed, error) {
	in := func(p item.Place) bool { return p.Parent == parent }
	return r.state.list(set).places(in), r.call()
}

// places are those that keep wants, in the order of the items.
func (l *list) places(keep func(item.Place) bool) (all []store.Placed) {
	for _, id := range l.order {
		if v := l.items[id].Winner; keep(v.Place) {
			gone := v.Deleted && l.row(id).Gone()
			all = append(all, store.Placed{ID: id, Place: v.Place, Deleted: v.Deleted, Gone: gone})
		}
	}
	return all
}
