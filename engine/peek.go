package engine

import (
	"context"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
)

// peeked is the number of items of each feed that Peek looks at.
const peeked = 20

// Peek tells what kind of list the feeds at a location are for, by what most of
// their first items are: a note where there are none. set is the name of the
// list in a folder of feeds.
func (e *Engine) Peek(ctx context.Context, set, at string) (record.Kind, error) {
	path, err := location.Path(at)
	if err != nil {
		return record.Note, err
	}
	paths, err := location.Feeds(e.parts.Files, path, set, e.endpoint)
	if err != nil {
		return record.Note, err
	}
	count := map[record.Kind]int{}
	for _, p := range paths {
		if err := e.peek(ctx, p, count); err != nil {
			return record.Note, err
		}
	}
	most := record.Note
	for _, k := range record.Kinds() {
		if count[k] > count[most] {
			most = k
		}
	}
	return most, nil
}

// peek counts the kinds of the first items of a feed. What is wrong with the
// feed is for its reading to say.
func (e *Engine) peek(ctx context.Context, path string, count map[record.Kind]int) error {
	in, err := e.parts.Files.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	r := feed.NewReader(in, path)
	for range peeked {
		one, err := r.Next()
		if err != nil {
			return ctx.Err()
		}
		if one.Item != nil && !one.Item.Winner.Deleted {
			count[record.KindOf(one.Item.Winner.Content)]++
		}
	}
	return ctx.Err()
}
