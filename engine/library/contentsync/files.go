package contentsync

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// fetchFile implements "Save file represented by <csx:link> to cache". It does not touch the
// store, which is updated once the file is in place.
func (r *run) fetchFile(ctx context.Context, e entry, f *flight) landing {
	l := landing{entry: e}
	l.err = r.fetch(ctx, &l, f)
	l.bytes = f.bytes()
	return l
}

func (r *run) fetch(ctx context.Context, l *landing, f *flight) error {
	name := cache.Name(l.Address)
	request, err := r.request(l.entry, name)
	if err != nil {
		return err
	}
	came, _, err := r.cache.Received(name)
	if err != nil {
		return err
	}
	s, err := r.Places.Download(ctx, request)
	if err != nil {
		return err
	}
	if s.Unchanged && !l.here {
		return ErrNeverHere
	}
	if s.Unchanged {
		l.unchanged, l.file = true, l.entry.file
		l.file.Known, l.file.Stale = s.Known, false
		return nil
	}
	defer s.Body.Close()
	r.budget.freed(came - s.From) // bytes that are not resumed are discarded
	granted, err := r.budget.grant(l.Address, s.Size, s.From, l.entry.file.Size)
	if err != nil {
		return err
	}
	f.sized(s.From, s.Size)
	l.file, err = r.take(s, name, granted, f)
	if err != nil {
		granted.end(false)
		return err
	}
	granted.end(true)
	l.file.Address = l.Address
	return nil
}

// request returns a conditional request if the file is here and unchanged since its download,
// and a request for the remainder if a download was interrupted.
func (r *run) request(e entry, name string) (transport.Download, error) {
	d := transport.Download{
		Request: transport.Request{Target: r.target(e), Whole: r.Whole, Now: r.Clock.Now()},
		Limit:   r.Limits.File,
	}
	size, there, err := r.cache.Size(name)
	if err != nil {
		return d, err
	}
	// "Data is not deleted from the cache by another process" may not hold.
	if e.here && there && size == e.file.Size && !r.Whole {
		d.Known = e.file.Known
	}
	note, from, err := r.cache.Broken(name)
	if note.Size >= 0 && from >= note.Size {
		from = max(0, note.Size-1) // an empty range cannot be requested
	}
	d.From, d.Of = from, note.Known
	return d, err
}

// take stores the response in the cache. If the transfer is interrupted, the received bytes
// stay for the next time.
func (r *run) take(s *transport.Stream, name string, granted *grant, f *flight) (file store.ContentFile, err error) {
	note := cache.Note{Known: s.Known, Size: s.Size, Type: s.Type}
	part, err := r.cache.Begin(name, s.From, note)
	if err != nil {
		return file, err
	}
	if _, err := io.Copy(meter{part, granted, f}, s.Body); err != nil {
		return file, errors.Join(err, part.Close())
	}
	if note.Hash, note.Size, err = part.Done(note); err != nil {
		return file, errors.Join(err, part.Close())
	}
	return r.receivedFile(name, note), nil
}

// receivedFile returns the record of a file that is in place.
func (r *run) receivedFile(name string, n cache.Note) store.ContentFile {
	n.Known.Hash = n.Hash
	return store.ContentFile{
		State: store.FileHere, Name: name, Size: n.Size, Hash: n.Hash, Type: n.Type, Known: n.Known, Since: r.Clock.Now(),
	}
}

// meter counts the bytes on their way to the disk, and stops at a limit.
type meter struct {
	to      io.Writer
	granted *grant
	flight  *flight
}

func (m meter) Write(p []byte) (int, error) {
	n := int64(len(p))
	m.flight.arrived(n)
	if beyond := m.granted.use(n); beyond != nil {
		return 0, beyond
	}
	// Until the bytes are written, the free space of the disk does not reflect them.
	defer m.granted.written(n)
	return m.to.Write(p)
}

// mostFailures is how many failures in a row a run accepts from a server before it stops
// asking it: thousands of files on a server that is down would each wait for a timeout.
const mostFailures = 3

// hosts tracks the servers of a run. This computer, "", is not tracked.
type hosts struct {
	most     int
	busy     map[string]int
	failures map[string]int
	// down are the servers that are no longer asked, up those that responded.
	down map[string]error
	up   map[string]bool
}

func newHosts(most int) *hosts {
	return &hosts{most: most, busy: map[string]int{}, failures: map[string]int{}, down: map[string]error{}, up: map[string]bool{}}
}

// takes reports whether a server may get another request.
func (h *hosts) takes(host string) bool { return host == "" || h.busy[host] < h.most }

func (h *hosts) begin(host string) { h.busy[host]++ }

// end records the result of a request, and reports whether the server is given up because of
// it.
func (h *hosts) end(host string, err error) (down bool) {
	h.busy[host]--
	if host == "" || h.down[host] != nil {
		return false
	}
	switch silent, final := isSilence(err); {
	case !silent:
		h.failures[host], h.up[host] = 0, true
		return false
	case !final && h.failures[host]+1 < mostFailures:
		h.failures[host]++
		return false
	}
	h.down[host] = err
	return true
}

// isSilence reports whether a failure concerns the server or the network rather than one file;
// final reports that retrying now is pointless.
func isSilence(err error) (silent, final bool) {
	var e *transport.Error
	if !errors.As(err, &e) {
		return false, false
	}
	switch e.Trouble {
	case transport.Offline, transport.NoHost, transport.TooMany:
		return true, true
	case transport.Refused, transport.Timeout, transport.Slow, transport.Unavailable:
		return true, false
	}
	return false, false
}

// nothing returns why no server responds: every server that was asked was given up. It returns
// nil if a server responded, or if none was asked.
func (h *hosts) nothing() error {
	if len(h.up) > 0 || len(h.down) == 0 {
		return nil
	}
	return h.down[slices.Min(slices.Collect(maps.Keys(h.down)))]
}
