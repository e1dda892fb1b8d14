// Package publish writes the feeds of an item set (SSE 0.93 §2, §4.2): the complete one,
// and where the set has a window the partial one, streamed from one state of the store
// and put in place whole.
package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Publisher is what publishing works with.
type Publisher struct {
	Store  store.Store
	Places location.Places
	Spool  location.Spool
}

// Target is a set and the address that its feed is written to.
type Target struct {
	// Set is the key of the set.
	Set int64
	// Endpoint is named as the author of the feed.
	Endpoint string
	// Address is that of the feed, in the place at which the set is published.
	Address string
	// Share is how the set is published from now on, as a person wants it; nil leaves it as
	// it is.
	Share *Share
}

// Share is how a person wants a set to be published.
type Share struct {
	// Location is the place: the feed's address, or the folder that it lies in.
	Location string
	// Window, Public and Access are those of store.Publication.
	Window, Public string
	Access         location.Access
}

// Published tells where the feeds are.
type Published struct {
	// Address is that of the feed, Complete that of the complete one beside it, or "".
	Address, Complete string
	// Sent tells that something was written.
	Sent bool
}

// Publish writes the feed of all items, tombstones included, and where the set has a
// window the partial feed at its address, with the complete one beside it, which is
// written first. The same items make the same bytes, and what lies there already is not
// written again. What is at the address and was not written by this set is an error that
// wraps ErrNotOurs. now is the feed's time of change where it never had an item.
//
// Before anything is written the set says which edits others may see
// (store.Set.Published) and what is about to be written, so that no edit that others have
// seen is ever taken for one that nobody saw, and no own feed for one of a second writer.
// Target.Share is kept once it was published; what fails is noted where there is none.
func (p Publisher) Publish(ctx context.Context, t Target, now time.Time) (Published, error) {
	var done Published
	for range tries {
		if err := mark(ctx, p.Store, t.Set); err != nil {
			return done, err
		}
		before, err := p.Store.Revision(ctx)
		if err != nil {
			return done, err
		}
		j := &job{Publisher: p, Target: t, now: now}
		written, err := j.run(ctx)
		if errors.Is(err, errOvertaken) {
			done = Published{j.next.Address, j.next.Complete, done.Sent || j.sent}
			continue
		}
		if err != nil {
			return done, fmt.Errorf("publishing %q: %w", j.set.Name, err)
		}
		t.Share = nil
		done = Published{j.next.Address, j.next.Complete, done.Sent || j.sent}
		if after, err := p.Store.Revision(ctx); err != nil || !j.sent || after == before+written {
			return done, err
		}
	}
	return done, nil
}

// tries bounds how often a feed is written again because the store changed
// meanwhile. Without it, of two processes that publish at once, the one with the
// older state could come last.
const tries = 3

// job is one publishing of one state of the store.
type job struct {
	Publisher
	Target
	now time.Time
	// set is the set as it was when the documents were made.
	set store.Set
	// known is how it is published, as the store was last seen to say.
	known store.Publication
	// next is how it is published once this is done.
	next store.Publication
	// complete and partial are the documents; partial is nil without a window.
	complete, partial *document
	// made tells that the documents are whole, sent that there is something to write.
	made, sent bool
	// served tells that a server gives the documents, and nothing is written.
	served bool
}

// run makes the documents and writes those that changed. written is the number of its own
// transactions.
func (j *job) run(ctx context.Context) (written int64, err error) {
	defer j.close()
	if err := marked(ctx, j.Store, j.Target.Set, func(r store.Reader) error { return j.compose(ctx, r) }); err != nil {
		return 0, j.failed(ctx, err)
	}
	for _, d := range j.documents() {
		if d.due, err = j.isDue(ctx, d); err != nil {
			return 0, j.failed(ctx, err)
		}
		j.sent = j.sent || d.due
	}
	if !j.sent && j.Share == nil {
		return 0, j.settled(ctx)
	}
	if j.Share == nil {
		if err := j.announce(ctx); err != nil {
			return 0, j.failed(ctx, err)
		}
		written++
	}
	if err := j.write(ctx); err != nil {
		return written, j.failed(ctx, err)
	}
	return written + 1, j.succeeded(ctx)
}

// documents are those to be written, in their order.
func (j *job) documents() []*document {
	if j.partial == nil {
		return []*document{j.complete}
	}
	return []*document{j.complete, j.partial}
}

// feed is the one at the address.
func (j *job) feed() *document {
	if j.partial == nil {
		return j.complete
	}
	return j.partial
}

// close throws the spooled documents away.
func (j *job) close() {
	for _, d := range []*document{j.complete, j.partial} {
		if d != nil && d.body != nil {
			_ = d.body.Close() // it was only read
		}
	}
}
