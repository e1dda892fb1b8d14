package subscribe

import (
	"context"
	"fmt"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// All lists the subscriptions of a set, or all where set is "".
func (e *Service) All(ctx context.Context, set string) (all []store.Subscription, err error) {
	err = e.Store.View(ctx, func(r store.Reader) error {
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
func (e *Service) Pause(ctx context.Context, set, at string, paused bool) error {
	return e.changeSubscription(ctx, set, at, func(w store.Writer, s store.Subscription) error {
		s.Paused = paused
		_, err := w.PutSubscription(s)
		return err
	})
}

// Unsubscribe forgets a subscription, or returns store.ErrNoSubscription. What
// came from it stays. What waits for a person because something in it is alarming goes, and
// so does the password, where nothing else signs in there as that user.
func (e *Service) Unsubscribe(ctx context.Context, set, at string) error {
	was, err := e.Remove(ctx, set, at)
	if err != nil {
		return err
	}
	return e.Accounts.ForgetUnused(ctx, was.Location, was.Access)
}

// Remove is Unsubscribe with the password left where it is.
func (e *Service) Remove(ctx context.Context, set, at string) (was store.Subscription, err error) {
	err = e.changeSubscription(ctx, set, at, func(w store.Writer, s store.Subscription) error {
		was = s
		if err := w.RemoveSuspects(s.Key, ""); err != nil {
			return err
		}
		return w.RemoveSubscription(s.Key)
	})
	return was, err
}

// Configure changes how a subscription is read, or returns store.ErrNoSubscription. change
// gets the options as they are, without the password; a password that it sets is kept.
// The subscription is due then: what was wrong may be right now.
func (e *Service) Configure(ctx context.Context, set, at string, change func(*Options)) error {
	address, err := transport.Parse(at)
	if err != nil {
		return err
	}
	s, err := e.Subscription(ctx, set, address)
	if err != nil {
		return err
	}
	o := Options{Mode: s.Mode, Every: s.Every, Access: s.Access, Unnamed: s.Unnamed, List: s.List}
	change(&o)
	if err := o.check(); err != nil {
		return err
	}
	return e.Accounts.With(ctx, address, o.Access.User, o.Password, func() error {
		return e.changeSubscription(ctx, set, at, func(w store.Writer, s store.Subscription) error {
			return store.Releasing(w, s.Set, store.Seen{At: e.Clock.Now(), From: s.Location}, func() error {
				_, err := w.PutSubscription(due(o.Onto(s)))
				return err
			})
		})
	})
}

// due is a subscription that is to be read now.
func due(s store.Subscription) store.Subscription {
	s.Next, s.Stopped = time.Time{}, false
	return s
}

// Relocate reads a subscription from another address from now on, as the server of the
// old one proposed (store.Feed.Moved) and a person agreed. What is known of the feed
// stays. Certificates and fingerprints are for the server that they were given for, and so
// are passwords: another one is not shown them.
func (e *Service) Relocate(ctx context.Context, set, from, to string) error {
	address, err := transport.Parse(to)
	if err != nil {
		return err
	}
	if err := e.checkAddress(ctx, set, address); err != nil {
		return err
	}
	return e.changeSubscription(ctx, set, from, func(w store.Writer, s store.Subscription) error {
		_, err := w.PutSubscription(relocated(s, address))
		return err
	})
}

// Relocating tells what the first refresh after Relocate would change, as a dry run of a sync
// does: how what is there differs from what is here. Report.Error says why it cannot be read.
func (e *Service) Relocating(ctx context.Context, set, from, to string) (Report, error) {
	address, err := transport.Parse(to)
	if err == nil {
		from, err = transport.Parse(from)
	}
	if err != nil {
		return Report{}, err
	}
	if err := e.checkAddress(ctx, set, address); err != nil {
		return Report{}, err
	}
	var t toRead
	err = store.ViewSet(ctx, e.Store, set, func(r store.Reader, of store.Set) error {
		all, err := r.Sets()
		if err != nil {
			return err
		}
		if t.lists, err = namesInFolders(r, all); err != nil {
			return err
		}
		s, err := subscriptionAt(r, of, from)
		t.Subscription, t.set = relocated(s, address), of
		return err
	})
	if err != nil {
		return Report{}, err
	}
	run := e.begin(SyncOptions{DryRun: true, Whole: true}, []store.Set{t.set}, []toRead{t})
	defer run.End(ctx)
	if err := run.ReadAll(ctx); err != nil {
		return Report{}, err
	}
	return run.Done()[0], nil
}

// relocated is a subscription at another address.
func relocated(s store.Subscription, to string) store.Subscription {
	if transport.PlaceOf(s.Location) != transport.PlaceOf(to) {
		there := s.Access.Abroad()
		there.User, there.Scheme = s.Access.User, s.Access.Scheme
		s.Access = there
	}
	feeds := map[string]store.Feed{}
	for address, f := range s.Feeds {
		if address == s.Location {
			address, f.Moved, f.MovedSince = to, "", time.Time{}
		}
		feeds[address] = f
	}
	s.Location, s.Feeds, s.Added, s.Shown = to, feeds, time.Time{}, store.Preview{} // nobody saw what is there
	return due(s)
}

// Forget lets a subscription be read as for the first time at its next reading. Nothing
// that came from it is lost.
func (e *Service) Forget(ctx context.Context, set, at string) error {
	return e.changeSubscription(ctx, set, at, func(w store.Writer, s store.Subscription) error {
		_, err := w.PutSubscription(due(forgotten(s)))
		return err
	})
}

// forgotten is a subscription that is read as for the first time.
func forgotten(s store.Subscription) store.Subscription {
	feeds := map[string]store.Feed{}
	for address, f := range s.Feeds {
		feeds[address] = store.Feed{ID: f.ID, Title: f.Title, Author: f.Author}
	}
	s.Feeds = feeds
	return s
}

// Subscription is that of a set at a canonical address, or store.ErrNoSubscription.
func (e *Service) Subscription(ctx context.Context, set, address string) (found store.Subscription, err error) {
	err = store.ViewSet(ctx, e.Store, set, func(r store.Reader, of store.Set) error {
		found, err = subscriptionAt(r, of, address)
		return err
	})
	return found, err
}

func subscriptionAt(r store.SubscriptionReader, of store.Set, address string) (store.Subscription, error) {
	all, err := r.Subscriptions(of.Key)
	if err != nil {
		return store.Subscription{}, err
	}
	for _, s := range all {
		if s.Location == address {
			return s, nil
		}
	}
	return store.Subscription{}, fmt.Errorf("%s: %w", address, store.ErrNoSubscription)
}

// changeSubscription writes to the subscription of a set at a location, however
// the location is spelled.
func (e *Service) changeSubscription(ctx context.Context, set, at string, write func(store.Writer, store.Subscription) error) error {
	address, err := transport.Parse(at)
	if err != nil {
		return err
	}
	return store.UpdateSet(ctx, e.local(), set, func(w store.Writer, of store.Set) error {
		s, err := subscriptionAt(w, of, address)
		if err != nil {
			return err
		}
		return write(w, s)
	})
}
