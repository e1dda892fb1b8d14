// Package edit is local work on items: create, change, delete and restore. It
// joins the rules of updates (feedsync) to what the store knows about an item,
// inside a transaction that the caller began.
package edit

import (
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
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
)

// Store is what local work needs of a transaction.
type Store interface {
	store.ItemReader
	store.ArchiveReader
	store.ItemWriter
}

// Work is local work on one set by one endpoint at one time.
type Work struct {
	Store Store
	// Set is the key of the set.
	Set int64
	// By is the endpoint, At the time by its clock.
	By string
	At time.Time
}

// Add creates an item (SSE 0.93 §3.1) of a kind with that identifier, or
// ErrItemExists.
func (w Work) Add(id string, k record.Kind, v record.Values, noConflicts bool) (*item.Item, error) {
	content, err := record.New(k, record.Stamped(v, w.At))
	if err != nil {
		return nil, err
	}
	return w.Insert(id, content, noConflicts)
}

// Insert is Add of an item whose content is there already.
func (w Work) Insert(id string, content *item.Content, noConflicts bool) (*item.Item, error) {
	switch _, err := w.Store.Item(w.Set, id); {
	case err == nil:
		return nil, fmt.Errorf("adding item %s: %w", id, ErrItemExists)
	case !errors.Is(err, store.ErrNoItem):
		return nil, err
	}
	stamp, err := w.Stamp(id)
	if err != nil {
		return nil, err
	}
	it, err := feedsync.Create(id, feedsync.Change{Content: content}, noConflicts, stamp)
	if err != nil {
		return nil, err
	}
	return w.Put(it)
}

// Stamp says who makes an update of an item, when, and which sequences are used
// up.
func (w Work) Stamp(id string) (feedsync.Stamp, error) {
	used, err := w.Store.Used(w.Set, id, w.By)
	return feedsync.Stamp{By: w.By, When: w.At, Used: used}, err
}

// Put keeps the item, and every version of it in the archive, as seen at this
// endpoint now.
func (w Work) Put(it *item.Item) (*item.Item, error) {
	return it, w.Store.PutItem(w.Set, it, store.Seen{At: w.At})
}

// update applies a change that takes no conflict into account; it is refused
// with *feedsync.OwnOpenError where a version of this endpoint is open.
func (w Work) update(it *item.Item, c feedsync.Change) (*item.Item, error) {
	stamp, err := w.Stamp(it.ID())
	if err != nil {
		return nil, err
	}
	next, err := feedsync.Update(it, c, stamp)
	if err != nil {
		return nil, err
	}
	return w.Put(next)
}
