// Package publish writes the feeds of a list (SSE 0.93 §2, §4.2): the complete one and, if the
// list has a window, the partial one. Feeds are streamed from one state of the store and
// replaced atomically. The package also serves them, read-only, on the local network.
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

// Publisher publishes lists.
type Publisher struct {
	Store     store.Store
	Places    transport.Places
	TempFiles transport.TempFiles
}

// Target is a list and the address that its feed is written to.
type Target struct {
	// Set is the key of the list.
	Set int64
	// Endpoint is the author of the feed.
	Endpoint string
	// Address is the feed's address at the location where the list is published.
	Address string
	// Share has the user's new settings for publishing the list; nil leaves them unchanged.
	Share *Share
}

// Share has the user's settings for publishing a list.
type Share struct {
	// Location is the feed's address, or the folder that contains it.
	Location string
	// Window, Public, List and Access are as in store.Publication.
	Window, Public, List string
	Access               transport.Access
}

// Published is the result of publishing.
type Published struct {
	// Address is the feed's address. Complete is the address of the complete feed next to it,
	// or "".
	Address, Complete string
	// Sent reports whether anything was written.
	Sent bool
	// Damaged are the items that could not be read, of which the feed has the last published
	// state. LeftOut are those that it leaves out, because no feed of the list has them.
	Damaged, LeftOut []string
	// shared reports whether Target.Share was saved.
	shared bool
}

// Publish writes the feed of all items, including tombstones. If the list has a window, it
// writes the partial feed to the address and the complete one next to it, the complete one
// first. The same items result in the same bytes, and a document that is already there is not
// written again. If the address has something that this list did not write, the error wraps
// ErrNotOurs. now is the feed's time of change if it has never had an item.
//
// Before it writes anything, Publish records which edits others may see (store.Set.Published)
// and what it is about to write. So no edit that others have seen is taken for unseen, and no
// own feed for one of a second writer. Target.Share is saved once publishing has succeeded;
// without a Share, failures are recorded.
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
		return done, nil // failures of publishing it again are recorded
	}
	return done, err
}

// once publishes one state of the store. again reports whether the store changed in the
// meantime.
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
	done.Damaged, done.LeftOut = j.unread()
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

// unread returns the items that could not be read: those of which the feed has the last
// published state, and those that it lacks.
func (j *job) unread() (damaged, leftOut []string) {
	for _, id := range slices.Sorted(maps.Keys(j.damaged)) {
		if j.instead[id] != nil {
			damaged = append(damaged, id)
		} else {
			leftOut = append(leftOut, id)
		}
	}
	return damaged, leftOut
}

// tries limits how often a feed is written again because the store changed in the meantime.
// Without writing again, of two concurrent processes the one with the older state could write
// last.
const tries = 4

// job publishes one state of the store once.
type job struct {
	Publisher
	Target
	now time.Time
	// early reports whether there are tries left to wait for other processes.
	early bool
	// set is the list at the time when the documents were made.
	set store.Set
	// known are the publishing settings as last read from the store.
	known store.Publication
	// next are the publishing settings after this job.
	next store.Publication
	// complete and partial are the documents; partial is nil without a window.
	complete, partial *document
	// made reports whether the documents are complete, sent whether there is something to
	// write.
	made, sent bool
	// state is a hash of what the documents are made from. spared reports whether they were
	// not made because they would equal the last ones, whole whether to make them anyway.
	state         string
	spared, whole bool
	// served reports whether the built-in server provides the documents, so that nothing is
	// written.
	served bool
	// root is the server's address, without a path.
	root string
	// damaged are the items that could not be read; instead has what is published in their
	// place.
	damaged map[string]bool
	instead map[string]*item.Item
}

// run makes the documents and writes those that changed. written is the number of its own
// write transactions.
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

// prepare makes the documents, and determines which of them have to be written.
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

// make makes the documents. If items are damaged, it makes them again with the last published
// state of these items. They are due once a repair has restored the items, which need not
// change the state.
func (j *job) make(ctx context.Context) error {
	defer func() {
		if len(j.damaged) > 0 {
			j.state = ""
		}
	}()
	compose := func(r store.Reader) error { return j.compose(ctx, r) }
	if err := marked(ctx, j.Store, j.Target.Set, compose); err != nil || len(j.damaged) == 0 || j.instead != nil {
		return err
	}
	if err := j.readLast(ctx); err != nil {
		return err
	}
	return marked(ctx, j.Store, j.Target.Set, compose)
}

// documents returns the documents to be written, in order.
func (j *job) documents() []*document {
	if j.partial == nil {
		return []*document{j.complete}
	}
	return []*document{j.complete, j.partial}
}

// feed returns the document at the feed's address.
func (j *job) feed() *document {
	if j.partial == nil {
		return j.complete
	}
	return j.partial
}

// close deletes the temporary files.
func (j *job) close() {
	for _, d := range []*document{j.complete, j.partial} {
		if d != nil && d.body != nil {
			_ = d.body.Close() // it was only read
		}
	}
}
