// Package contentsync keeps libraries: trees of feeds and files that somebody else
// publishes, to have them offline (Content Sync Extensions). It does what the text's
// algorithm does; the queue is in the store, so that a run that is stopped at any moment
// goes on where it was.
package contentsync

import (
	"context"
	"fmt"
	"time"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Parts are what a library is synced with.
type Parts struct {
	Store  store.Store
	Places transport.Places
	Cache  cache.Root
	Clock  Clock
	// Others go before what a run writes; nil is nobody.
	Others store.Others
}

// Options say what a run does.
type Options struct {
	// Library is its key.
	Library int64
	// Root tells to begin with the root feed. Without it the run does what waits in the
	// queue, and no more.
	Root bool
	// Whole asks for everything without conditions.
	Whole bool
	// Limits bound the run.
	Limits Limits
	// Progress is told now and then, from one goroutine at a time; nil is nobody.
	Progress func(Progress)
}

// Limits bound a run and a library. Zero values are the defaults.
type Limits struct {
	// Depth is how deep feeds may be nested, 32. Feeds and Files are how many a run
	// fetches, 10,000 and 1,000,000; what is beyond waits for the next run.
	Depth, Feeds, Files int
	// Bytes is how much a run fetches, 20 GB; File the greatest size of a file, 4 GB.
	Bytes, File int64
	// Free is how much of the disk is left free, 1 GB.
	Free int64
	// Parallel is how many downloads there are at a time, 6, and PerHost of one server, 3.
	Parallel, PerHost int
}

// Progress is how far a run is.
type Progress struct {
	// Library is the key of the library that is synced.
	Library int64
	// Feeds were processed, Files were fetched or found to be as they were, of AllFiles that
	// are known of up to now; Bytes came in this run.
	Feeds, Files, AllFiles int
	Bytes                  int64
	// Now are the addresses on their way, with what came of each and its size (-1 where it
	// is not known).
	Now []Download
}

// Download is a file on its way.
type Download struct {
	Address    string
	Came, Size int64
}

// Report is what a run came to.
type Report struct {
	Library string
	// Feeds are how many feeds were asked for, and Processed how many of them were newer.
	Feeds, Processed int
	// Files are how many files came, Unchanged how many were found to be as they were,
	// Removed how many left the cache.
	Files, Unchanged, Removed int
	// Bytes came over the network, Requests were made.
	Bytes    int64
	Requests int
	// Waiting are how many entries are left in the queue.
	Waiting int
	// Failed are the first of what could not be fetched.
	Failed []store.ContentWanted
	// Problems tells for feeds of this run what is wrong in them, by address.
	Problems map[string][]store.ContentProblem
	// Stopped is why the run ended before its queue was empty: it was cancelled, a limit
	// was reached, the disk is full, or nothing answers. nil otherwise.
	Stopped error
}

// Want puts what a person asked for in the queue: files and nested feeds by their
// addresses, on demand or removed ones included. An address that no item of the library
// links to is an error, and then nothing is put in the queue.
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

// want queues an address as the items say that link to it: as a file, as a nested feed, or
// as both.
func want(w store.Writer, library int64, address string) error {
	by, err := referrers(w, library, address)
	if err != nil {
		return err
	}
	if len(by) == 0 {
		return fmt.Errorf("%s: nothing in the library leads there: look it up with content list", transport.Redact(address))
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

// wantBelow queues the files below a nested feed that a person removed: those that a sync
// would have fetched.
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
