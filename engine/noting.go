package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/schedule"
	"crossfeed/engine/store"
)

// noteHealth keeps what the reading of a subscription came to and when it is read next,
// unless it was removed meanwhile, or reads from elsewhere now.
func (e *Engine) noteHealth(ctx context.Context, t toRead, o outcome, offline bool) error {
	now, jitter := e.parts.Clock.Now(), e.ids.fraction()
	err := e.store.Update(ctx, func(w store.Writer) error {
		all, err := w.Subscriptions(t.Set)
		if err != nil {
			return err
		}
		for _, s := range all {
			if s.Key == t.Key && s.Location == t.Location {
				s.Feeds = o.remember(s.Feeds)
				s.Health = healthAfter(s.Health, o, offline, now)
				facts := factsOf(s, o.err, offline)
				s.Next, s.Stopped = schedule.Next(facts, jitter), facts.Gone
				_, err := w.PutSubscription(s)
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("noting how %s was read: %w", t.Location, err)
	}
	return nil
}

// remember is what is remembered of a subscription's feeds after a reading: of those that
// are there, where nobody else read them meanwhile.
func (o outcome) remember(feeds map[string]store.Feed) map[string]store.Feed {
	if o.feeds == nil {
		return feeds
	}
	all := maps.Clone(feeds)
	maps.DeleteFunc(all, func(address string, _ store.Feed) bool {
		_, there := o.feeds[address]
		return !there
	})
	for address, f := range o.feeds {
		known := !reflect.DeepEqual(f.now, store.Feed{})
		if known && reflect.DeepEqual(all[address], f.before) {
			if all == nil {
				all = map[string]store.Feed{}
			}
			all[address] = f.now
		}
	}
	return all
}

// healthAfter is a subscription's health after a reading. What the last success
// brought stays known while readings fail. That this computer is offline says nothing
// of the feed: what was wrong with it before still is.
func healthAfter(h store.Health, o outcome, offline bool, now time.Time) store.Health {
	h.LastTry = now
	switch {
	case offline:
		h.Trouble = location.Offline
		return h
	case o.err != nil:
		if h.Error == "" {
			h.ErrorSince = now
		}
		h.Error, h.Trouble = plain(o.err), troubleOf(o.err)
		h.Failures++
		return h
	}
	r := o.report
	return store.Health{LastTry: now, LastSuccess: now, Came: r.New + r.Updated, Deleted: r.Deleted, SetAside: o.invalid(), Bytes: r.Bytes}
}

// factsOf are what the next reading of a subscription depends on. Of several feeds in a
// folder the one counts that is to be read first.
func factsOf(s store.Subscription, failed error, offline bool) schedule.Facts {
	f := schedule.Facts{
		Every: s.Every, LastTry: s.Health.LastTry, Failures: s.Health.Failures,
		Offline: offline, Gone: gone(s.Location, failed),
	}
	for _, e := range placeErrors(failed) {
		f.RetryAfter = max(f.RetryAfter, e.RetryAfter)
	}
	for address, feed := range s.Feeds {
		if location.KindOf(address) != location.Local && len(s.Feeds) == 1 {
			f.Fresh, f.TTL = feed.Fresh, feed.TTL // asking for files of this computer bothers nobody
		}
		if f.Expires.IsZero() || !feed.Expires.IsZero() && feed.Expires.Before(f.Expires) {
			f.Expires = feed.Expires
		}
	}
	return f
}

// gone tells whether a feed is gone for good (410). One of several in a folder, or its
// complete feed, does not count.
func gone(at string, failed error) bool {
	for _, e := range placeErrors(failed) {
		if e.Trouble == location.Gone && e.Address == at {
			return true
		}
	}
	return false
}

// troubleOf is the kind of the first failure of several that has a name.
func troubleOf(err error) location.Trouble {
	for _, e := range placeErrors(err) {
		if e.Trouble != location.Other {
			return e.Trouble
		}
	}
	return location.Other
}

// placeErrors are the failures of places among those that an error joins.
func placeErrors(err error) (all []*location.Error) {
	if joined, is := err.(interface{ Unwrap() []error }); is {
		for _, e := range joined.Unwrap() {
			all = append(all, placeErrors(e)...)
		}
		return all
	}
	if e, is := err.(*location.Error); is {
		return []*location.Error{e}
	}
	if inner := errors.Unwrap(err); inner != nil {
		return placeErrors(inner)
	}
	return nil
}
