package incorporate

import (
	"context"
	"errors"
	"fmt"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// reading is the reading of one feed: what it brought so far, and nothing of
// what brought nothing.
type reading struct {
	ctx     context.Context
	source  Source
	options Options
	// seen holds the identifiers in the feed so far.
	seen map[string]bool
	news news
	// foreign is the markup at the level of the feed, where the set lacks some
	// of it, or "".
	foreign string
	result  Result
}

func newReading(ctx context.Context, s Source, o Options) *reading {
	if o.Others == nil {
		o.Others = nobody{}
	}
	return &reading{ctx: ctx, source: s, options: o, seen: map[string]bool{}, news: news{byID: map[string]*arrival{}}}
}

// read streams the feed and merges its items with the store as it now stands.
func (r *reading) read(now store.Reader, in *feed.Reader) error {
	for {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		entry, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return r.broken(err)
		}
		if err := r.entry(now, entry); err != nil {
			return err
		}
	}
	return r.document(in.Document())
}

// document takes in what stands at the level of the feed.
func (r *reading) document(d feed.Document) error {
	r.result.Problems.addFound(r.source.Path, d.Problems)
	all, err := uniteForeign(r.source.Set.Foreign, d.Foreign)
	if err == nil && all != r.source.Set.Foreign {
		r.foreign = d.Foreign
	}
	return err
}

// broken explains why a feed cannot be read.
func (r *reading) broken(err error) error {
	var unsupported *feed.UnsupportedError
	if errors.As(err, &unsupported) {
		return fmt.Errorf("%w; the list %q is %s, and the two families never mix", err, r.source.Set.Name, r.source.Set.Dialect)
	}
	return err
}

// entry takes in one entry of the feed. One without sx:sync takes no part.
func (r *reading) entry(now store.Reader, e *feed.Entry) error {
	r.result.Problems.addFound(r.source.Path, e.Problems)
	if e.Item == nil && !e.SetAside {
		return nil
	}
	r.result.Read++
	if r.options.Read != nil {
		r.options.Read(r.result.Read)
	}
	if e.SetAside {
		r.result.SetAside++
		return nil
	}
	if err := r.arrive(now, e.Item); err != nil {
		return fmt.Errorf("%s:%d: item %s: %w", r.source.Path, e.Line, e.Item.ID(), err)
	}
	return nil
}

// arrive keeps an item that brings something: a change of the local one, or a
// version for the archive. Entries of one identifier in a feed are merged with
// each other first; where neither subsumes the other, their publisher erred
// (SSE 0.93 §2.4).
func (r *reading) arrive(now store.Reader, incoming *item.Item) error {
	id := incoming.ID()
	again := r.seen[id]
	r.seen[id] = true
	if earlier := r.news.byID[id]; earlier != nil {
		r.meet(earlier, incoming)
		return nil
	}
	local, err := lookUp(now, r.source.Set.Key, id)
	if err != nil {
		return err
	}
	m := feedsync.Merge(local, incoming)
	r.result.Problems.addMerge(r.source.Path, id, m)
	brings := m.Changed
	if !brings {
		brings, err = lacks(now, r.source.Set.Key, id, m.Dropped)
	}
	if err != nil || !brings {
		return err
	}
	if again && !feedsync.Incorporated(incoming, local) {
		r.result.Problems.addTwins(r.source.Path, id)
	}
	r.news.add(&arrival{item: incoming})
	return nil
}

// meet merges an entry with an earlier one of the same identifier.
func (r *reading) meet(earlier *arrival, incoming *item.Item) {
	if !feedsync.Incorporated(earlier.item, incoming) && !feedsync.Incorporated(incoming, earlier.item) {
		r.result.Problems.addTwins(r.source.Path, incoming.ID())
	}
	m := feedsync.Merge(earlier.item, incoming)
	r.result.Problems.addMerge(r.source.Path, incoming.ID(), m)
	earlier.item = m.Item
	earlier.dropped = append(earlier.dropped, m.Dropped...)
}
