package contentsync

import (
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// queue is what of the store's download queue is at hand. Feeds come before files, so
// that it is known early how much there is to do.
type queue struct {
	feeds, files lane
	// looked is the number up to which the store's queue was looked at for feeds, filed
	// that for files; filled that there are none beyond.
	looked, filed int64
	filled        bool
	// visited are the feeds of this run: each is read once. early are the files that were
	// fetched while a feed was still on its way: it may name them again.
	visited, early map[string]bool
	// failed are the entries that failed in this run: each is tried once.
	failed map[int64]bool
	// done are entries that nothing is to be done for any more.
	done []store.ContentWanted
}

const (
	// page is how many entries are read at a time, window how many files wait in memory.
	page   = 500
	window = 2000
)

// look is "Add the root level <csx:link> to the download queue", and then looks for what
// waits there.
func (r *run) look() error {
	if r.Root {
		if err := r.enqueueRoot(); err != nil {
			return err
		}
	}
	return r.lookForFeeds()
}

// enqueueRoot puts the root feed in the queue, unless it failed and waits there.
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

// lookForFeeds takes the feeds in hand that were put in the queue since, and counts the
// files.
func (r *run) lookForFeeds() error {
	r.filled = false
	return r.Store.View(r.ctx, func(s store.Reader) error {
		return r.pages(s, &r.looked, func(w store.ContentWanted) (bool, error) {
			if !w.Nested {
				r.progress.AllFiles++
				return true, nil
			}
			return true, r.takeFeed(s, w)
		})
	})
}

// pages gives the entries of the queue after a number, which goes on with them, until
// each wants no more.
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

// takeFeed takes a feed in hand. One that was read in this run is done with: it would be
// no newer than it is.
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

// next is the entry that is to be begun next, and whether there is one that may be.
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

// feedsGoOn tells that more files may be named yet.
func (r *run) feedsGoOn() bool { return r.feeds.n > 0 || r.feedsFlying > 0 }

// stop begins nothing more. It is no error of the run: the report has it.
func (r *run) stop(why error) error {
	if r.stopped == nil {
		r.stopped = why
	}
	return nil
}

// fill takes files in hand.
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

// takeFile takes a file in hand. What a person removed stays away until one asks.
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

// fromStart begins with the files of the queue anew.
func (q *queue) fromStart() { q.files, q.filed, q.filled = lane{}, 0, false }
