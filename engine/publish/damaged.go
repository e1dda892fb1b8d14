package publish

import (
	"context"
	"errors"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/location"
)

// readLast reads the damaged items from the feeds that were published last. What subscribers
// have read of them stays published: an item that is missing is one that they may discard.
func (j *job) readLast(ctx context.Context) error {
	j.instead = map[string]*item.Item{}
	p := j.set.Publication
	for _, address := range []string{p.Complete, p.Address} { // the partial feed is never older
		if address == "" {
			continue
		}
		there, err := j.Places.Read(ctx, location.Request{Target: location.Target{Address: address, Access: p.Access}, Whole: true, Now: j.now})
		if missing(err) {
			continue
		}
		if err != nil {
			return err
		}
		j.readDamaged(there.Body, address)
		if err := there.Body.Close(); err != nil {
			return err
		}
	}
	return nil
}

// readDamaged takes the damaged items out of a feed of the list. One that cannot be read has
// none.
func (j *job) readDamaged(body io.Reader, address string) {
	in := feed.NewReader(body, address)
	found := map[string]*item.Item{}
	for {
		entry, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return
		}
		if entry.Item != nil && j.damaged[entry.Item.ID()] {
			found[entry.Item.ID()] = entry.Item
		}
	}
	if in.Document().ID != j.set.FeedID {
		return
	}
	for id, it := range found {
		j.instead[id] = it
	}
}
