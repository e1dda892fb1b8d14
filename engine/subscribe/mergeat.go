package subscribe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

// MergeFeedAt merges a feed that is not subscribed to, together with its complete feed, even
// if the feed does not name it. done reports whether nothing is left to merge.
func (e *Service) MergeFeedAt(ctx context.Context, set store.Set, address string) (done bool, err error) {
	var read []*document
	for _, at := range transport.WithComplete(address) {
		if slices.ContainsFunc(read, func(d *document) bool { return d.address == at }) {
			continue
		}
		f := &fetchedFeed{address: at}
		if done, err = e.mergeFetched(ctx, set, f); !done || err != nil {
			return false, err
		}
		read = f.documents()
	}
	return true, nil
}

// mergeFetched fetches such a feed with the complete feeds that it names, and merges it. A
// feed of another list has nothing to merge.
func (e *Service) mergeFetched(ctx context.Context, set store.Set, f *fetchedFeed) (done bool, err error) {
	t := toRead{Subscription: store.Subscription{Set: set.Key, Location: f.address, Access: set.Publication.Access}, set: set}
	o := readOptions{now: e.Clock.Now(), whole: true}
	defer f.close()
	switch err := e.fetchFeed(ctx, t, f, o); {
	case transport.IsMissing(err) && e.isReached(f.address):
		return true, nil
	case err != nil:
		return false, err
	case f.own == nil || f.own.head.ID != set.FeedID:
		return true, nil
	}
	s := e.source(t, f)
	s.Discard, s.Agreed = false, true
	r, err := intake.Feed(ctx, e.Store, s, intake.Options{At: o.now, Others: e.Gate, Save: func(w store.Writer, _ intake.Result) error {
		now, err := w.SetOf(set.Key)
		switch {
		case err != nil:
			return err
		case now.FeedID != set.FeedID: // a backup was restored in the meantime
			return fmt.Errorf("%s: %w", f.address, ErrChanged)
		}
		return agreeToAll(w, set.Key, o.now)
	}})
	return err == nil && f.lacks == nil && !r.Unfit, err
}

// isReached reports whether the location of an address is available: a folder may be on a
// drive that is not connected.
func (e *Service) isReached(address string) bool {
	if transport.KindOf(address) != transport.Local {
		return true
	}
	there, err := e.Files.IsFolder(filepath.Dir(address))
	return there && err == nil
}

// Documents fetches all subscriptions of a list in full and visits each of their current
// documents. It calls failed for each that could not be read.
func (e *Service) Documents(ctx context.Context, set store.Set, visit func(address string, body io.Reader), failed func(address string, err error)) error {
	var all []store.Subscription
	err := e.Store.View(ctx, func(r store.Reader) (err error) {
		all, err = r.Subscriptions(set.Key)
		return err
	})
	for _, sub := range all {
		t := toRead{Subscription: sub, set: set}
		t.Mode = "" // read publish-only subscriptions as well
		f := e.fetch(ctx, t, readOptions{now: e.Clock.Now(), whole: true})
		if f.err != nil {
			failed(sub.Location, f.err)
		}
		for _, one := range f.feeds {
			if err := errors.Join(one.err, one.lacks); err != nil {
				failed(one.address, err)
			}
			for _, d := range one.documents() {
				visit(d.address, d.body)
			}
		}
		f.close()
	}
	return err
}
