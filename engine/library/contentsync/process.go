package contentsync

import (
	"crossfeed/engine/library/csx"
	"crossfeed/engine/store"
)

// process handles a feed as the pseudo-code specifies ("Sync Algorithm").
func (r *run) process(l landing) error {
	d := l.document
	// "If the feed does not exist in the cache … Else if feed is newer than cached feed"
	if d == nil || l.here && !r.Whole && !d.newer(l.feed) {
		return r.retainCached(l)
	}
	put := func() error { return r.update(r.ctx, d.put) }
	if d.items.n > portion || l.feed.Items > portion {
		put = d.putInPortions
	}
	if err := put(); err != nil {
		return err
	}
	return r.processed(d.feed)
}

// newer reports whether the feed is newer than the cached one. Publishers that do not use the
// extensions may leave their feed's date as it is when they add to it, or stop writing one: there,
// the hashes decide.
func (d *document) newer(cached store.ContentFeed) bool {
	built, hash := d.feed.Built, d.feed.Known.Hash
	if !d.extended && (built.IsZero() || built.Equal(cached.Built)) {
		return hash != cached.Known.Hash
	}
	return csx.Newer(built, cached.Built, hash, cached.Known.Hash, d.r.Clock.Now())
}

// processed records a feed that was newer, and takes the feeds that it queued.
func (r *run) processed(f store.ContentFeed) error {
	r.progress.Feeds++
	r.report.Processed++
	if len(f.Problems) > 0 {
		r.report.Problems[f.Address] = f.Problems
	}
	return r.takeFeeds()
}

// depth returns the nesting depth of a feed: 0 for the root, whatever links to it.
func (r *run) depth(e entry) int {
	if e.Address == r.library.Address {
		return 0
	}
	return e.Depth
}

// retainCached leaves the cached feed in place if the downloaded feed is not newer. If it were
// replaced, its changes would never be noticed, and so never be fetched.
func (r *run) retainCached(l landing) error {
	r.progress.Feeds++
	return r.update(r.ctx, func(w store.Writer) (err error) {
		cached := l.feed
		cached.Known, cached.Processed, cached.Stale = l.answer.Known, r.Clock.Now(), false
		if cached.Asked, err = r.asked(w, l.ContentWanted, cached.Asked); err != nil {
			return err
		}
		if err := w.TouchContentFeed(r.Library, cached); err != nil {
			return err
		}
		return w.Dequeue(r.Library, l.Number)
	})
}
