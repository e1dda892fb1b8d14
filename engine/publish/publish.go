// Package publish writes the feeds of a list (SSE 0.93 §2, §4.2): the complete one and, if the
// list has a window, the partial one, streamed from one state of the store and put in place
// whole. It also serves them, read only, on the local network.
package publish

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Publisher is what publishing works with.
type Publisher struct {
	Store  store.Store
	Places transport.Places
	Spool  transport.Spool
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
	// Window, Public, List and Access are those of store.Publication.
	Window, Public, List string
	Access               transport.Access
}

// Published tells where the feeds are.
type Published struct {
	// Address is that of the feed, Complete that of the complete one beside it, or "".
	Address, Complete string
	// Sent tells that something was written.
	Sent bool
	// Damaged are the items that could not be read. They are published as they were last; one
	// that never was is left out.
	Damaged []string
	// shared tells that Target.Share is kept.
	shared bool
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
func (p Publisher) Publish(ctx context.Context, t Target, now time.Time) (done Published, err error) {
	again := true
	for n := 0; n < tries && again && err == nil; n++ {
		j := &job{Publisher: p, Target: t, now: now, early: n < 2}
		again, err = j.once(ctx, &done)
		if done.shared {
			t.Share = nil
		}
	}
	if done.shared {
		return done, nil // what came of publishing it again is noted
	}
	return done, err
}

// once publishes one state of the store. again tells that the store changed meanwhile.
func (j *job) once(ctx context.Context, done *Published) (again bool, err error) {
	if err := mark(ctx, j.Store, j.Target.Set); err != nil {
		return false, err
	}
	before, err := j.Store.Revision(ctx)
	if err != nil {
		return false, err
	}
	written, err := j.run(ctx)
	done.Address, done.Complete, done.Sent = j.next.Address, j.next.Complete, done.Sent || j.sent
	done.Damaged = slices.Sorted(maps.Keys(j.damaged))
	if errors.Is(err, errOvertaken) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("publishing %q: %w", j.set.Name, err)
	}
	done.shared = done.shared || j.Share != nil
	if !j.sent {
		return false, nil
	}
	after, err := j.Store.Revision(ctx)
	return after != before+written, err
}

// tries bounds how often a feed is written again because the store changed
// meanwhile. Without it, of two processes that publish at once, the one with the
// older state could come last.
const tries = 4

// job is one publishing of one state of the store.
type job struct {
	Publisher
	Target
	now time.Time
	// early tells that there are tries left to wait for other processes.
	early bool
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
	// state is that of what the documents are made of; spared tells that they were not made,
	// because they would be those that were written last; whole that they are made anyhow.
	state         string
	spared, whole bool
	// served tells that a server gives the documents, and nothing is written.
	served bool
	// root is the address that it is served at, without a path.
	root string
	// damaged are the items that could not be read, and instead what is published of them.
	damaged map[string]bool
	instead map[string]*item.Item
}

// run makes the documents and writes those that changed. written is the number of its own
// transactions.
func (j *job) run(ctx context.Context) (written int64, err error) {
	defer j.close()
	if err := j.prepare(ctx); err != nil {
		return 0, j.failed(ctx, err)
	}
	if !j.sent && j.Share == nil {
		return 0, j.unchanged(ctx)
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
	if err := j.succeeded(ctx); err != nil {
		return written, errors.Join(err, j.takeBack(context.WithoutCancel(ctx)))
	}
	return written + 1, nil
}

// prepare makes the documents, and finds out which of them are to be written.
func (j *job) prepare(ctx context.Context) (err error) {
	if err := j.make(ctx); err != nil {
		return err
	}
	j.sent = false
	for _, d := range j.documents() {
		if err := j.resolve(ctx, d); err != nil {
			return err
		}
		if d.due, err = j.isDue(ctx, d); err != nil {
			return err
		}
		j.sent = j.sent || d.due
	}
	if j.sent && j.spared {
		j.whole = true
		return j.prepare(ctx)
	}
	return nil
}

// make makes the documents. Where items are damaged, it makes them once more, with what was
// published of these last.
func (j *job) make(ctx context.Context) error {
	compose := func(r store.Reader) error { return j.compose(ctx, r) }
	if err := marked(ctx, j.Store, j.Target.Set, compose); err != nil || len(j.damaged) == 0 || j.instead != nil {
		return err
	}
	if err := j.readLast(ctx); err != nil {
		return err
	}
	return marked(ctx, j.Store, j.Target.Set, compose)
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
