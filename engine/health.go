package engine

import (
	"context"
	"maps"
	"slices"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Health is how one feed of a subscription goes; a folder has several.
type Health struct {
	Set          string
	Subscription store.Subscription
	// Address is the feed's; Feed what is remembered of it.
	Address string
	Feed    store.Feed
	// Next is when it is tried next; zero where only the user makes it be.
	Next time.Time
	// Seen of Of changes that were made here stand in its histories: "has seen n of
	// your m changes". Of is 0 where nothing was made here.
	Seen, Of int
	// Missing is before when it has to be read for nothing to be missed ("will miss
	// changes after …"); zero where the feed does not say, and once that is over.
	Missing time.Time
	// OutOfReach tells that the last try failed only because this computer was offline.
	OutOfReach bool
	// Moved is where it moved to for good, once that was said for several days, or "".
	Moved string
	// Suspects is the number of items that came from it and wait for a person.
	Suspects int
}

// movedAfter is how long a server has to say that a feed moved for good before that is
// proposed: a page that is shown for a day of maintenance says so, too.
const movedAfter = 3 * 24 * time.Hour

// Healths lists how the subscriptions of a set go, or of all sets where set is "", feed by
// feed in the order of their addresses. A subscription that was never read has one
// without Address.
func (e *Engine) Healths(ctx context.Context, set string) (all []Health, err error) {
	var names []string
	if set != "" {
		names = []string{set}
	}
	err = e.store.View(ctx, func(r store.Reader) error {
		sets, err := choose(r, names)
		if err != nil {
			return err
		}
		suspects, err := waiting(r)
		if err != nil {
			return err
		}
		read := map[int64][]toRead{}
		if err := eachSubscription(r, sets, func(t toRead) { read[t.Set] = append(read[t.Set], t) }); err != nil {
			return err
		}
		for _, set := range sets {
			all = append(all, e.healthsIn(set, read[set.Key], suspects)...)
		}
		return nil
	})
	return all, err
}

// healthsIn are those of the feeds that a set reads.
func (e *Engine) healthsIn(set store.Set, read []toRead, suspects map[feedOf]int) (all []Health) {
	for _, t := range read {
		for _, h := range e.healths(t, suspects) {
			h.Feed.Offers = unknown(h.Feed.Offers, set, read)
			all = append(all, h)
		}
	}
	return all
}

// unknown are those of the feeds that are offered which a set neither publishes nor reads.
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

// waiting counts the items that wait for a person, by where they came from.
func waiting(r store.SuspectReader) (map[feedOf]int, error) {
	all, err := r.Suspects(0)
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

// healths are those of the feeds of a subscription.
func (e *Engine) healths(t toRead, suspects map[feedOf]int) (all []Health) {
	now := e.parts.Clock.Now()
	for _, address := range slices.Sorted(maps.Keys(t.Feeds)) {
		all = append(all, healthOf(t, address, now, suspects[feedOf{t.Key, address}]))
	}
	if len(all) == 0 {
		return []Health{healthOf(t, "", now, 0)}
	}
	return all
}

func healthOf(t toRead, address string, now time.Time, suspects int) Health {
	f := t.Feeds[address]
	h := Health{
		Set: t.set.Name, Subscription: t.Subscription, Address: address, Feed: f, Suspects: suspects,
		Seen: f.Seen, Of: f.Of, OutOfReach: t.Health.Trouble == location.Offline,
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

// nextOf is when a subscription is read next; zero where only the user makes it be.
func nextOf(s store.Subscription, now time.Time) time.Time {
	switch {
	case s.Paused || s.Stopped:
		return time.Time{}
	case isDue(s, now):
		return now
	}
	return s.Next
}
