package transfer

import "crossfeed/engine/record"

// farthest is how many entries are read before they are written: each holds a
// summary of about its size.
const farthest = 500

// ahead reads what the store will ask of the entries that are taken, while those
// before them are written. It returns what is to be called after each entry, and
// at the end.
func ahead(entries []Planned) (next, stop func()) {
	room, stopped := make(chan struct{}, farthest), make(chan struct{})
	go func() {
		for _, e := range entries {
			select {
			case room <- struct{}{}:
			case <-stopped:
				return
			}
			if e.Take {
				record.Summary(e.says)
			}
		}
	}()
	next = func() {
		select {
		case <-room:
		default: // the reading is behind
		}
	}
	return next, func() { close(stopped) }
}
