package subscribe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/fetch"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

// readOptions say how to fetch and merge a subscription.
type readOptions struct {
	now time.Time
	// dry writes nothing; whole reads unconditionally.
	dry, whole bool
	// large accepts mass changes without review.
	large bool
	// arrived is called with the number of bytes received, item for each merged item; either
	// may be nil.
	arrived func(bytes int64)
	item    func()
}

// fetched holds the feeds that were fetched for a subscription, before any merge.
type fetched struct {
	feeds []*fetchedFeed
	// others are files of a folder that may be feeds, if none has an expected name.
	others []string
	// err is why the feeds could not be listed, or nil.
	err error
}

// fetchedFeed is one feed of a subscription with the complete feeds that are needed to read
// it.
type fetchedFeed struct {
	address string
	// before is the feed's state stored before this fetch.
	before store.Feed
	answer *transport.Response
	// own is the feed itself, nil if it is unchanged; complete are the complete feeds in the
	// order in which they were named.
	own      *document
	complete []*document
	step     feed.Step
	// named is the address of the first complete feed that is named, or "".
	named string
	// err is why the feed could not be read, lacks why a complete feed could not; either is
	// nil on success.
	err, lacks error
}

// document is one downloaded or local document.
type document struct {
	address string
	body    io.ReadSeekCloser
	wire    int64
	// head is what the document says before its first item; sharing is the part of it about
	// how the feed is published, or nil.
	head    feed.Document
	sharing *feed.Sharing
	dialect item.Dialect
}

// close closes the documents.
func (f *fetched) close() {
	for _, one := range f.feeds {
		one.close()
	}
}

func (f *fetchedFeed) close() {
	for _, d := range f.documents() {
		_ = d.body.Close() // it was only read
	}
}

// documents returns all documents of a feed in merge order, the feed itself last: the
// positions of outlines are taken from the newest document.
func (f *fetchedFeed) documents() (all []*document) {
	for _, d := range f.complete {
		all = append([]*document{d}, all...)
	}
	if f.own != nil {
		all = append(all, f.own)
	}
	return all
}

// wire returns the number of bytes received over the network.
func (f *fetchedFeed) wire() int64 {
	var n int64
	if f.answer != nil {
		n = f.answer.Wire
	}
	for _, d := range f.complete {
		n += d.wire
	}
	return n
}

// fetch gets the feeds of a subscription. It does not read the store, so that many
// subscriptions can be fetched concurrently.
func (e *Service) fetch(ctx context.Context, t toRead, o readOptions) *fetched {
	target := transport.Target{Address: t.Location, Access: t.Access}
	addresses, others, err := transport.FeedsIn(ctx, e.Places, target, t.list(), e.Device.ID())
	f := &fetched{err: err}
	if len(addresses) == 0 {
		f.others = slices.DeleteFunc(others, t.isKnown)
	}
	for _, address := range addresses {
		one := &fetchedFeed{address: address, before: t.Feeds[address]}
		one.err = e.fetchFeed(ctx, t, one, o)
		f.feeds = append(f.feeds, one)
	}
	return f
}

// fetchFeed gets a feed, and its complete feeds where the subscriber guidelines require it
// (SSE 0.93 §4.1).
func (e *Service) fetchFeed(ctx context.Context, t toRead, f *fetchedFeed, o readOptions) error {
	countOnly := t.Mode == store.GiveOnly
	known := f.before.Known
	if o.whole || f.before.Untaken != countOnly {
		known = transport.Known{} // identical bytes must be merged again, too
	}
	target := transport.Target{Address: f.address, Access: accessTo(t.Subscription, f.address)}
	answer, err := e.Places.Read(ctx, transport.Request{Target: target, Known: known, Whole: o.whole, Now: o.now, Arrived: o.arrived})
	if err != nil {
		return err
	}
	f.answer = answer
	if answer.Unchanged {
		return nil
	}
	if f.own, err = e.opened(f.address, answer); err != nil || countOnly {
		return err
	}
	f.step = stepOf(f.before, f.own)
	f.lacks = e.fetchComplete(ctx, t, f, o)
	return ctx.Err()
}

