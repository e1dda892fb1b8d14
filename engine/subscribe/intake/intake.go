// Package intake reads feeds into item sets (SSE 0.93 §3.3). A feed is streamed and merged
// against a snapshot of the store, and judged as a whole. Only then are its changes written, in
// short transactions, each of which merges again with the items as they are then. So an edit made
// during a long refresh is neither delayed nor lost, and a feed that breaks off or is suspicious
// changes nothing.
package intake

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// Source is a feed to read and the set that it is merged into.
type Source struct {
	Set store.Set
	// Documents are the documents of the feed in reading order: the complete feeds first, the
	// feed itself last (SSE 0.93 §4). They are merged as one.
	Documents []Document
	// From is the location of the subscription.
	From string
	// Subscription is its key; if it is 0, no items are recorded as held by it.
	Subscription int64
	// File is "" for the feed at the location, or its file name in the folder that is
	// subscribed to (store.Holder).
	File string
	// CountOnly merges nothing: the items are only counted (store.GiveOnly).
	CountOnly bool
	// TakeOnly leaves items held that stay in the set though the feed no longer has them, so
	// that they are not published (store.TakeOnly).
	TakeOnly bool
	// Discard removes items from the set that only this feed held and that are in none of the
	// documents, because the subscriber was out of sync (SSE 0.93 §4.1.2 step 2).
	Discard bool
	// By is this endpoint. Items that it changed are never removed, and its changes are
	// counted in the histories of the feed.
	By string
	// Former are the identifiers that this endpoint had before.
	Former []string
	// Agreed reports whether the user has agreed to everything that the feed brings.
	Agreed bool
	// Shown is the preview that the user saw just before subscribing; otherwise nil.
	Shown *store.Preview
	// Feed is the feed's stored state. Whole reports whether the documents contain the entire
	// feed (Count).
	Feed  store.Feed
	Whole bool
}

// made reports whether this endpoint made a version, under its current or a former identifier.
func (s Source) made(v *item.Version) bool {
	by := v.Top().By
	return by != "" && (by == s.By || slices.Contains(s.Former, by))
}

// Document is one document of a feed.
type Document struct {
	// Address is the document's address.
	Address string
	// Body is the document's content; the caller opens and closes it.
	Body io.Reader
}

// Options say how to read.
type Options struct {
	// At is the time at which versions are recorded as seen.
	At time.Time
	// DryRun merges and writes nothing.
	DryRun bool
	// Read is called after every item with the number of items read so far, or
	// is nil.
	Read func(items int)
	// Trusted accepts alarming items as well: the user approved them.
	Trusted bool
	// Others are writers to yield to, or nil.
	Others store.Others
	// Save stores the feed's state in the last transaction. It is called again if that was rolled
	// back. It may be nil.
	Save func(store.Writer, Result) error
	// Check returns an error if the feed must not be merged now, in each other transaction. It
	// may be nil.
	Check func(store.Writer) error
}

// Result is the result of reading or merging a feed.
type Result struct {
	// Read items are New, Updated, Deleted, Unchanged or Skipped.
	Read, New, Updated, Deleted, Unchanged, Skipped int
	// Conflicts is the number of new and updated items with open conflicts, and of other items
	// that are in conflict because of them.
	Conflicts int
	// Items are the items counted in New, Updated, Deleted or Conflicts.
	Items Effects
	// Discarded items were removed from the set; they remain in the archive.
	Discarded int
	// Held are skipped items that are held for review because something in them is alarming
	// (store.HeldItem); Refused are items that the user rejected earlier.
	Held, Refused int
	// Alarms are the alarms of the items held for review, including missing ones, without
	// duplicates.
	Alarms []trust.Alarm
	// Missing items are no longer in the feed, and stay in the set until the user has reviewed
	// their removal.
	Missing int
	// Sizes are the first fields of items that have an absurd size.
	Sizes []feed.Size
	// Unfit reports whether an item was skipped because it could not be merged with the local
	// item; a later attempt may succeed.
	Unfit bool
	// Saved reports whether anything was written and Options.Save was called.
	Saved bool
	// Counted is Source.Feed updated with what the feed's endpoint has seen (Count).
	Counted store.Feed
	// Documents are the feed-level data of each document.
	Documents []feed.Document
	// Problems are what the user should know about the feed, in plain words.
	Problems Problems
}

// Invalid returns the number of items that were skipped as invalid, which nobody can approve.
func (r Result) Invalid() int { return r.Skipped - r.Held - r.Refused }

// Feed merges the documents of a source into its set. If it returns an error, the result says how
// far it got; nothing is merged unless that is an error of the store. An invalid item is skipped
// and does not prevent others from being merged.
func Feed(ctx context.Context, st store.Store, s Source, o Options) (Result, error) {
	r, err := Read(ctx, st, s, o)
	if err != nil {
		return r.Result(), err
	}
	if err := Judge(ctx, st, r); err != nil {
		return r.Result(), err
	}
	return r.Merge()
}

// checked is the number of entries that Check inspects to find one that shows the dialect.
const checked = 20

// Check returns why a set cannot read a document, judging by its beginning: *feed.DialectError
// or *feed.OrderError. It returns nil for a malformed document: reading it reports the error.
func Check(set store.Set, d Document) error {
	in, ordinary := feed.NewReader(d.Body, d.Address), false
	for range checked {
		e, err := in.Next()
		if err != nil {
			break
		}
		if ordinary = e.Item == nil && !e.Skipped; !ordinary {
			break
		}
	}
	head := in.Document()
	if ordinary && head.Format == item.OPML && head.Sharing == nil {
		head.Dialect = "" // any OPML is read as SSE 0.91, even if nothing in it is shared
	}
	return feed.CheckDialect(d.Address, head, set.Name, set.Dialect, set.Format)
}

// Refused reports whether an error refuses a feed because of its dialect or its order.
func Refused(err error) bool {
	var other *feed.DialectError
	var order *feed.OrderError
	return errors.As(err, &other) || errors.As(err, &order)
}

// Change is what happened to an item.
type Change int

// The changes that a feed can make to an item.
const (
	// NoChange means that the item is only in conflict because of another one.
	NoChange Change = iota
	New
	Updated
	Deleted
)

// Effect is what the feeds changed about an item.
type Effect struct {
	Change Change
	// Conflict reports whether the item is in conflict.
	Conflict bool
}

// Effects are the effects of feeds on items, by identifier.
type Effects map[string]Effect

// Add adds a later effect on an item: a new item remains new, and the last effect determines
// whether it is in conflict.
func (all *Effects) Add(id string, e Effect) {
	if *all == nil {
		*all = Effects{}
	}
	if before := (*all)[id].Change; before == New || e.Change == NoChange {
		e.Change = before
	}
	(*all)[id] = e
}

// Counts returns the numbers of items that are new, updated, deleted and in conflict.
func (all Effects) Counts() (added, updated, deleted, conflicts int) {
	for _, e := range all {
		switch e.Change {
		case New:
			added++
		case Updated:
			updated++
		case Deleted:
			deleted++
		}
		if e.Conflict {
			conflicts++
		}
	}
	return added, updated, deleted, conflicts
}
