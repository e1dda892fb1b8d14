package contentsync

import (
	"slices"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
)

// cleanUp takes away what no item refers to any more ("Item deletion and cache clean up"):
// entries of the queue, feeds that the root does not lead to, and files "not … until the
// last reference is no longer in the feed". While a feed could not be had nothing but
// entries goes: it may refer to what another one gave up. It returns the bytes that became
// free.
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

// idleEntries are the entries that no item of a feed refers to that the root leads to.
// waits tells that another entry is of a feed.
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

// onlyBy tells whether an entry is referred to by these feeds alone.
func (r *run) onlyBy(s store.Reader, w store.ContentWanted, feeds map[string]bool) (bool, error) {
	by, err := s.ContentReferrers(r.Library, w.Address, mostReferrers)
	for _, one := range by {
		if one.Link.Nested == w.Nested && !feeds[one.Feed] {
			return false, err
		}
	}
	return len(by) < mostReferrers, err
}

// drop takes feeds out of the cache and entries out of the queue, with what is here of
// their downloads.
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

// removeUnreferenced takes files away: the store forgets them first, so that what it says
// is here always is.
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

// takeAway removes files from the disk, and gives how many bytes became free. What cannot
// be removed goes at the beginning of the next run.
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
