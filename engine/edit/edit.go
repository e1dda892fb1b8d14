// Package edit makes local changes to items: create, change, delete, restore, move and undo.
// It applies the rules of updates (package rules) to what the store has of an item, inside a
// transaction.
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

// Errors that callers check for. They are wrapped with the item.
var (
	// ErrChanged: the item is no longer what the user saw. Nothing was changed; the caller
	// shows what was received.
	ErrChanged = errors.New("the item changed meanwhile")
	// ErrItemExists: the list has an item of that identifier, which may be deleted.
	ErrItemExists = errors.New("there is an item of that identifier already: choose another one, or restore it if it is deleted")
	// ErrDeleted: the item is a tombstone, and the change would be lost.
	ErrDeleted = errors.New("the item is deleted: restore it first")
	// ErrConflicted: the item has open conflicts, which the change would separate from it.
	ErrConflicted = errors.New("the item has a conflict: resolve it first")
	// ErrInside: the item would become its own ancestor.
	ErrInside = errors.New("an item cannot be moved under itself or under one of its own children")
)

// Store is the part of a transaction that this package needs.
type Store interface {
	store.ItemReader
	store.ArchiveReader
	store.ItemWriter
	store.OfferReader
	store.OfferWriter
}

// Work makes local changes to one list, by one endpoint, at one time.
type Work struct {
	Store Store
	// Set is the key of the list, Dialect its sync dialect.
	Set     int64
	Dialect item.Dialect
	// Rules are the rules of the list's dialect. Ordered reports whether its items have
	// positions (SSE 0.91 §3.2).
	Rules   rules.Rules
	Ordered bool
	// By is the endpoint, At the time by its clock.
	By string
	At time.Time
	// Claimed returns the greatest sequence that somebody else used for an item in the name of
	// this endpoint and that a person rejected, or 0. The next update uses a greater one, so
	// that it is ordered correctly everywhere (SSE 0.93 §3.3). Claimed may be nil.
	Claimed func(id string) (int, error)
	// Here is the user's time zone; nil is UTC.
	Here *time.Location
	// Log records what was changed, so that it can be undone; it may be nil.
	Log *Log
	// Ends caches the last items of parents in ordered lists; it may be nil.
	Ends *Ends
}

// Stamp returns who makes an update of an item, when, and which sequences are used up.
func (w Work) Stamp(id string) (rules.Stamp, error) {
	used, err := w.Store.Used(w.Set, id, w.By)
	if err == nil && w.Claimed != nil {
		var claimed int
		claimed, err = w.Claimed(id)
		used = max(used, claimed)
	}
	return rules.Stamp{By: w.By, When: w.At, Used: used}, err
}

// Put stores the new state of an item, and every version of it in the archive, as seen at this
// endpoint now. before is nil for a new item.
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

// update applies a change that includes exactly the conflicts that need no question
// (ancestry.Sorted). The error is *rules.OwnOpenError if a version of this endpoint is open.
// It also wraps ErrConflicted if the update would resolve versions of others unseen, as every
// update does in SSE 0.91 (§4.2 step 4).
func (w Work) update(it *item.Item, c rules.Change) (*item.Item, error) {
	next, err := w.updated(it, c)
	if err != nil {
		return nil, err
	}
	return w.Put(it, next)
}

// updated returns the item that update stores.
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

// Change sets fields of an item (SSE 0.93 §3.2). Values that change nothing make no update:
// the item is returned unchanged. A tombstone stays a tombstone. base is the winner that the
// user saw, or nil to accept any; if another version is the winner now, the error wraps
// ErrChanged. If the change completes a repeating todo, the next one is made.
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

// ChangeBy sets fields of an item based on its record. The error is ErrDeleted if the item is
// deleted.
func (w Work) ChangeBy(id string, change func(record.Record) record.Values) (*item.Item, error) {
	it, err := w.reading().live("changing", id)
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
	return w.setContent(it, content)
}

// stamped adds the current time to values that mark a todo as done without a time. A todo that
// was already done keeps its time, or its lack of one.
func (w Work) stamped(it *item.Item, v record.Values) record.Values {
	if d, err := record.ParseDone(v["done"]); err == nil && d.Is() && d.At.IsZero() && record.FactsOf(it.Winner.Content).Done {
		v = maps.Clone(v)
		delete(v, "done")
	}
	return record.Stamped(v, w.At)
}

// setContent makes a version with other content, unless the content is the same.
func (w Work) setContent(it *item.Item, content *item.Content) (*item.Item, error) {
	if content.Hash() == it.Winner.Content.Hash() {
		return it, nil
	}
	next, err := w.update(it, rules.Change{Content: content, Deleted: it.Winner.Deleted})
	if err != nil {
		return nil, err
	}
	return next, w.Follow(it, next)
}

// Delete makes an item a tombstone (SSE 0.93 §3.2 step 4). The tombstone keeps the item's
// data, for Restore. A tombstone is returned unchanged.
func (w Work) Delete(id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || it.Winner.Deleted {
		return it, err
	}
	return w.update(it, rules.Change{Deleted: true})
}

// Resolved is the change of an item whose conflicts were resolved or reopened.
type Resolved struct {
	Before, Now *item.Item
	// Offered are the versions that were reopened before, Offers those that are reopened now.
	Offered, Offers []*item.Version
}

// PutResolved is Put for an item whose conflicts were resolved or reopened. It also stores the
// reopened versions.
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
