package engine

import (
	"context"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
)

// peeked is the number of items of each feed that Peek looks at.
const peeked = 20

// Peek tells what a list has to be so that it can read the feeds at a location: of the
// kind that most of their first items are, notes where there are none; and of SSE 0.91
// where all feeds are. set is the name of the list, also in a folder of feeds.
func (e *Engine) Peek(ctx context.Context, set, at string) (NewSet, error) {
	path, err := location.Path(at)
	if err != nil {
		return NewSet{}, err
	}
	paths, err := location.Feeds(e.parts.Files, path, set, e.endpoint)
	if err != nil {
		return NewSet{}, err
	}
	seen := peek{kinds: map[record.Kind]int{}, dialects: map[feed.Dialect]int{}}
	for _, p := range paths {
		if err := e.peek(ctx, p, seen); err != nil {
			return NewSet{}, err
		}
	}
	return seen.list(set), nil
}

// peek counts the kinds of the first items of feeds, and the dialects of the feeds.
type peek struct {
	kinds    map[record.Kind]int
	dialects map[feed.Dialect]int
}

// list is the list that the feeds are for.
func (p peek) list(name string) NewSet {
	most := record.Note
	for _, k := range record.Kinds() {
		if p.kinds[k] > p.kinds[most] {
			most = k
		}
	}
	n := NewSet{Name: name, Kind: string(most)}
	if p.dialects[feed.SSE091] > 0 && len(p.dialects) == 1 {
		n.Dialect = string(feed.SSE091)
	}
	return n
}

// peek looks at the first items of a feed. What is wrong with it is for its reading
// to say.
func (e *Engine) peek(ctx context.Context, path string, seen peek) error {
	in, err := e.parts.Files.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	r := feed.NewReader(in, path)
	kinds := map[record.Kind]int{}
	for range peeked {
		one, err := r.Next()
		if err != nil {
			break
		}
		if one.Item != nil && !one.Item.Winner.Deleted {
			kinds[record.KindOf(one.Item.Winner.Content)]++
		}
	}
	d := r.Document()
	if d.Dialect != "" {
		seen.dialects[d.Dialect]++
	}
	if d.Format == feed.OPML { // whatever is in it
		kinds = map[record.Kind]int{record.Outline: peeked}
	}
	for k, n := range kinds {
		if k == record.Outline && d.Format != feed.OPML {
			k = record.Note // only OPML has outlines
		}
		seen.kinds[k] += n
	}
	return ctx.Err()
}
