package snapshot

import (
	"context"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/names"
	"crossfeed/engine/store"
)

// Feed is a subscription and the list that it belongs to.
type Feed struct {
	Set string
	store.Subscription
	// Healths are how its feeds go: one, or those of a folder.
	Healths []engine.Health
	// read are the locations that the list reads.
	read []string
	// names are the names of devices.
	names *names.Book
	// name tells it apart from other subscriptions that would be called the same; "" where
	// there are none.
	name string
}

// Feeds are how its feeds go, without the complete ones that lie beside others: they tell
// of the same endpoint.
func (f Feed) Feeds() []engine.Health {
	complete := map[string]bool{}
	for _, h := range f.Healths {
		if h.Feed.Complete != h.Address {
			complete[h.Feed.Complete] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Healths), func(h engine.Health) bool { return h.Address != "" && complete[h.Address] })
}

// Offline tells that it was not read only because this computer was offline.
func (f Feed) Offline() bool {
	return f.Health.Trouble == location.Offline ||
		len(f.Healths) > 0 && !slices.ContainsFunc(f.Healths, func(h engine.Health) bool { return !h.OutOfReach })
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
	address, err := location.Parse(at)
	return err == nil && slices.Contains(f.read, address)
}

// readFeeds reads how all subscriptions go, and what of them waits for a person.
func (s *Snapshot) readFeeds(ctx context.Context, e Engine) error {
	if len(s.Feeds) == 0 {
		return s.readSuspects(ctx, e)
	}
	healths, err := e.Healths(ctx, "")
	if err != nil {
		return fmt.Errorf("reading how the feeds go: %w", err)
	}
	book, err := e.Names(ctx)
	if err != nil {
		return fmt.Errorf("reading the names of devices: %w", err)
	}
	of, read := map[int64][]engine.Health{}, map[string][]string{}
	for _, h := range healths {
		of[h.Subscription.Key] = append(of[h.Subscription.Key], h)
	}
	for _, f := range s.Feeds {
		read[f.Set] = append(read[f.Set], f.Location)
	}
	for i := range s.Feeds {
		f := &s.Feeds[i]
		f.Healths, f.read, f.names = of[f.Key], read[f.Set], book
	}
	nameApart(s.Feeds)
	return s.readSuspects(ctx, e)
}

// readSuspects reads what waits for a person.
func (s *Snapshot) readSuspects(ctx context.Context, e Engine) error {
	all, err := e.Suspects(ctx, "")
	if err != nil {
		return fmt.Errorf("reading what is odd: %w", err)
	}
	s.Suspects = slices.DeleteFunc(all, func(s store.Suspect) bool { return s.State != store.Waiting })
	return nil
}
