package contentsync

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"crossfeed/engine/store"
)

// mostReported is how many failures a report lists individually.
const mostReported = 100

func (r *Report) fails(w store.ContentWanted) {
	if len(r.Failed) < mostReported {
		r.Failed = append(r.Failed, w)
	}
}

// ended returns the report of a run that finished or met an error of the store. Cancellation
// is not an error.
func (r *run) ended(err error) (Report, error) {
	r.reportProgress()
	if cancelled := r.ctx.Err(); cancelled != nil && (err == nil || errors.Is(err, cancelled)) {
		err, r.stopped = nil, cancelled
	}
	if err == nil {
		err = r.Store.View(context.WithoutCancel(r.ctx), r.sumUp)
	}
	return r.report, err
}

// sumUp completes the report with what is left, and why.
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

// flights are the downloads in progress.
type flights struct {
	mu    sync.Mutex
	all   []*flight
	bytes int64
}

// flight is a download in progress.
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

// now returns the downloads in their current state, and the bytes received in this run.
func (f *flights) now() (all []Download, bytes int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.all {
		all = append(all, one.Download)
	}
	return all, f.bytes
}

// arrived counts received bytes.
func (f *flight) arrived(n int64) {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	f.Received += n
	f.of.bytes += n
}

// reached updates the total of received bytes.
func (f *flight) reached(came int64) { f.arrived(came - f.bytes()) }

// sized records the size of a file, and how many bytes of it were here before.
func (f *flight) sized(from, size int64) {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	f.Received, f.here, f.Size = f.Received+from, from, size
}

// bytes returns the number of bytes received in this run.
func (f *flight) bytes() int64 {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	return f.Received - f.here
}

func (r *run) reportProgress() {
	if r.Progress == nil {
		return
	}
	p := r.progress
	p.Library = r.Library
	p.Now, p.Bytes = r.flights.now()
	r.Progress(p)
}
