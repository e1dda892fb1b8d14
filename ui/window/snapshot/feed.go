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
	// Healths are the states of its feeds: one, or those of a folder.
	Healths []subscribe.Health
	// read holds the locations that the list reads.
	read []string
	// names are the names of devices.
	names *item.Names
	// name distinguishes it from other subscriptions that would have the same name; "" if
	// there are none.
	name string
}

// Feeds returns the states of its feeds, except for complete feeds that accompany others: they
// are about the same endpoint.
func (f Feed) Feeds() []subscribe.Health {
	complete := map[string]bool{}
	for _, h := range f.Healths {
		if h.Feed.Complete != h.Address {
			complete[h.Feed.Complete] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Healths), func(h subscribe.Health) bool { return h.Address != "" && complete[h.Address] })
}

// Offline reports whether being offline is the only reason why it was not read.
func (f Feed) Offline() bool {
	return f.Health.Trouble == transport.Offline ||
		len(f.Healths) > 0 && !slices.ContainsFunc(f.Healths, func(h subscribe.Health) bool { return !h.OutOfReach })
}

// Quarantined returns the number of its items that are held for review.
func (f Feed) Quarantined() (n int) {
	for _, h := range f.Healths {
		n += h.Held
	}
	return n
}

// Next returns when it will be read next; zero if it is read only on request.
func (f Feed) Next() (next time.Time) {
	for _, h := range f.Healths {
		if !h.Next.IsZero() && (next.IsZero() || h.Next.Before(next)) {
			next = h.Next
		}
	}
	return next
}

// Reads reports whether its list already reads a location.
func (f Feed) Reads(at string) bool {
	address, err := transport.Parse(at)
	return err == nil && slices.Contains(f.read, address)
}

// readFeeds reads the states of all subscriptions and the items held for review, as far as
// they may have changed.
func (s *Snapshot) readFeeds(ctx context.Context, v engine.View) (err error) {
	others := !slices.EqualFunc(s.readFor, s.Lists, readAlike) // those of deleted lists are left out
	s.readFor = s.Lists
	if others || s.Changed.Of(store.KindNames, store.KindDevice, store.KindSubscription) {
		if s.Names, err = v.Names(ctx); err != nil {
			return fmt.Errorf("reading the names of devices: %w", err)
		}
	}
	if others || s.Changed.Of(store.KindHeldItems, store.KindSubscription) {
		if err := s.readQuarantine(ctx, v); err != nil {
			return err
		}
	}
	if others || s.Changed.Of(store.KindNames, store.KindDevice, store.KindSubscription, store.KindHeldItems) {
		return s.readHealths(ctx, v)
	}
	return nil
}

// readAlike reports whether two versions of a list are read and published in the same way.
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

// readQuarantine reads the items held for review.
func (s *Snapshot) readQuarantine(ctx context.Context, v engine.View) error {
	all, err := v.HeldItems(ctx, "")
	if err != nil {
		return fmt.Errorf("reading what is odd: %w", err)
	}
	s.Quarantined = slices.DeleteFunc(all, func(s store.HeldItem) bool { return s.State != store.Waiting })
	return nil
}

// readLibraries reads the libraries and published folders.
func (s *Snapshot) readLibraries(ctx context.Context, v engine.View) (err error) {
	if s.Libraries, err = v.Libraries(ctx); err != nil {
		return fmt.Errorf("reading the libraries: %w", err)
	}
	if s.Published, err = v.PublishedFolders(ctx); err != nil {
		return fmt.Errorf("reading the folders that are published: %w", err)
	}
	return nil
}

// Library returns a library of the snapshot.
func (s *Snapshot) Library(key int64) (lib.Library, bool) {
	for _, l := range s.Libraries {
		if l.Key == key {
			return l, true
		}
	}
	return lib.Library{}, false
}

// PublishedFolder returns a published folder of the snapshot.
func (s *Snapshot) PublishedFolder(key int64) (store.PublishedFolder, bool) {
	for _, f := range s.Published {
		if f.Key == key {
			return f, true
		}
	}
	return store.PublishedFolder{}, false
}