// stepOf returns the step for a feed that was read. A feed without bounds is read with its
// complete feed the first time; after that it cannot indicate that changes were missed.
func stepOf(before store.Feed, d *document) feed.Step {
	if unbounded := d.sharing == nil || d.sharing.Until == ""; unbounded && before.Known != (transport.Known{}) {
		return feed.InStep
	}
	return feed.NextStep(d.dialect, before.Until, d.sharing)
}

// accessTo returns the access to use for a document. Credentials of the subscription are not
// sent to other hosts.
func accessTo(s store.Subscription, address string) transport.Access {
	if transport.PlaceOf(s.Location) != transport.PlaceOf(address) {
		return s.Access.Abroad()
	}
	return s.Access
}

// opened returns a document that can be read more than once, with its head already parsed.
func (e *Service) opened(address string, a *transport.Response) (*document, error) {
	body, err := fetch.Body(e.TempFiles, a.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	d := &document{address: address, body: body, wire: a.Wire}
	if err := d.readHead(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", address, err), body.Close())
	}
	return d, nil
}

// mostComplete limits how many complete feeds are followed, each named by the previous one.
const mostComplete = 4

// fetchComplete gets the complete feeds that a feed needs, each once.
func (e *Service) fetchComplete(ctx context.Context, t toRead, f *fetchedFeed, o readOptions) error {
	from, visited := f.own, map[string]bool{f.address: true}
	for range mostComplete {
		at, err := completeOf(from)
		if err != nil || at == "" {
			return err
		}
		if f.named == "" {
			f.named = at
		}
		if f.step == feed.InStep || visited[at] {
			return nil
		}
		visited[at] = true
		target := transport.Target{Address: at, Access: accessTo(t.Subscription, at), From: from.address}
		answer, err := e.Places.Read(ctx, transport.Request{Target: target, Now: o.now, Arrived: o.arrived})
		if err == nil {
			from, err = e.opened(at, answer)
		}
		if err == nil && f.ofAnother(from) {
			err = errors.Join(fmt.Errorf("%s: %w, %q", at, ErrOtherList, from.head.Title), from.body.Close())
		}
		if err != nil {
			return fmt.Errorf("the complete feed that %s names: %w", f.address, err)
		}
		f.complete = append(f.complete, from)
	}
	return nil
}

// ofAnother reports whether a complete feed belongs to another list, judging by the
// identifiers that Crossfeed writes. Atom identifiers prove nothing: each document may have
// its own.
func (f *fetchedFeed) ofAnother(d *document) bool {
	a, b := f.own.head, d.head
	return a.Format != item.Atom && b.Format != item.Atom && a.ID != "" && b.ID != "" && a.ID != b.ID
}

// ErrOtherList: a complete feed belongs to another list than the partial feed that names it.
var ErrOtherList = errors.New("it belongs to another list")

// ErrChanged reports that a subscription was changed while it was being refreshed.
var ErrChanged = errors.New("the subscription was changed while it was read: it is read again at the next sync")

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
		Check: func(w store.Writer) error {
			_, _, err := stillFits(w, t, read.fetchedFeed)
			return err
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

// stillFits returns the present state of a subscription, or an error if it was changed since its
// feed was fetched. another reports whether another refresh has stored the feed's state.
func stillFits(r store.Reader, t toRead, f *fetchedFeed) (s store.Subscription, another bool, err error) {
	if s, err = subscriptionOf(r, t.Subscription); err != nil {
		return s, false, err
	}
	set, err := r.SetOf(t.set.Key)
	if err != nil {
		return s, false, err
	}
	another = !reflect.DeepEqual(s.Feeds[f.address], f.before)
	if s.Location != t.Location || set.FeedID != t.set.FeedID || // a backup was restored in the meantime
		s.Mode != t.Mode || set.Dialect != t.set.Dialect || another && f.discards() {
		return s, another, fmt.Errorf("%s: %w", f.address, ErrChanged)
	}
	return s, another, nil
}

// noteFeed stores the state of a feed in the last transaction of its changes, unless the
// subscription was changed since.
func noteFeed(w store.Writer, t toRead, f *readFeed, agreed bool, at time.Time) error {
	s, another, err := stillFits(w, t, f.fetchedFeed)
	if err != nil || another { // another refresh was first, and has stored what it saw
		return err
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
