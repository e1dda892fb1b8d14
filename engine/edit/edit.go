// Package edit is local work on items: create, change, delete and restore. It
// joins the rules of updates (rules) to what the store knows about an item,
// inside a transaction that the caller began.
package edit

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Errors that callers decide on. They are wrapped with the item they are about.
var (
	// ErrChanged: the item is no longer what the user saw. Nothing was changed;
	// the caller shows what arrived.
	ErrChanged = errors.New("the item changed meanwhile")
	// ErrItemExists: the set has an item of that identifier, a deleted one
	// perhaps.
	ErrItemExists = errors.New("there is an item of that identifier already: choose another one, or restore it if it is deleted")
	// ErrDeleted: the item is a tombstone, on which this work would be lost.
	ErrDeleted = errors.New("the item is deleted: restore it first")
	// ErrConflicted: the item has open conflicts, which this work would part
	// from it.
	ErrConflicted = errors.New("the item has a conflict: resolve it first")
	// ErrInside: the item would come to stand in itself.
	ErrInside = errors.New("an item cannot be put into itself or into what it holds")
)

// Store is what local work needs of a transaction.
type Store interface {
	store.ItemReader
	store.ArchiveReader
	store.ItemWriter
	store.OfferReader
	store.OfferWriter
}

// Work is local work on one set by one endpoint at one time.
type Work struct {
	Store Store
	// Set is the key of the set, Dialect its sync dialect.
	Set     int64
	Dialect item.Dialect
	// Rules are those of the set's family. Ordered tells that its items have
	// places (SSE 0.91 §3.2).
	Rules   rules.Rules
	Ordered bool
	// By is the endpoint, At the time by its clock.
	By string
	At time.Time
	// Claimed is the greatest sequence that somebody else used for an item in the name of
	// this endpoint, and that a person refused; nil, and 0, where there is none. The next
	// update has a greater one, so that it stands in its place everywhere (SSE 0.93 §3.3).
	Claimed func(id string) (int, error)
	// Here is where the user is; nil is UTC.
	Here *time.Location
	// Log takes down what was changed, so that it can be undone; nil takes
	// nothing down.
	Log *Log
	// Ends remembers what stands last in the items of ordered sets; nil remembers
	// nothing.
	Ends *Ends
}

// Stamp says who makes an update of an item, when, and which sequences are used
// up.
func (w Work) Stamp(id string) (rules.Stamp, error) {
	used, err := w.Store.Used(w.Set, id, w.By)
	if err == nil && w.Claimed != nil {
		var claimed int
		claimed, err = w.Claimed(id)
		used = max(used, claimed)
	}
	return rules.Stamp{By: w.By, When: w.At, Used: used}, err
}

// Put keeps what became of an item, and every version of it in the archive, as
// seen at this endpoint now. before is nil for a new item.
func (w Work) Put(before, now *item.Item) (*item.Item, error) {
	if err := w.Store.PutItem(w.Set, now, store.Seen{At: w.At}); err != nil {
		return nil, err
	}
	w.Log.add(w.Set, before, now)
	if before != nil && before.Winner.Place != now.Winner.Place {
		w.Ends.placed(w.Set, now)
	}
	return now, nil
}

// update applies a change that includes the conflicts that a person is not asked about
// (lineage.Sorted), and no other. It is refused with *rules.OwnOpenError where a version of
// this endpoint is open, and with ErrConflicted as well where it would resolve versions of
// others unseen, as every update does in SSE 0.91 (§4.2 step 4).
func (w Work) update(it *item.Item, c rules.Change) (*item.Item, error) {
	next, err := w.updated(it, c)
	if err != nil {
		return nil, err
	}
	return w.Put(it, next)
}

// updated is what update keeps.
func (w Work) updated(it *item.Item, c rules.Change) (*item.Item, error) {
	included, err := w.included(it)
	if err != nil {
		return nil, err
	}
	stamp, err := w.Stamp(it.ID())
	if err != nil {
		return nil, err
	}
	if c.Content == nil {
		c.Content = it.Winner.Content
	}
	if c, err = w.Written(it.ID(), c); err != nil {
		return nil, err
	}
	return w.Rules.Resolve(it, c, included, stamp)
}

// Change sets fields of an item (SSE 0.93 §3.2). Values that change nothing
// make no update: the item is returned as it is. A tombstone stays one. base is
// the winner that the user saw, or nil for whatever is there; where another
// version wins by now, the error wraps ErrChanged. Where a todo that repeats is
// done by it, the next one is made.
func (w Work) Change(id string, v record.Values, base *item.Version) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	if base != nil && !it.Winner.Same(base) {
		return nil, fmt.Errorf("changing item %s: %w", id, ErrChanged)
	}
	return w.set(it, v)
}

// ChangeBy sets fields of an item by what it says. One that is deleted is
// ErrDeleted.
func (w Work) ChangeBy(id string, change func(record.Record) record.Values) (*item.Item, error) {
	it, err := w.live("changing", id)
	if err != nil {
		return nil, err
	}
	return w.set(it, change(record.Read(it.Winner.Content)))
}

func (w Work) set(it *item.Item, v record.Values) (*item.Item, error) {
	content, err := record.Apply(it.Winner.Content, w.stamped(it, v))
	if err != nil {
		return nil, fmt.Errorf("changing item %s: %w", it.ID(), err)
	}
	return w.say(it, content)
}

// stamped are the values with the present as the time at which a todo is done,
// where they only say that it is. What was done before keeps its time, or has
// none.
func (w Work) stamped(it *item.Item, v record.Values) record.Values {
	if d, err := record.ParseDone(v["done"]); err == nil && d.Is() && d.At.IsZero() && record.FactsOf(it.Winner.Content).Done {
		v = maps.Clone(v)
		delete(v, "done")
	}
	return record.Stamped(v, w.At)
}

// say makes a version of another content, unless that says the same.
func (w Work) say(it *item.Item, content *item.Content) (*item.Item, error) {
	if content.Hash() == it.Winner.Content.Hash() {
		return it, nil
	}
	next, err := w.update(it, rules.Change{Content: content, Deleted: it.Winner.Deleted})
	if err != nil {
		return nil, err
	}
	return next, w.Follow(it, next)
}

// Delete makes a tombstone of an item (SSE 0.93 §3.2 step 4). It holds the data
// of what was deleted, for Restore. A tombstone is returned as it is.
func (w Work) Delete(id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || it.Winner.Deleted {
		return it, err
	}
	return w.update(it, rules.Change{Deleted: true})
}

// Resolved is what became of an item whose conflicts were resolved, or opened
// again.
type Resolved struct {
	Before, Now *item.Item
	// Offered were the versions offered again before, Offers those that are now.
	Offered, Offers []*item.Version
}

// PutResolved is Put where conflicts were resolved or opened again, and keeps what
// is offered again.
func (w Work) PutResolved(s Resolved) error {
	if err := w.Store.PutItem(w.Set, s.Now, store.Seen{At: w.At}); err != nil {
		return err
	}
	if !slices.EqualFunc(s.Offered, s.Offers, (*item.Version).Same) {
		if err := w.Store.PutOffered(w.Set, s.Now.ID(), identities(s.Offers)); err != nil {
			return err
		}
	}
	w.Log.addResolved(w.Set, s)
	w.Ends.forget()
	return nil
}
