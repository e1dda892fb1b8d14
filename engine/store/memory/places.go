package memory

import "crossfeed/engine/store"

// Places implements store.ItemReader.
func (r *reader) Places(set int64) ([]store.Placed, error) { panic("to be written") }

// PlacesIn implements store.ItemReader.
func (r *reader) PlacesIn(set int64, parent string) ([]store.Placed, error) { panic("to be written") }
