package subscribe

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"crossfeed/engine/fetch"
	"crossfeed/engine/logging"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Health describes the state of one feed of a subscription; a folder has several.
type Health struct {
	Set          string
	Subscription store.Subscription
	// Address is the feed's address; Feed is its stored state.
	Address string
	Feed    store.Feed
	// Next is when it is refreshed next; zero if it is only refreshed on request.
	Next time.Time
	// Seen is the number of changes made on this endpoint that the feed's histories contain,
	// out of Of: "has seen n of your m changes". Of is 0 if this endpoint made no changes.
	Seen, Of int
	// Missing is the time before which the feed has to be read so that no changes are missed
	// ("will miss changes after …"). It is zero if the feed does not say or if that time has
	// passed.
	Missing time.Time
	// OutOfReach reports whether the last attempt failed only because this computer was
	// offline.
	OutOfReach bool
	// Moved is the address that it moved to permanently, once the server has said so for
	// several days, or "".
	Moved string
	// Held is the number of its items that are held for review.
	Held int
}

// movedAfter is how long a server has to announce a permanent move before the user is asked to
// follow it: a maintenance page shown for a day may announce one, too.
const movedAfter = 3 * 24 * time.Hour

// Healths lists the health of the feeds of a set, or of all sets if set is "", ordered by
// address. A subscription that was never read has one entry without an Address.
func (e *Service) Healths(ctx context.Context, set string) (all []Health, err error) {
	var names []string
	if set != "" {
		names = []string{set}
	}
	err = e.Store.View(ctx, func(r store.Reader) error {
		if set == "" {
			if any, err := r.Subscriptions(0); err != nil || len(any) == 0 {
				return err // avoids reading the lists, which may be many
			}
		}
		sets, err := store.SetsNamed(r, names)
		if err != nil {
			return err
		}
		held, err := waiting(r)
		if err != nil {
			return err
		}
		read := map[int64][]toRead{}
		if err := eachSubscription(r, sets, func(t toRead) { read[t.Set] = append(read[t.Set], t) }); err != nil {
			return err
		}
		for _, set := range sets {
			all = append(all, e.healthsIn(set, read[set.Key], held)...)
		}
		return nil
	})
	return all, err
}

func (e *Service) healthsIn(set store.Set, read []toRead, held map[feedOf]int) (all []Health) {
	for _, t := range read {
		for _, h := range e.healths(t, held) {
			h.Feed.Offers = unknown(h.Feed.Offers, set, read)
			all = append(all, h)
		}
	}
	return all
}

// unknown returns the offered feeds that a set neither publishes nor reads.
func unknown(offers []store.Offered, set store.Set, read []toRead) (left []store.Offered) {
	for _, o := range offers {
		reads := func(t toRead) bool {
			_, is := t.Feeds[o.Link]
			return is || t.Location == o.Link
		}
		if !publishes(set, o.Link) && !slices.ContainsFunc(read, reads) {
			left = append(left, o)
		}
	}
	return left
}

// feedOf names a feed of a subscription.
type feedOf struct {
	subscription int64
	address      string
}

// waiting counts the items that are held for review, by feed.
func waiting(r store.Reader) (map[feedOf]int, error) {
	all, err := r.HeldItems(0)
	if err != nil {
		return nil, err
	}
	n := map[feedOf]int{}
	for _, s := range all {
		if s.State == store.Waiting {
			n[feedOf{s.Subscription, s.Feed}]++
		}
	}
	return n, nil
}

// healths returns the health of each feed of a subscription.
func (e *Service) healths(t toRead, held map[feedOf]int) (all []Health) {
	now := e.Clock.Now()
	for _, address := range slices.Sorted(maps.Keys(t.Feeds)) {
		all = append(all, healthOf(t, address, now, held[feedOf{t.Key, address}]))
	}
	if len(all) == 0 {
		return []Health{healthOf(t, "", now, 0)}
	}
	return all
}

