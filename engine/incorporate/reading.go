package incorporate

import (
	"context"
	"errors"
	"fmt"
	"io"

	"crossfeed/engine/feed"
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
	r.result.Problems.addFound(r.source.Path, d.Problems...)
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
	r.result.Problems.addFound(r.source.Path, e.Problems...)
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
	if err := r.arrive(now, e); err != nil {
		return fmt.Errorf("%s:%d: item %s: %w", r.source.Path, e.Line, e.Item.ID(), err)
	}
	return nil
}
