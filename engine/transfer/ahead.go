package transfer

import (
	"crossfeed/engine/crash"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// farthest is how many entries are read before they are written: each holds a
// summary of about its size.
const farthest = 500

// reading reads what the store will ask of the entries that are taken, while
// those before them are written.
type reading struct {
	room           chan struct{}
	stopped, ended chan struct{}
}

// ahead begins to read. The entries may be changed meanwhile.
func ahead(entries []Planned) *reading {
	var all []*item.Content
	for _, e := range entries {
		if e.Take {
			all = append(all, e.says)
		}
	}
	r := &reading{room: make(chan struct{}, farthest), stopped: make(chan struct{}), ended: make(chan struct{})}
	go r.read(all)
	return r
}

func (r *reading) read(all []*item.Content) {
	defer close(r.ended)
	for _, c := range all {
		select {
		case r.room <- struct{}{}:
			_ = crash.Do(func() { record.Summary(c) }) // who writes it will meet it, too
		case <-r.stopped:
			return
		}
	}
}

// wrote tells that one that was taken is written.
func (r *reading) wrote() {
	select {
	case <-r.room:
	default: // the reading is behind
	}
}

// stop ends the reading.
func (r *reading) stop() {
	close(r.stopped)
	<-r.ended
}
