package contentsync

import (
	"cmp"
	"io"

	"crossfeed/engine/contentsync/csx"
	"crossfeed/engine/store"
)

// process does with a feed what the pseudo-code says ("Sync Algorithm"). A feed counts as
// processed only once its links are in the queue: both is kept in one transaction, so that
// a stop at any moment loses nothing.
func (r *run) process(l landing) error {
	d := &document{r: r, of: l, follow: follower{
		feed: l.Address, at: cmp.Or(l.answer.At, l.Address), within: r.within, depth: r.depth(l), deepest: r.Limits.Depth,
	}}
	if l.answer.Unchanged {
		return r.keepAsItIs(l)
	}
	body, err := seekable(l.answer.Body)
	if err != nil {
		return r.fail(l.failing(err))
	}
	defer body.Close()
	d.body = body
	if err := d.lookThrough(); err != nil {
		return r.fail(l.failing(err))
	}
	// "If the feed does not exist in the cache … Else if feed is newer than cached feed"
	if l.here && !r.Whole && !csx.Newer(d.feed.Built, l.feed.Built, d.feed.Known.Hash, l.feed.Known.Hash) {
		return r.keepAsItIs(l)
	}
	return d.keepNewer()
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

// document is a feed that was read, on its way into the cache.
type document struct {
	r      *run
	of     landing
	follow follower
	body   io.ReadSeeker
	// feed is what stands at its level, with what was found wrong.
	feed store.ContentFeed
	// stale are nested feeds on demand whose items are newer.
	stale []string
	// broken is why it could not be read any more.
	broken error
}

// read reads the document from its start.
func (d *document) read(each func(csx.Item) error) (csx.Feed, error) {
	if _, err := d.body.Seek(0, io.SeekStart); err != nil {
		return csx.Feed{}, err
	}
	return csx.Read(d.body, d.follow.at, csx.Limits{}, func(i csx.Item) error {
		if err := d.r.ctx.Err(); err != nil {
			return err
		}
		return each(i)
	})
}

// lookThrough reads what the document says of itself, which may stand behind its items,
// and what is wrong in it.
func (d *document) lookThrough() error {
	var told []store.ContentProblem
	wrong := 0
	head, err := d.read(func(i csx.Item) error {
		_, refused := d.follow.links(i)
		wrong += len(refused)
		if room := csx.MaxProblems - len(told); room > 0 {
			told = append(told, refused[:min(room, len(refused))]...)
		}
		return nil
	})
	d.feed = store.ContentFeed{
		Address: d.of.Address, From: d.r.target(d.of.entry).From, Depth: d.follow.depth,
		Title: head.Title, Text: head.Text, Link: head.Link, Built: head.Built,
		Known: d.of.answer.Known, Processed: d.r.Clock.Now(), Problems: problems(head, told), Wrong: head.Wrong + wrong,
	}
	return err
}

// problems are what is told of a feed, in the order of its lines.
func problems(head csx.Feed, told []store.ContentProblem) (all []store.ContentProblem) {
	for _, p := range head.Problems {
		all = append(all, store.ContentProblem{Line: p.Line, Item: p.Item, Rule: p.Rule, Text: p.Text})
	}
	all = inOrder(append(all, told...))
	return all[:min(len(all), csx.MaxProblems)]
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

// keepNewer caches the feed in place of what was there, and puts in the queue what is new.
func (d *document) keepNewer() error {
	r := d.r
	if err := r.Store.Update(r.ctx, d.put); err != nil {
		if d.broken != nil {
			return r.fail(d.of.failing(d.broken))
		}
		return err
	}
	r.progress.Feeds++
	r.report.Processed++
	if len(d.feed.Problems) > 0 {
		r.report.Problems[d.feed.Address] = d.feed.Problems
	}
	return r.lookForFeeds()
}

func (d *document) put(w store.Writer) (err error) {
	library := d.r.Library
	if d.feed.Asked, err = d.r.asked(w, d.of.ContentWanted, d.of.feed.Asked); err != nil {
		return err
	}
	err = w.PutContentFeed(library, d.feed, func(add func(store.ContentItem) error) error { return d.items(w, add) })
	if err != nil {
		return err
	}
	if err := d.markStale(w); err != nil {
		return err
	}
	return w.Dequeue(library, d.of.Number)
}
