package subscribe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/fetch"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
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
			err = errors.Join(fmt.Errorf("%s: it belongs to another list, %q", at, from.head.Title), from.body.Close())
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

// Documents fetches all subscriptions of a list in full and visits each of their current
// documents. It calls failed for each that could not be read.
func (e *Service) Documents(ctx context.Context, set store.Set, visit func(address string, body io.Reader), failed func(address string, err error)) error {
	var all []store.Subscription
	err := e.Store.View(ctx, func(r store.Reader) (err error) {
		all, err = r.Subscriptions(set.Key)
		return err
	})
	for _, sub := range all {
		t := toRead{Subscription: sub, set: set}
		t.Mode = "" // read publish-only subscriptions as well
		f := e.fetch(ctx, t, readOptions{now: e.Clock.Now(), whole: true})
		if f.err != nil {
			failed(sub.Location, f.err)
		}
		for _, one := range f.feeds {
			if err := errors.Join(one.err, one.lacks); err != nil {
				failed(one.address, err)
			}
			for _, d := range one.documents() {
				visit(d.address, d.body)
			}
		}
		f.close()
	}
	return err
}