func healthOf(t toRead, address string, now time.Time, held int) Health {
	f := t.Feeds[address]
	h := Health{
		Set: t.set.Name, Subscription: t.Subscription, Address: address, Feed: f, Held: held,
		Seen: f.Seen, Of: f.Of, OutOfReach: t.Health.Trouble == transport.Offline,
		Next: nextOf(t.Subscription, now),
	}
	if f.Expires.After(now) {
		h.Missing = f.Expires
	}
	if f.Moved != "" && now.Sub(f.MovedSince) >= movedAfter {
		h.Moved = f.Moved
	}
	return h
}

// nextOf returns when a subscription is refreshed next; zero if only on request.
func nextOf(s store.Subscription, now time.Time) time.Time {
	switch {
	case s.Paused || s.Stopped:
		return time.Time{}
	case isDue(s, now):
		return now
	}
	return s.Next
}

// noteHealth stores the result of refreshing a subscription and when it is refreshed next,
// unless it was removed or its location was changed in the meantime.
func (e *Service) noteHealth(ctx context.Context, t toRead, o outcome, offline bool) error {
	now, jitter := e.Clock.Now(), e.IDs.Fraction()
	err := e.Store.Update(ctx, func(w store.Writer) error {
		all, err := w.Subscriptions(t.Set)
		if err != nil {
			return err
		}
		for _, s := range all {
			if s.Key == t.Key && s.Location == t.Location {
				s.Feeds = o.updatedFeeds(s.Feeds)
				s.Health = healthAfter(s.Health, o, offline, now)
				facts := factsOf(s, o.err, offline)
				facts.Usual = time.Duration(e.usual.Load())
				s.Next, s.Stopped = fetch.Next(facts, jitter), facts.Gone
				e.Log.InfoContext(ctx, "subscription", "address", logging.Address(s.Location), "next", s.Next, "failures", s.Health.Failures, "stopped", s.Stopped)
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

// updatedFeeds returns the feeds' states to store after a refresh: only feeds that still exist,
// and only new states where no concurrent refresh changed them.
func (o outcome) updatedFeeds(feeds map[string]store.Feed) map[string]store.Feed {
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

// healthAfter returns a subscription's health after a refresh. The counts of the last success
// are preserved while refreshes fail. Being offline says nothing about the feed, so an earlier
// error persists.
func healthAfter(h store.Health, o outcome, offline bool, now time.Time) store.Health {
	h.LastTry = now
	switch {
	case offline:
		h.Trouble = transport.Offline
		return h
	case o.err != nil:
		if h.Error == "" {
			h.ErrorSince = now
		}
		h.Error, h.Trouble = fetch.Reason(o.err), fetch.TroubleOf(o.err)
		h.Failures++
		return h
	}
	r := o.report
	return store.Health{LastTry: now, LastSuccess: now, Came: r.New + r.Updated, Deleted: r.Deleted, Skipped: o.invalid(), Bytes: r.Bytes}
}

// factsOf returns what the next refresh of a subscription depends on. Of several feeds in a
// folder, the one that expires first counts.
func factsOf(s store.Subscription, failed error, offline bool) fetch.Facts {
	f := fetch.Facts{
		Every: s.Every, LastTry: s.Health.LastTry, Failures: s.Health.Failures,
		Offline: offline, Gone: gone(s.Location, failed),
	}
	for _, e := range fetch.Failures(failed) {
		f.RetryAfter = max(f.RetryAfter, e.RetryAfter)
	}
	for address, feed := range s.Feeds {
		if transport.KindOf(address) != transport.Local && len(s.Feeds) == 1 {
			f.Fresh, f.TTL = feed.Fresh, feed.TTL // reading local files costs no server anything
		}
		if f.Expires.IsZero() || !feed.Expires.IsZero() && feed.Expires.Before(f.Expires) {
			f.Expires = feed.Expires
		}
	}
	return f
}

// gone reports whether a feed is permanently gone (410). One of several feeds in a folder, or
// a complete feed, does not count.
func gone(at string, failed error) bool {
	for _, e := range fetch.Failures(failed) {
		if e.Trouble == transport.Gone && e.Address == at {
			return true
		}
	}
	return false
}
