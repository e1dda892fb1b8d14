package contentsync

import (
	"slices"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
)

// cleanUp removes what no item refers to ("Item deletion and cache clean up"): entries of the
// queue, feeds that cannot be reached from the root, and files "not … until the last reference
// is no longer in the feed". While a feed waits in the queue, only entries are removed,
// because that feed may refer to what another feed has dropped. It returns the number of bytes
// freed.
func (r *run) cleanUp() (freed int64, err error) {
	if !r.Root && r.report.Processed == 0 {
		return 0, nil
	}
	var unreachable []string
	var idle []store.ContentWanted
	var waits bool
	err = r.Store.View(r.ctx, func(s store.Reader) (err error) {
		if unreachable, err = s.UnreachableFeeds(r.Library); err != nil {
			return err
		}
		idle, waits, err = r.idleEntries(s, setOf(unreachable))
		return err
	})
	if err != nil {
		return 0, err
	}
	if waits {
		unreachable = nil
	}
	if err := r.drop(unreachable, idle); err != nil || waits {
		return 0, err
	}
	return r.removeUnreferenced()
}

func setOf(all []string) map[string]bool {
	set := map[string]bool{}
	for _, one := range all {
		set[one] = true
	}
	return set
}

// idleEntries returns the entries that no item of a feed reachable from the root refers to.
// waits reports whether another entry is for a feed.
func (r *run) idleEntries(s store.Reader, unreachable map[string]bool) (idle []store.ContentWanted, waits bool, err error) {
	unreferenced, err := s.UnreferencedWanted(r.Library)
	if err != nil {
		return idle, waits, err
	}
	gone := map[int64]bool{}
	for _, w := range unreferenced {
		gone[w.Number] = true
	}
	var after int64
	err = r.pages(s, &after, func(w store.ContentWanted) (bool, error) {
		is := gone[w.Number]
		if !is && len(unreachable) > 0 && w.Address != r.library.Address {
			if is, err = r.onlyBy(s, w, unreachable); err != nil {
				return false, err
			}
		}
		if is {
			idle = append(idle, w)
		}
		waits = waits || w.Nested && !is
		return true, nil
	})
	return idle, waits, err
}

// onlyBy reports whether only these feeds refer to an entry.
func (r *run) onlyBy(s store.Reader, w store.ContentWanted, feeds map[string]bool) (bool, error) {
	by, err := s.ContentReferrers(r.Library, w.Address, mostReferrers)
	for _, one := range by {
		if one.Link.Nested == w.Nested && !feeds[one.Feed] {
			return false, err
		}
	}
	return len(by) < mostReferrers, err
}

// drop removes feeds from the cache and entries from the queue, with their partial downloads.
func (r *run) drop(feeds []string, idle []store.ContentWanted) error {
	if len(feeds) == 0 && len(idle) == 0 {
		return nil
	}
	var numbers []int64
	for _, w := range idle {
		numbers = append(numbers, w.Number)
	}
	if err := r.forgetFeeds(r.ctx, r.Library, feeds); err != nil {
		return err
	}
	err := r.update(r.ctx, func(w store.Writer) error { return w.Dequeue(r.Library, numbers...) })
	if err != nil {
		return err
	}
	for _, w := range idle {
		if err := r.unlessHere(w.Address); err != nil {
			return err
		}
	}
	return nil
}

// removeUnreferenced removes files. It removes them from the store first, so that every file
// that the store has is on the disk.
func (r *run) removeUnreferenced() (freed int64, err error) {
	var files []store.ContentFile
	err = r.Store.View(r.ctx, func(s store.Reader) (err error) {
		files, err = s.Unreferenced(r.Library)
		return err
	})
	if err != nil {
		return 0, err
	}
	if wait, err := r.leaveLater(files); wait || err != nil {
		return 0, err
	}
	for some := range slices.Chunk(files, portion) {
		var addresses []string
		for _, f := range some {
			addresses = append(addresses, f.Address)
		}
		if err := r.forgetFiles(r.ctx, r.Library, addresses); err != nil {
			return 0, err
		}
		freed += r.takeAway(some)
	}
	r.budget.freed(freed)
	return freed, nil
}

// takeAway deletes files from the disk and returns the number of bytes freed. The next run
// deletes at its start what could not be deleted.
func (r *run) takeAway(files []store.ContentFile) (freed int64) {
	for _, f := range files {
		if f.State != store.FileHere {
			continue
		}
		if err := r.cache.Remove(cache.Name(f.Address)); err != nil {
			_ = r.stop(err)
			continue
		}
		r.report.Removed++
		freed += f.Size
	}
	return freed
}
