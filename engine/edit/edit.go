// Package edit makes local changes to items: create, change, delete, restore, move and undo.
// It applies the rules of updates (package rules) to what the store has of an item, inside a
// transaction.
package edit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
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

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Device identifies this device.
type Device interface {
	// ID returns the identifier in its updates.
	ID() string
	// Refresh reloads the identity, which another process may have changed.
	Refresh(store.Reader) error
}

// Service makes local changes to items and records them as edits that can be undone. It may be
// used from several goroutines.
type Service struct {
	Store  store.Store
	Device Device
	Clock  Clock
	IDs    *item.IDs
	// Here is the user's time zone, for days and for times without a zone.
	Here *time.Location
}

// Transaction is the local work of one edit, on one list or on several.
type Transaction struct {
	service *Service
	store.Writer
	log Log
	// decisions are the resolutions that the edit saves; their Edit is not known yet.
	decisions []store.Decision
	// edit is the key of the edit, once it is recorded.
	edit  int64
	lists lists
	ends  Ends
	// claims are the sequences of rejected versions, by list.
	claims map[int64]map[string]int
}

// In returns local work on a list by this endpoint, now.
func (t *Transaction) In(set string) (Work, error) {
	s, err := t.lists.named(set)
	if err != nil {
		return Work{}, err
	}
	return t.At(s), nil
}

func (t *Transaction) reading(set string) (reading, error) {
	w, err := t.In(set)
	return w.reading(), err
}

// lists caches lists by name, since a transaction does not name or rename any that it looks up
// here.
type lists struct {
	in    store.SetReader
	known map[string]store.Set
}

func (l lists) named(name string) (store.Set, error) {
	if s, known := l.known[name]; known {
		return s, nil
	}
	s, err := l.in.SetNamed(name)
	if err == nil {
		l.known[name] = s
	}
	return s, err
}

// At is In for a list that was read already.
func (t *Transaction) At(s store.Set) Work {
	return Work{
		Store: t.Writer, Set: s.Key, Dialect: s.Dialect, Rules: feed.RulesOf(s.Dialect), Ordered: s.Format.Ordered(),
		By: t.service.Device.ID(), At: t.service.Clock.Now(), Here: t.service.Here, Log: &t.log, Ends: &t.ends,
		Claimed: func(id string) (int, error) { return t.claimed(s.Key, id) },
	}
}

// Do makes local changes in one transaction, ahead of feeds being merged, and records them as
// one edit that can be undone.
func (e *Service) Do(ctx context.Context, what string, do func(*Transaction) error) error {
	return e.DoUnjournaled(ctx, func(t *Transaction) error {
		if err := do(t); err != nil {
			return err
		}
		return t.journal(what)
	})
}

// DoUnjournaled is Do for changes that cannot be undone.
func (e *Service) DoUnjournaled(ctx context.Context, do func(*Transaction) error) error {
	return e.Store.Update(ctx, func(w store.Writer) error {
		if err := e.Device.Refresh(w); err != nil {
			return err
		}
		return do(e.Within(w))
	})
}

// Within makes local changes in an existing transaction. They cannot be undone.
func (e *Service) Within(w store.Writer) *Transaction {
	return &Transaction{service: e, Writer: w, lists: lists{w, map[string]store.Set{}}}
}

// Decided adds a resolution that the edit saves.
func (t *Transaction) Decided(d store.Decision) { t.decisions = append(t.decisions, d) }

// Edit returns the key of the edit that Do recorded, for UndoOptions, or 0 if nothing changed.
func (t *Transaction) Edit() int64 { return t.edit }

// journal records what was changed. Edits that were undone before can no longer be redone.
func (t *Transaction) journal(what string) error {
	if len(t.log.Steps) == 0 {
		return nil
	}
	if err := t.DropUndone(); err != nil {
		return err
	}
	if err := t.hideGhosts(what, false, t.log.Steps); err != nil {
		return err
	}
	key, err := t.PutEdit(store.Edit{At: t.service.Clock.Now(), What: what, Steps: t.log.Steps})
	if err != nil {
		return err
	}
	t.edit = key
	for _, d := range t.decisions {
		d.Edit = key
		if _, err := t.PutDecision(d); err != nil {
			return err
		}
	}
	return nil
}

// one makes a local change to one item as one edit.
func (e *Service) one(ctx context.Context, what, set string, do func(Work) (*item.Item, error)) (*item.Item, error) {
	var it *item.Item
	err := e.Do(ctx, what, func(t *Transaction) error {
		w, err := t.In(set)
		if err != nil {
			return err
		}
		it, err = do(w)
		return err
	})
	if err != nil {
		return nil, err
	}
	return it, nil
}

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

// outdone is the greatest sequence that an update of this endpoint goes beyond, since there
// must be room before the maximum (item.MaxCount).
const outdone = item.MaxCount / 2

// claimed returns the greatest sequence that was used for an item in the name of this
// endpoint, and that a person rejected, or 0.
func (t *Transaction) claimed(set int64, id string) (int, error) {
	if claims, known := t.claims[set]; known {
		return claims[id], nil
	}
	all, err := t.HeldItems(set)
	if err != nil {
		return 0, err
	}
	claims := map[string]int{}
	for _, s := range all {
		for _, a := range s.Alarms {
			if s.State == store.Refused && a.Kind == trust.Forged && a.Sequence <= outdone {
				claims[s.ID] = max(claims[s.ID], a.Sequence)
			}
		}
	}
	if t.claims == nil {
		t.claims = map[int64]map[string]int{}
	}
	t.claims[set] = claims
	return claims[id], nil
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

// Change sets fields of an item (SSE 0.93 §3.2); values that change nothing make no update. If
// a version of this endpoint is among the conflicts, the error is *rules.OwnOpenError: the
// item has to be resolved first. In a list with SSE 0.91 an update resolves all conflicts
// (§4.2 step 4), so there a conflict of another endpoint causes that error, too, and it also
// wraps ErrConflicted. base is the winner that the user saw, or nil to accept any; if it is no
// longer the winner, Change returns ErrChanged and changes nothing.
func (e *Service) Change(ctx context.Context, set, id string, f record.Values, base *item.Version) (*item.Item, error) {
	return e.one(ctx, "edit", set, func(w Work) (*item.Item, error) { return w.Change(id, f, base) })
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
