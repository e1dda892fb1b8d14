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
	// Password is stored for Access.User (Parts.Accounts), unless it is "".
	Password string
	// Unnamed omits the feed from the related feeds that the set publishes.
	Unnamed bool
	// List is the name of the list in the file names of a folder, if it differs from the local
	// name, or "".
	List string
	// Shown is the preview that the user saw (see the function Shown): the first refresh is
	// judged by what exceeds it. nil means that the user saw none.
	Shown *store.Preview
	// Unread is the reason why the user saw no preview of a feed, if it is temporary (see the
	// function Unread), or nil. The feeds are then not read again before subscribing.
	Unread error
}

// OwnFeedError reports an attempt to subscribe a list to its own publication.
type OwnFeedError struct{ Set, Address string }

// Error says what the user can do.
func (e *OwnFeedError) Error() string {
	return fmt.Sprintf("%s is what the list %q publishes itself: subscribe it to the feeds of the others, or to the folder that they share", e.Address, e.Set)
}

// Subscribe is SubscribeAs without options.
func (e *Service) Subscribe(ctx context.Context, set, at string) (store.Subscription, error) {
	return e.SubscribeAs(ctx, set, at, Options{})
}

// SubscribeAs subscribes a set to the feed, or the folder of feeds, at a location of any kind
// (transport.Entered). Nothing is merged yet. The errors are:
//
//   - store.ErrSubscribed if the set is already subscribed to it
//   - *feed.DialectError if the feed can be read and its dialect has the other model
//   - *feed.OrderError if only the feed or only the list is an outline
//   - transport.NotFeed for a web page (Probe finds the feeds that it names)
//   - transport.ErrNoFile for something that is neither a file nor a folder
//   - *OwnFeedError for the list's own feed
//
// A folder is refused if the set can read none of its feeds. A feed that does not exist or
// cannot be read now is no error: refreshing it reports that. What could not be read for the
// preview is not waited for again (Options.Unread).
func (e *Service) SubscribeAs(ctx context.Context, set, at string, o Options) (store.Subscription, error) {
	address, err := transport.Entered(e.Files, at)
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
		if err == nil && o.Unread == nil {
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

// Onto returns a subscription with the options applied.
func (o Options) Onto(s store.Subscription) store.Subscription {
	s.Mode, s.Every, s.Access, s.Unnamed, s.List = o.Mode, o.Every, o.Access, o.Unnamed, o.List
	return s
}

// check returns what is wrong with the options.
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

// checkAddress refuses an address at which the set is published or to which it is subscribed.
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

// CheckFeeds returns why a set cannot read any of the feeds at a location.
func (e *Service) CheckFeeds(ctx context.Context, set store.Set, list string, at transport.Target) error {
	addresses, _, err := transport.FeedsIn(ctx, e.Places, at, cmp.Or(list, set.Name), e.Device.ID())
	if err != nil {
		return permanentError(ctx, err)
	}
	var refused error
	for _, address := range addresses {
		err := e.checkFeed(ctx, set, transport.Target{Address: address, Access: at.Access})
		if errors.Is(err, transport.ErrNoFile) && address != at.Address {
			err = nil // other feeds in the folder can be read
		}
		if !intake.Refused(err) {
			return err
		}
		refused = cmp.Or(refused, err)
	}
	return refused
}

// checkFeed returns why a set cannot read a feed.
func (e *Service) checkFeed(ctx context.Context, set store.Set, t transport.Target) error {
	a, err := e.Places.Read(ctx, transport.Request{Target: t, Now: e.Clock.Now()})
	if err != nil {
		return permanentError(ctx, err)
	}
	defer a.Body.Close()
	body := bufio.NewReaderSize(a.Body, pageHead)
	if head, _ := body.Peek(pageHead); isPage(a.Type, head) {
		return &transport.Error{Trouble: transport.NotFeed, Address: t.Address}
	}
	return intake.Check(set, intake.Document{Address: t.Address, Body: body})
}

// permanentError returns the errors of an unreadable location that are permanent, to be reported
// at once. Refreshing reports all other errors.
func permanentError(ctx context.Context, err error) error {
	if errors.Is(err, transport.ErrScheme) || errors.Is(err, transport.ErrNoFile) {
		return err
	}
	return ctx.Err()
}
