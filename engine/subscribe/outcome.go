package subscribe

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

// outcome is the result of refreshing a subscription.
type outcome struct {
	report Report
	// err is why not everything could be read, or nil.
	err error
	// feeds are the existing feeds with their states still to be stored; nil if it is unknown
	// which feeds exist.
	feeds map[string]feedChange
	// items are the effects of its feeds on items.
	items intake.Effects
}

// feedChange is the stored state of a feed before it was read, and the new one.
type feedChange struct{ before, now store.Feed }

// errChanged reports that a subscription was changed while it was being refreshed.
var errChanged = errors.New("the subscription was changed while it was read: it is read again at the next sync")

// invalid returns the number of items that were invalid when each feed was last read.
func (o outcome) invalid() (n int) {
	for _, one := range o.feeds {
		n += one.now.Skipped
	}
	return n
}

// readFeed is a feed that was read but not merged yet.
type readFeed struct {
	*fetchedFeed
	*intake.Reading
	// now is the state of the feed to store once it is merged.
	now store.Feed
}

// read reads a fetched feed. It returns nil if nothing is to be merged; now is then the state
// of the feed to store.
func (e *Service) read(ctx context.Context, t toRead, f *fetchedFeed, o readOptions, out *outcome) (read *readFeed, now store.Feed, err error) {
	out.report.Bytes += f.wire()
	switch {
	case f.err != nil:
		return nil, f.before, f.err
	case f.own == nil:
		now := f.unchanged(o.now)
		if !o.dry {
			now, err = e.countAgain(ctx, t, now)
		}
		return nil, now, err
	}
	read = &readFeed{fetchedFeed: f}
	source := e.source(t, f)
	source.Agreed = o.large
	if t.isNew(o.now) {
		source.Shown = &t.Shown
	}
	options := intake.Options{
		At: o.now, DryRun: o.dry, Others: e.Gate,
		Save: func(w store.Writer, r intake.Result) error {
			read.now = f.after(r, t, o.now)
			return noteFeed(w, t, read, read.Agreed(), o.now)
		},
	}
	if o.item != nil {
		options.Read = func(int) { o.item() }
	}
	if f.step == feed.OutOfSync && f.named == "" {
		out.report.Missed = true
		out.report.Problems = append(out.report.Problems, f.address+": changes were missed: they left the feed before it was read, and it names no complete feed; ask its publisher for one")
	}
	if read.Reading, err = intake.Read(ctx, e.Store, source, options); err != nil {
		out.add(f.address, read.Result())
		return nil, f.before, err
	}
	return read, f.before, nil
}

// merge merges a feed that was read, and returns the state of the feed to store.
func (r *readFeed) merge(t toRead, o readOptions, out *outcome) (store.Feed, error) {
	result, err := r.Merge()
	out.add(r.address, result)
	switch {
	case errors.Is(err, store.ErrNoSubscription), errors.Is(err, store.ErrNoSet):
		return r.before, nil // it was removed in the meantime
	case err != nil:
		return r.before, err
	case !result.Saved:
		return r.after(result, t, o.now), nil
	}
	return r.now, nil
}

// countAgain counts what the endpoint of an unchanged feed has seen: it has not seen what was
// changed here since.
func (e *Service) countAgain(ctx context.Context, t toRead, f store.Feed) (store.Feed, error) {
	return store.Read(ctx, e.Store, func(r store.Reader) (store.Feed, error) { return intake.Count(r, t.Set, e.Device.ID(), f, nil, false) })
}

// source returns what to merge of a feed.
func (e *Service) source(t toRead, f *fetchedFeed) intake.Source {
	s := intake.Source{
		Set: t.set, From: t.Location, Subscription: t.Key, File: transport.FileIn(t.Location, f.address), By: e.Device.ID(), Former: e.Device.Former(),
		CountOnly: t.Mode == store.GiveOnly, TakeOnly: t.Mode == store.TakeOnly,
		Discard: f.discards(), Feed: f.before, Whole: f.countsAll(),
	}
	for _, d := range f.documents() {
		s.Documents = append(s.Documents, intake.Document{Address: d.address, Body: d.body})
	}
	return s
}

// noteFeed stores the state of a feed in the transaction that stores its changes. If the
// subscription was changed since, it returns an error, so that nothing is stored.
func noteFeed(w store.Writer, t toRead, f *readFeed, agreed bool, at time.Time) error {
	s, err := subscriptionOf(w, t.Subscription)
	if err != nil {
		return err
	}
	set, err := w.SetOf(t.set.Key)
	if err != nil {
		return err
	}
	another := !reflect.DeepEqual(s.Feeds[f.address], f.before)
	switch {
	case s.Location != t.Location, set.FeedID != t.set.FeedID, // a backup was restored in the meantime
		s.Mode != t.Mode, set.Dialect != t.set.Dialect, another && f.discards():
		return fmt.Errorf("%s: %w", f.address, errChanged)
	case another:
		return nil // another refresh was first, and has stored what it saw
	}
	s.Feeds = maps.Clone(s.Feeds)
	if s.Feeds == nil {
		s.Feeds = map[string]store.Feed{}
	}
	s.Feeds[f.address] = f.now
	if agreed {
		s.Agreed = at
	}
	_, err = w.PutSubscription(s)
	return err
}

// subscriptionOf returns the current state of a subscription, or store.ErrNoSubscription.
func subscriptionOf(r store.SubscriptionReader, s store.Subscription) (store.Subscription, error) {
	all, err := r.Subscriptions(s.Set)
	if err != nil {
		return store.Subscription{}, err
	}
	for _, now := range all {
		if now.Key == s.Key {
			return now, nil
		}
	}
	return store.Subscription{}, fmt.Errorf("%s: %w", s.Location, store.ErrNoSubscription)
}

// add adds the result of the feed at an address. An item that several feeds changed counts
// once.
func (o *outcome) add(address string, f intake.Result) {
	for id, e := range f.Items {
		o.items.Add(id, e)
	}
	r := &o.report
	r.New, r.Updated, r.Deleted, r.Conflicts = o.items.Counts()
	r.Read += f.Read
	r.Skipped += f.Skipped
	r.Unchanged = max(0, r.Read-r.Skipped-r.New-r.Updated-r.Deleted)
	r.Discarded += f.Discarded
	r.Held += f.Held + f.Missing
	for _, a := range f.Alarms {
		if !slices.Contains(r.Alarms, a) {
			r.Alarms = append(r.Alarms, a)
		}
	}
	if n := f.Invalid(); n > 0 {
		r.Invalid += n
		r.SkippedIn = append(r.SkippedIn, address)
	}
	r.Refused += f.Refused
	r.Problems = append(r.Problems, f.Problems.Sentences()...)
}
