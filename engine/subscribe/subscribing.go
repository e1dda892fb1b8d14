package subscribe

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

// Options say how a subscription is read.
type Options struct {
	Mode   store.Mode
	Every  time.Duration
	Access transport.Access
	// Password is kept (Parts.Secrets) for Access.User, where it is not "".
	Password string
	// Unnamed keeps the feed from being named in what the set publishes.
	Unnamed bool
	// List is the name of the list in the names of the feeds in a folder, where it is another
	// one than here, or "".
	List string
	// Shown is what a person was shown of what is there (Shown): the first refresh is judged
	// beyond that. nil says that nobody was shown it.
	Shown *store.Preview
}

// OwnFeedError refuses to subscribe a list to what it publishes itself.
type OwnFeedError struct{ Set, Address string }

// Error says what can be done.
func (e *OwnFeedError) Error() string {
	return fmt.Sprintf("%s is what the list %q publishes itself: subscribe it to the feeds of the others, or to the folder that they share", e.Address, e.Set)
}

// Subscribe is SubscribeAs without options.
func (e *Service) Subscribe(ctx context.Context, set, at string) (store.Subscription, error) {
	return e.SubscribeAs(ctx, set, at, Options{})
}

// SubscribeAs keeps a set in step with the feed, or the folder of feeds, at a
// location of any kind (transport.Parse). Nothing is merged yet. A set that is subscribed
// to it already is store.ErrSubscribed. Where the feed is there, and of the other
// family of rules, it is refused with *feed.DialectError; where only the feed or only the
// list is an outline, with *feed.OrderError. A folder is refused where no feed in it
// can be read, a web page with transport.NotFeed (Look finds the feeds that it names), what is
// neither a file nor a folder with transport.ErrNoFile, and the list's own feed with
// *OwnFeedError. Whether a feed that is not
// there, or not to be read now, ever comes is for its reading to tell.
func (e *Service) SubscribeAs(ctx context.Context, set, at string, o Options) (store.Subscription, error) {
	address, err := transport.Parse(at)
	if err != nil {
		return store.Subscription{}, err
	}
	s := o.Onto(store.Subscription{Location: address})
	if o.Shown != nil {
		s.Added, s.Shown = e.Clock.Now(), *o.Shown
	}
	if err := errors.Join(o.check(), e.checkAddress(ctx, set, address)); err != nil {
		return store.Subscription{}, err
	}
	err = e.Accounts.With(ctx, address, o.Access.User, o.Password, func() error {
		var to store.Set
		err := store.ViewSet(ctx, e.Store, set, func(r store.Reader, found store.Set) (err error) {
			if to = found; s.List == "" {
				s.List, err = store.ListIn(r, to, address)
			}
			return err
		})
		if err == nil {
			err = e.CheckFeeds(ctx, to, s.List, transport.Target{Address: address, Access: o.Access})
		}
		if err != nil {
			return err
		}
		return store.UpdateSet(ctx, e.local(), set, func(w store.Writer, to store.Set) (err error) {
			s.Set = to.Key
			s.Key, err = w.PutSubscription(s)
			return err
		})
	})
	if err != nil {
		return store.Subscription{}, err
	}
	return s, nil
}

// Onto is a subscription with the options.
func (o Options) Onto(s store.Subscription) store.Subscription {
	s.Mode, s.Every, s.Access, s.Unnamed, s.List = o.Mode, o.Every, o.Access, o.Unnamed, o.List
	return s
}

// check tells what is wrong with options.
func (o Options) check() error {
	if !slices.Contains([]store.Mode{store.BothWays, store.TakeOnly, store.GiveOnly}, o.Mode) {
		return fmt.Errorf("the mode %q is not known: choose %s, %s, or none", o.Mode, store.TakeOnly, store.GiveOnly)
	}
	if o.Every != 0 && (o.Every < fetch.Least || o.Every > fetch.Most) {
		return fmt.Errorf("a feed cannot be read every %v: choose an interval from %v to %v", o.Every, fetch.Least, fetch.Most)
	}
	_, err := transport.Proxy(o.Access.Proxy)
	return err
}

// checkAddress refuses what a set publishes itself, and what it is subscribed to.
func (e *Service) checkAddress(ctx context.Context, name, address string) error {
	return store.ViewSet(ctx, e.Store, name, func(r store.Reader, set store.Set) error {
		if publishes(set, address) {
			return &OwnFeedError{Set: name, Address: address}
		}
		all, err := r.Subscriptions(set.Key)
		for _, s := range all {
			if s.Location == address {
				return fmt.Errorf("%s: %w", address, store.ErrSubscribed)
			}
		}
		return err
	})
}

// CheckFeeds tells why a set cannot read any of the feeds at a location.
func (e *Service) CheckFeeds(ctx context.Context, set store.Set, list string, at transport.Target) error {
	addresses, _, err := transport.FeedsIn(ctx, e.Places, at, cmp.Or(list, set.Name), e.Device.ID())
	if err != nil {
		return untellable(ctx, err)
	}
	var refused error
	for _, address := range addresses {
		err := e.checkFeed(ctx, set, transport.Target{Address: address, Access: at.Access})
		if errors.Is(err, transport.ErrNoFile) && address != at.Address {
			err = nil // the others of its folder can be read
		}
		if !intake.Refused(err) {
			return err
		}
		refused = cmp.Or(refused, err)
	}
	return refused
}

// checkFeed tells why a set cannot read a feed.
func (e *Service) checkFeed(ctx context.Context, set store.Set, t transport.Target) error {
	a, err := e.Places.Read(ctx, transport.Request{Target: t, Now: e.Clock.Now()})
	if err != nil {
		return untellable(ctx, err)
	}
	defer a.Body.Close()
	body := bufio.NewReaderSize(a.Body, pageHead)
	if head, _ := body.Peek(pageHead); isPage(a.Type, head) {
		return &transport.Error{Trouble: transport.NotFeed, Address: t.Address}
	}
	return intake.Check(set, intake.Document{Address: t.Address, Body: body})
}

// untellable is what is to be said at once of a place that cannot be read: that it never
// can. All else is for its reading to tell.
func untellable(ctx context.Context, err error) error {
	if errors.Is(err, transport.ErrScheme) || errors.Is(err, transport.ErrNoFile) {
		return err
	}
	return ctx.Err()
}
