package snapshot

import (
	"context"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/item"
	lib "crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// Feed is a subscription and the list that it belongs to.
type Feed struct {
	Set string
	store.Subscription
	// Healths are how its feeds go: one, or those of a folder.
	Healths []subscribe.Health
	// read are the locations that the list reads.
	read []string
	// names are the names of devices.
	names *item.Names
	// name tells it apart from other subscriptions that would be called the same; "" where
	// there are none.
	name string
}

// Feeds are how its feeds go, without the complete ones that lie beside others: they tell
// of the same endpoint.
func (f Feed) Feeds() []subscribe.Health {
	complete := map[string]bool{}
	for _, h := range f.Healths {
		if h.Feed.Complete != h.Address {
			complete[h.Feed.Complete] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Healths), func(h subscribe.Health) bool { return h.Address != "" && complete[h.Address] })
}

// Offline tells that it was not read only because this computer was offline.
func (f Feed) Offline() bool {
	return f.Health.Trouble == transport.Offline ||
		len(f.Healths) > 0 && !slices.ContainsFunc(f.Healths, func(h subscribe.Health) bool { return !h.OutOfReach })
}

// Suspects is the number of items that came from it and wait for a person.
func (f Feed) Suspects() (n int) {
	for _, h := range f.Healths {
		n += h.Suspects
	}
	return n
}

// Next is when it is tried next; zero where only the user makes it be.
func (f Feed) Next() (next time.Time) {
	for _, h := range f.Healths {
		if !h.Next.IsZero() && (next.IsZero() || h.Next.Before(next)) {
			next = h.Next
		}
	}
	return next
}

// Reads tells whether its list reads a location already.
func (f Feed) Reads(at string) bool {
	address, err := transport.Parse(at)
	return err == nil && slices.Contains(f.read, address)
}

// readFeeds reads how all subscriptions go, and what of them waits for a person, where that is
// not as it was.
func (s *Snapshot) readFeeds(ctx context.Context, v engine.View) (err error) {
	others := !slices.EqualFunc(s.readFor, s.Lists, readAlike) // those of deleted lists are not read
	s.readFor = s.Lists
	if others || s.Changed.Of(store.KindNames, store.KindDevice, store.KindSubscription) {
		if s.Names, err = v.Names(ctx); err != nil {
			return fmt.Errorf("reading the names of devices: %w", err)
		}
	}
	if others || s.Changed.Of(store.KindSuspects, store.KindSubscription) {
		if err := s.readSuspects(ctx, v); err != nil {
			return err
		}
	}
	if others || s.Changed.Of(store.KindNames, store.KindDevice, store.KindSubscription, store.KindSuspects) {
		return s.readHealths(ctx, v)
	}
	return nil
}

// readAlike reports whether a list is read and published as before.
func readAlike(a, b List) bool { return a.Key == b.Key && a.Name == b.Name && a.Location == b.Location }

func (s *Snapshot) readHealths(ctx context.Context, v engine.View) error {
	subscriptions, err := v.Subscriptions(ctx, "")
	if err != nil {
		return fmt.Errorf("reading the feeds: %w", err)
	}
	healths, err := v.Healths(ctx, "")
	if err != nil {
		return fmt.Errorf("reading how the feeds go: %w", err)
	}
	in, of, read := map[int64][]store.Subscription{}, map[int64][]subscribe.Health{}, map[string][]string{}
	for _, sub := range subscriptions {
		in[sub.Set] = append(in[sub.Set], sub)
	}
	for _, h := range healths {
		of[h.Subscription.Key] = append(of[h.Subscription.Key], h)
	}
	s.Feeds = nil
	for _, l := range s.Lists {
		for _, sub := range in[l.Key] {
			read[l.Name] = append(read[l.Name], sub.Location)
			s.Feeds = append(s.Feeds, Feed{Set: l.Name, Subscription: sub, Healths: of[sub.Key], names: s.Names})
		}
	}
	for i := range s.Feeds {
		s.Feeds[i].read = read[s.Feeds[i].Set]
	}
	nameApart(s.Feeds)
	return nil
}

// readSuspects reads what waits for a person.
func (s *Snapshot) readSuspects(ctx context.Context, v engine.View) error {
	all, err := v.Suspects(ctx, "")
	if err != nil {
		return fmt.Errorf("reading what is odd: %w", err)
	}
	s.Suspects = slices.DeleteFunc(all, func(s store.Suspect) bool { return s.State != store.Waiting })
	return nil
}

// readLibraries reads how the libraries go, and the folders that are published.
func (s *Snapshot) readLibraries(ctx context.Context, v engine.View) (err error) {
	if s.Libraries, err = v.Libraries(ctx); err != nil {
		return fmt.Errorf("reading the libraries: %w", err)
	}
	if s.Published, err = v.PublishedFolders(ctx); err != nil {
		return fmt.Errorf("reading the folders that are published: %w", err)
	}
	return nil
}

// Library finds a library of the snapshot.
func (s *Snapshot) Library(key int64) (lib.Library, bool) {
	for _, l := range s.Libraries {
		if l.Key == key {
			return l, true
		}
	}
	return lib.Library{}, false
}

// PublishedFolder finds a folder of the snapshot that is published.
func (s *Snapshot) PublishedFolder(key int64) (store.PublishedFolder, bool) {
	for _, f := range s.Published {
		if f.Key == key {
			return f, true
		}
	}
	return store.PublishedFolder{}, false
}
