package storage

import "crossfeed/engine/store"

const selectPlaces = "SELECT id, beside, deleted, gone FROM items WHERE set_key = ? "

// Places implements store.ItemReader.
func (r *reader) Places(set int64) ([]store.Placed, error) {
	return all(r, scanPlaced, selectPlaces+"ORDER BY key", set)
}

// PlacesIn implements store.ItemReader.
func (r *reader) PlacesIn(set int64, parent string) ([]store.Placed, error) {
	return all(r, scanPlaced, selectPlaces+"AND stands_in = ? ORDER BY key", set, parent)
}

func scanPlaced(row scanner) (p store.Placed, err error) {
	var beside string
	if err = row.Scan(&p.ID, &beside, &p.Deleted, &p.Gone); err == nil {
		p.Place, _ = placeBeside(beside) // a place that is damaged is at the root, and the item says so
	}
	return p, err
}
