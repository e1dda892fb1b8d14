// Package contentsync makes libraries available offline, which are trees of feeds and files
// that others publish (Content Sync Extensions). It implements the algorithm of the
// specification. The queue is in the store, so that an interrupted run continues where it
// stopped.
package contentsync

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Parts are the dependencies of a sync.
type Parts struct {
	Store  store.Store
	Places transport.Places
	Cache  cache.Root
	Clock  Clock
	// Others are writers that go before those of a run; it may be nil.
	Others store.Others
}

// Options configure a run.
type Options struct {
	// Library is the key of the library.
	Library int64
	// Root starts with the root feed. Without it, the run only processes the queue.
	Root bool
	// Whole fetches everything unconditionally.
	Whole bool
	// Limits bound the run.
	Limits Limits
	// Progress is called now and then, from one goroutine at a time; it may be nil.
	Progress func(Progress)
}

// Limits bound a run and a library. Zero values mean the defaults.
type Limits struct {
	// Depth is the maximum nesting depth of feeds, 32. Feeds and Files are how many a run
	// fetches at most, 10,000 and 1,000,000; the rest waits for the next run.
	Depth, Feeds, Files int
	// Bytes is how much a run fetches at most, 20 GB; File is the maximum size of a file, 4
	// GB.
	Bytes, File int64
	// Free is how much of the disk stays free, 1 GB.
	Free int64
	// Parallel is the maximum number of concurrent downloads, 6, and PerHost that for one
	// server, 3.
	Parallel, PerHost int
}

// Progress is the state of a run in progress.
type Progress struct {
	// Library is the key of the library being synced.
	Library int64
	// Feeds counts the feeds processed, Files the files fetched or found unchanged, and
	// AllFiles the files known of so far. Bytes were received in this run.
	Feeds, Files, AllFiles int
	Bytes                  int64
	// Now lists the current downloads.
	Now []Download
}

// Download is a file being downloaded: the bytes received and its size, -1 if unknown.
type Download struct {
	Address        string
	Received, Size int64
}

// Report is the outcome of a run.
type Report struct {
	Library string
	// Feeds is the number of feeds requested, Processed the number of those that were newer.
	Feeds, Processed int
	// Files is the number of files received, Unchanged the number found unchanged, and Removed
	// the number that left the cache.
	Files, Unchanged, Removed int
	// Bytes were received over the network in this number of Requests.
	Bytes    int64
	Requests int
	// Waiting is the number of entries left in the queue.
	Waiting int
	// Failed are the first of the entries that could not be fetched.
	Failed []store.ContentWanted
	// Problems has the errors found in the feeds of this run, by address.
	Problems map[string][]store.ContentProblem
	// Stopped is why the run ended before its queue was empty: it was cancelled, a limit was
	// reached, the disk is full, or no server responds. Otherwise it is nil.
	Stopped error
}

// Want queues what a person asked for: files and nested feeds by their addresses, including
// those on demand or removed. If no item of the library links to an address, Want returns an
// error and queues nothing.
func Want(ctx context.Context, p Parts, library int64, addresses ...string) error {
	return p.Store.Update(ctx, func(w store.Writer) error {
		if _, err := Library(w, library); err != nil {
			return err
		}
		for _, address := range addresses {
			if err := want(w, library, address); err != nil {
				return err
			}
		}
		return nil
	})
}

// ErrUnlinked means that no feed of a library links to an address.
var ErrUnlinked = errors.New("nothing in the library leads there")

// want queues an address as the items that link to it specify: as a file, as a nested feed, or
// as both.
func want(w store.Writer, library int64, address string) error {
	by, err := referrers(w, library, address)
	if err != nil {
		return err
	}
	if len(by) == 0 {
		return fmt.Errorf("%s: %w", transport.Redact(address), ErrUnlinked)
	}
	asked := map[bool]bool{}
	for _, one := range by {
		if asked[one.Link.Nested] {
			continue
		}
		asked[one.Link.Nested] = true
		if _, err := w.Enqueue(library, wantedBy(one, true)); err != nil {
			return err
		}
		if one.Link.Nested {
			if err := wantBelow(w, library, address); err != nil {
				return err
			}
		}
	}
	return nil
}

// wantBelow queues the files below a nested feed that a person removed and that a sync would
// have fetched.
func wantBelow(w store.Writer, library int64, feed string) error {
	below, err := reach(w, library, feed, func(l store.ContentLink) bool { return !l.OnDemand })
	if err != nil {
		return err
	}
	for _, one := range below {
		var wanted []store.ContentWanted
		err := eachLink(w, library, one.Address, func(l store.ContentLink) error {
			if l.Nested || l.OnDemand {
				return nil
			}
			file, there, err := w.ContentFile(library, l.Address)
			if there && file.State == store.FileRemoved {
				wanted = append(wanted, store.ContentWanted{Address: l.Address, From: one.Address, Depth: one.Depth + 1, Asked: true})
			}
			return err
		})
		if err != nil {
			return err
		}
		if _, err := w.Enqueue(library, wanted...); err != nil {
			return err
		}
	}
	return nil
}
