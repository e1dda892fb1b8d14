package contentsync

import (
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// queue is the part of the store's download queue that is in memory. Feeds go before files, so
// that the amount of work is known early.
type queue struct {
	feeds, files lane
	// searched is the number up to which the store's queue was searched for feeds, and filed the
	// same for files. filled reports that there are no more files beyond it.
	searched, filed int64
	filled          bool
	// visited are the feeds of this run: each is read once. early are the files fetched while
	// feeds were still being read, which may link to them again.
	visited, early map[string]bool
	// failed are the entries that failed in this run: each is tried once.
	failed map[int64]bool
	// done are entries that need no work.
	done []store.ContentWanted
}

const (
	// page is how many entries are read at a time, window how many files wait in memory.
	page   = 500
	window = 2000
)

// fillQueue implements "Add the root level <csx:link> to the download queue", and then takes the
// feeds in the queue.
func (r *run) fillQueue() error {
	if r.Root {
		if err := r.enqueueRoot(); err != nil {
			return err
		}
	}
	return r.takeFeeds()
}

// enqueueRoot queues the root feed, unless it is still queued after a failure.
func (r *run) enqueueRoot() error {
	return r.update(r.ctx, func(w store.Writer) error {
		_, there, err := w.WantedAt(r.Library, r.library.Address, true)
		if err != nil || there {
			return err
		}
		// "The root level <csx:link> has the attributes onDemand==false and nestedFeed==true"
		_, err = w.Enqueue(r.Library, store.ContentWanted{Address: r.library.Address, Nested: true})
		return err
	})
}

// takeFeeds takes the feeds queued since the last call, and counts the files.
func (r *run) takeFeeds() error {
	r.filled = false
	return r.Store.View(r.ctx, func(s store.Reader) error {
		return r.pages(s, &r.searched, func(w store.ContentWanted) (bool, error) {
			if !w.Nested {
				r.progress.AllFiles++
				return true, nil
			}
			return true, r.takeFeed(s, w)
		})
	})
}

// pages calls each with the entries of the queue after a number, and advances the number,
// until each returns false.
func (r *run) pages(s store.Reader, after *int64, each func(store.ContentWanted) (more bool, err error)) error {
	for {
		entries, err := s.Wanted(r.Library, *after, page)
		if err != nil || len(entries) == 0 {
			return err
		}
		for _, w := range entries {
			*after = w.Number
			if more, err := each(w); err != nil || !more {
				return err
			}
		}
	}
}

// takeFeed takes a feed into memory. A feed already read in this run is done: reading it again
// would find nothing newer.
func (r *run) takeFeed(s store.Reader, w store.ContentWanted) error {
	if r.visited[w.Address] {
		r.done = append(r.done, w)
		return nil
	}
	r.visited[w.Address] = true
	e := entry{ContentWanted: w, host: transport.PlaceOf(w.Address)}
	var err error
	e.feed, e.here, err = s.ContentFeed(r.Library, w.Address)
	if r.hosts.down[e.host] == nil {
		r.feeds.add(e)
	}
	return err
}

// next returns the next entry to start, and reports whether there is one that may start.
func (r *run) next() (e entry, ok bool, err error) {
	if e, ok = r.feeds.take(r.hosts.takes); ok {
		if r.report.Feeds++; r.report.Feeds > r.Limits.Feeds {
			r.report.Feeds--
			return e, false, r.stop(&LimitError{ByFeeds, int64(r.Limits.Feeds)})
		}
		return e, true, nil
	}
	if r.feedsGoOn() && r.idle < patience {
		return e, false, nil
	}
	if err := r.fill(); err != nil {
		return e, false, err
	}
	if e, ok = r.files.take(r.hosts.takes); ok {
		if r.begun++; r.begun > r.Limits.Files {
			return e, false, r.stop(&LimitError{ByFiles, int64(r.Limits.Files)})
		}
	}
	return e, ok, nil
}

// feedsGoOn reports whether feeds remain that may link to more files.
func (r *run) feedsGoOn() bool { return r.feeds.n > 0 || r.feedsRunning > 0 }

// stop prevents further downloads. The reason goes into the report; it is not an error of
// Sync.
func (r *run) stop(why error) error {
	if r.stopped == nil {
		r.stopped = why
	}
	return nil
}

// fill takes files into memory.
func (r *run) fill() error {
	if r.filled || r.files.n > window/2 {
		return nil
	}
	return r.Store.View(r.ctx, func(s store.Reader) error {
		r.filled = true
		return r.pages(s, &r.filed, func(w store.ContentWanted) (bool, error) {
			var err error
			if !w.Nested && !r.failed[w.Number] {
				err = r.takeFile(s, w)
			}
			r.filled = r.files.n < window
			return r.filled, err
		})
	})
}

// takeFile takes a file into memory. A file that a person removed stays away until requested.
func (r *run) takeFile(s store.Reader, w store.ContentWanted) (err error) {
	e := entry{ContentWanted: w, host: transport.PlaceOf(w.Address)}
	if e.file, e.here, err = s.ContentFile(r.Library, w.Address); err != nil {
		return err
	}
	removed := e.file.State == store.FileRemoved
	switch {
	case removed && !w.Asked, r.early[w.Address] && !w.Asked:
		r.done = append(r.done, w)
	case r.hosts.down[e.host] == nil:
		e.here = e.here && !removed
		r.files.add(e)
	}
	return nil
}

// fromStart starts over with the files of the queue.
func (q *queue) fromStart() { q.files, q.filed, q.filled = lane{}, 0, false }
