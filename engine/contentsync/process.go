package contentsync

import (
	"cmp"
	"errors"
	"io"

	"crossfeed/engine/contentsync/csx"
	"crossfeed/engine/store"
)

// process does with a feed what the pseudo-code says ("Sync Algorithm").
func (r *run) process(l landing) error {
	if l.answer.Unchanged {
		return r.keepAsItIs(l)
	}
	body, err := seekable(l.answer.Body)
	if err != nil {
		return r.fail(l.failing(err))
	}
	defer body.Close()
	d := &document{r: r, of: l, body: body, follow: follower{
		feed: l.Address, at: cmp.Or(l.answer.At, l.Address), within: r.within, depth: r.depth(l), deepest: r.Limits.Depth,
	}}
	err = r.Store.Update(r.ctx, d.put)
	switch {
	case errors.Is(err, errNotNewer):
		return r.keepAsItIs(l)
	case d.broken != nil:
		return r.fail(l.failing(d.broken))
	case err != nil:
		return err
	}
	return r.processed(d.feed)
}

// processed takes note of a feed that was newer, and looks for what it put in the queue.
func (r *run) processed(f store.ContentFeed) error {
	r.progress.Feeds++
	r.report.Processed++
	if len(f.Problems) > 0 {
		r.report.Problems[f.Address] = f.Problems
	}
	return r.lookForFeeds()
}

// depth is how deep a feed is nested: the root is not, whatever names it.
func (r *run) depth(l landing) int {
	if l.Address == r.library.Address {
		return 0
	}
	return l.Depth
}

func (l landing) failing(err error) landing {
	l.err = err
	return l
}

// keepAsItIs leaves the cached feed in place where the one that was read is not newer: else
// what changed in it would never be fetched.
func (r *run) keepAsItIs(l landing) error {
	r.progress.Feeds++
	return r.Store.Update(r.ctx, func(w store.Writer) (err error) {
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

// document is a feed that was read, on its way into the cache.
type document struct {
	r      *run
	of     landing
	follow follower
	body   io.ReadSeeker
	// feed is what stands at its level, with what was found wrong.
	feed store.ContentFeed
	// refused is what is told of links that are not followed, the first of wrong.
	refused []store.ContentProblem
	wrong   int
	// stale are nested feeds on demand whose items are newer.
	stale []string
	// broken is why it could not be read.
	broken error
}

// errNotNewer takes back what was written of a feed that is not newer than the cached one.
var errNotNewer = errors.New("the cached feed is as new")

// put caches the feed in place of what was there, and puts in the queue what is new. A
// feed counts as processed only once its links are in the queue: all is one transaction,
// so that a stop at any moment loses nothing. Whether it is newer is known at its end,
// for its date may stand behind its items.
func (d *document) put(w store.Writer) (err error) {
	library, l := d.r.Library, d.of
	d.refused, d.wrong, d.stale, d.broken = nil, 0, nil, nil
	d.feed = store.ContentFeed{
		Address: l.Address, From: d.r.target(l.entry).From, Depth: d.follow.depth,
		Known: l.answer.Known, Processed: d.r.Clock.Now(),
	}
	if d.feed.Asked, err = d.r.asked(w, l.ContentWanted, l.feed.Asked); err != nil {
		return err
	}
	err = w.PutContentFeed(library, d.feed, func(add func(store.ContentItem) error) error { return d.items(w, add) })
	if err != nil {
		return err
	}
	// "If the feed does not exist in the cache … Else if feed is newer than cached feed"
	if l.here && !d.r.Whole && !csx.Newer(d.feed.Built, l.feed.Built, d.feed.Known.Hash, l.feed.Known.Hash) {
		return errNotNewer
	}
	if err := w.TouchContentFeed(library, d.feed); err != nil {
		return err
	}
	if err := d.markStale(w); err != nil {
		return err
	}
	return w.Dequeue(library, l.Number)
}

// head takes what the document says of itself.
func (d *document) head(f csx.Feed) {
	d.feed.Title, d.feed.Text, d.feed.Link, d.feed.Built = f.Title, f.Text, f.Link, f.Built
	for _, p := range f.Problems {
		d.feed.Problems = append(d.feed.Problems, store.ContentProblem{Line: p.Line, Item: p.Item, Rule: p.Rule, Text: p.Text})
	}
	all := inOrder(append(d.feed.Problems, d.refused...))
	d.feed.Problems, d.feed.Wrong = all[:min(len(all), csx.MaxProblems)], f.Wrong+d.wrong
}
