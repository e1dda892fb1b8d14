package engine

import (
	"cmp"
	"context"
	"fmt"

	"crossfeed/engine/incorporate"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Subscribe keeps a set in step with the feed, or the folder of feeds, at a
// location: a path, kept as an absolute one, or a file:// address. Nothing is
// merged yet. A location of another kind is an error that wraps
// location.ErrScheme. Where the feed is there, and of the other family of rules, it is
// refused with *family.Error; where only the feed or only the list is an outline,
// with *family.OrderError. A folder is refused where no feed in it can be read.
func (e *Engine) Subscribe(ctx context.Context, set, at string) (store.Subscription, error) {
	path, err := location.Path(at)
	if err != nil {
		return store.Subscription{}, err
	}
	if err := e.checkFeeds(ctx, set, path); err != nil {
		return store.Subscription{}, err
	}
	s := store.Subscription{Location: path}
	err = e.changeSet(ctx, set, func(w store.Writer, to store.Set) (err error) {
		s.Set = to.Key
		s.Key, err = w.PutSubscription(s)
		return err
	})
	if err != nil {
		return store.Subscription{}, err
	}
	return s, nil
}

// checkFeeds tells why a set cannot read any of the feeds at a path.
func (e *Engine) checkFeeds(ctx context.Context, name, path string) error {
	set, err := e.setNamed(ctx, name)
	if err != nil {
		return err
	}
	paths, err := location.Feeds(e.parts.Files, path, name, e.endpoint)
	if err != nil {
		return ctx.Err() // its reading tells
	}
	var refused error
	for _, p := range paths {
		err := e.checkFeed(ctx, set, p)
		if !incorporate.Refused(err) {
			return err
		}
		refused = cmp.Or(refused, err)
	}
	return refused
}

// checkFeed tells why a set cannot read a feed.
func (e *Engine) checkFeed(ctx context.Context, set store.Set, at string) error {
	a, err := e.parts.Places.Read(ctx, location.Request{Target: location.Target{Address: at}, Now: e.parts.Clock.Now()})
	if err != nil {
		return ctx.Err() // its reading tells
	}
	defer a.Body.Close()
	return incorporate.Check(set, incorporate.Document{Address: at, Body: a.Body})
}

// Subscriptions lists those of a set, or all where set is "".
func (e *Engine) Subscriptions(ctx context.Context, set string) (all []store.Subscription, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		var of store.Set
		if set != "" {
			if of, err = r.SetNamed(set); err != nil {
				return err
			}
		}
		all, err = r.Subscriptions(of.Key)
		return err
	})
	return all, err
}

// Pause stops (or starts again) the reading of a subscription, or returns
// store.ErrNoSubscription.
func (e *Engine) Pause(ctx context.Context, set, at string, paused bool) error {
	return e.changeSubscription(ctx, set, at, func(w store.Writer, s store.Subscription) error {
		s.Paused = paused
		_, err := w.PutSubscription(s)
		return err
	})
}

// Unsubscribe forgets a subscription, or returns store.ErrNoSubscription. What
// came from it stays.
func (e *Engine) Unsubscribe(ctx context.Context, set, at string) error {
	return e.changeSubscription(ctx, set, at, func(w store.Writer, s store.Subscription) error {
		return w.RemoveSubscription(s.Key)
	})
}

// changeSubscription writes to the subscription of a set at a location, however
// the location is spelled.
func (e *Engine) changeSubscription(ctx context.Context, set, at string, write func(store.Writer, store.Subscription) error) error {
	path, err := location.Path(at)
	if err != nil {
		return err
	}
	return e.changeSet(ctx, set, func(w store.Writer, of store.Set) error {
		all, err := w.Subscriptions(of.Key)
		if err != nil {
			return err
		}
		for _, s := range all {
			if s.Location == path {
				return write(w, s)
			}
		}
		return fmt.Errorf("%s: %w", path, store.ErrNoSubscription)
	})
}
