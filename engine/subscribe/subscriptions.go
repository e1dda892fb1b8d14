package subscribe

import (
	"context"
	"fmt"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// All returns the subscriptions of a set, or of all sets if set is "".
func (e *Service) All(ctx context.Context, set string) ([]store.Subscription, error) {
	return allOf(ctx, e.Store, set, store.Reader.Subscriptions)
}

// allOf returns what read returns for a set, or for all sets if set is "".
func allOf[T any](ctx context.Context, st store.Store, set string, read func(store.Reader, int64) ([]T, error)) ([]T, error) {
	return store.Read(ctx, st, func(r store.Reader) ([]T, error) {
		if set == "" {
			return read(r, 0)
		}
		of, err := r.SetNamed(set)
		if err != nil {
			return nil, err
		}
		return read(r, of.Key)
	})
}

// Pause pauses or resumes a subscription, or returns store.ErrNoSubscription.
func (e *Service) Pause(ctx context.Context, set, at string, paused bool) error {
	return e.changeSubscription(ctx, set, at, func(w store.Writer, s store.Subscription) error {
		s.Paused = paused
		_, err := w.PutSubscription(s)
		return err
	})
}

// Unsubscribe removes a subscription, or returns store.ErrNoSubscription. Items received from
// it stay. Its items held for review are removed, and so is the password if nothing else uses
// it for that user and host.
func (e *Service) Unsubscribe(ctx context.Context, set, at string) error {
	was, err := e.Remove(ctx, set, at)
	if err != nil {
		return err
	}
	return e.Accounts.ForgetUnused(ctx, was.Location, was.Access)
}

// Remove is Unsubscribe, but leaves the password stored.
func (e *Service) Remove(ctx context.Context, set, at string) (was store.Subscription, err error) {
	err = e.changeSubscription(ctx, set, at, func(w store.Writer, s store.Subscription) error {
		was = s
		if err := w.RemoveHeldItems(s.Key, ""); err != nil {
			return err
		}
		return w.RemoveSubscription(s.Key)
	})
	return was, err
}

// Configure changes the options of a subscription, or returns store.ErrNoSubscription. change
// gets the current options without the password; a password that it sets is stored. The
// subscription becomes due: the change may have fixed an error.
func (e *Service) Configure(ctx context.Context, set, at string, change func(*Options)) error {
	address, err := transport.Entered(e.Files, at)
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

// due returns a subscription that is due now.
func due(s store.Subscription) store.Subscription {
	s.Next, s.Stopped = time.Time{}, false
	return s
}

// Relocate moves a subscription to another address, as the server of the old one proposed
// (store.Feed.Moved) and the user agreed. The feed's state is preserved. Certificates,
// fingerprints and passwords are only for the server that they were given for: another server
// does not get them.
func (e *Service) Relocate(ctx context.Context, set, from, to string) error {
	address, err := transport.Entered(e.Files, to)
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

// Relocating returns what the first refresh after Relocate would change, as a dry run of a
// sync does: how the new location differs from the local list. Report.Error says why it cannot
// be read.
func (e *Service) Relocating(ctx context.Context, set, from, to string) (Report, error) {
	address, err := transport.Entered(e.Files, to)
	if err == nil {
		from, err = transport.Entered(e.Files, from)
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

// relocated returns a subscription at another address.
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
	s.Location, s.Feeds, s.Added, s.Shown = to, feeds, time.Time{}, store.Preview{} // the user saw no preview of the new location
	return due(s)
}

// Forget makes the next refresh of a subscription read it as if for the first time. Nothing
// received from it is lost.
func (e *Service) Forget(ctx context.Context, set, at string) error {
	return e.changeSubscription(ctx, set, at, func(w store.Writer, s store.Subscription) error {
		_, err := w.PutSubscription(due(forgotten(s)))
		return err
	})
}

// forgotten returns a subscription that is read as if for the first time.
func forgotten(s store.Subscription) store.Subscription {
	feeds := map[string]store.Feed{}
	for address, f := range s.Feeds {
		feeds[address] = store.Feed{ID: f.ID, Title: f.Title, Author: f.Author}
	}
	s.Feeds = feeds
	return s
}

// Subscription returns a set's subscription to a canonical address, or
// store.ErrNoSubscription.
func (e *Service) Subscription(ctx context.Context, set, address string) (store.Subscription, error) {
	return store.ReadIn(ctx, e.Store, set, func(r store.Reader, of store.Set) (store.Subscription, error) { return subscriptionAt(r, of, address) })
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

// changeSubscription writes to the subscription of a set at a location, in any spelling of the
// location.
func (e *Service) changeSubscription(ctx context.Context, set, at string, write func(store.Writer, store.Subscription) error) error {
	address, err := transport.Entered(e.Files, at)
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
