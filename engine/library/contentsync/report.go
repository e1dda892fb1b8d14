package contentsync

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"crossfeed/engine/store"
)

// mostTold is how many failures a report tells one by one.
const mostTold = 100

func (r *Report) fails(w store.ContentWanted) {
	if len(r.Failed) < mostTold {
		r.Failed = append(r.Failed, w)
	}
}

// ended is the report of a run that came to its end, or to an error of the store. That it
// was cancelled is none.
func (r *run) ended(err error) (Report, error) {
	r.tell()
	if cancelled := r.ctx.Err(); cancelled != nil && (err == nil || errors.Is(err, cancelled)) {
		err, r.stopped = nil, cancelled
	}
	if err == nil {
		err = r.Store.View(context.WithoutCancel(r.ctx), r.sumUp)
	}
	return r.report, err
}

// sumUp says what is left, and why.
func (r *run) sumUp(s store.Reader) error {
	root, _, err := s.ContentFeed(r.Library, r.library.Address)
	if err != nil {
		return err
	}
	use, err := s.ContentUse(r.Library)
	r.report.Library = cmp.Or(r.library.Title, root.Title, r.library.Address)
	r.report.Waiting = use.Waiting
	if r.report.Stopped = r.stopped; r.stopped == nil && use.Waiting > 0 {
		r.report.Stopped = r.hosts.nothing()
	}
	return err
}

// flights are the downloads that are on their way.
type flights struct {
	mu    sync.Mutex
	all   []*flight
	bytes int64
}

// flight is one of them.
type flight struct {
	of *flights
	Download
	here int64
}

func (f *flights) begin(address string) *flight {
	f.mu.Lock()
	defer f.mu.Unlock()
	one := &flight{of: f, Download: Download{Address: address, Size: -1}}
	f.all = append(f.all, one)
	return one
}

func (f *flights) end(one *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = slices.DeleteFunc(f.all, func(other *flight) bool { return other == one })
}

// now gives them as they are, and the bytes that came in this run.
func (f *flights) now() (all []Download, bytes int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.all {
		all = append(all, one.Download)
	}
	return all, f.bytes
}

// arrived counts bytes that came.
func (f *flight) arrived(n int64) {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	f.Came += n
	f.of.bytes += n
}

// reached takes note of how many bytes came up to now.
func (f *flight) reached(came int64) { f.arrived(came - f.bytes()) }

// sized takes note of the size of a file, and of what was here of it before.
func (f *flight) sized(from, size int64) {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	f.Came, f.here, f.Size = f.Came+from, from, size
}

// bytes are those that came.
func (f *flight) bytes() int64 {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	return f.Came - f.here
}

// tell tells how far the run is.
func (r *run) tell() {
	if r.Progress == nil {
		return
	}
	p := r.progress
	p.Library = r.Library
	p.Now, p.Bytes = r.flights.now()
	r.Progress(p)
}
