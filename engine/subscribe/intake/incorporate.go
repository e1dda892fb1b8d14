// Package intake reads feeds into item sets (SSE 0.93 §3.3). A feed is
// streamed and merged against a snapshot of the store; what it brings is written
// in one transaction at the end, which merges again with what is there by then.
// So an edit made during a long reading is neither held up nor lost, and a feed
// that breaks half-way changes nothing.
package intake

import (
	"cmp"
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
	// Documents are those of the feed, in the order in which they are read: the complete
	// ones first, the feed itself last (SSE 0.93 §4). They are merged as one.
	Documents []Document
	// From is the location of the subscription.
	From string
	// Subscription is its key; where it is 0, nothing is noted as held by it.
	Subscription int64
	// File is "" for the feed at the location, else its name in the folder that is
	// subscribed to (store.Holder).
	File string
	// CountOnly merges nothing: the items are counted (store.GiveOnly).
	CountOnly bool
	// TakeOnly keeps what stays in the set held, though it is absent from the feed: it is
	// not to be published (store.TakeOnly).
	TakeOnly bool
	// Discard takes out of the set what this feed alone held and what is in none of the
	// documents, because the subscriber was out of sync (SSE 0.93 §4.1.2 step 2).
	Discard bool
	// By is this endpoint: what it changed is never taken out, and is looked for in the
	// histories of the feed.
	By string
	// Former are the identifiers that this endpoint had before.
	Former []string
	// Agreed tells that a person has agreed to all that it brings.
	Agreed bool
	// Shown is what a person was shown who has just added the subscription; else nil.
	Shown *store.Preview
	// Feed is what is remembered of the feed. Whole tells that the documents hold all of
	// it (Count).
	Feed  store.Feed
	Whole bool
}

// made reports whether this endpoint made a version, under whatever identifier.
func (s Source) made(v *item.Version) bool {
	by := v.Top().By
	return by != "" && (by == s.By || slices.Contains(s.Former, by))
}

// Document is one document of a feed.
type Document struct {
	// Address is where it lies.
	Address string
	// Body is the document, opened by the caller, who closes it.
	Body io.Reader
}

// Options say how to read.
type Options struct {
	// At is the time that versions are said to be seen at.
	At time.Time
	// DryRun merges and writes nothing.
	DryRun bool
	// Read is called after every item with the number of items read so far, or
	// is nil.
	Read func(items int)
	// Trusted takes in what is alarming as well: a person accepted it.
	Trusted bool
	// Others may write first, or is nil.
	Others store.Others
	// Keep writes, in the transaction that keeps what came, what is remembered of the
	// feed; it may be called again after that was taken back. It may be nil.
	Keep func(store.Writer, Result) error
}

// Result is what a feed brought.
type Result struct {
	// Read items are New, Updated, Deleted, Unchanged or SetAside.
	Read, New, Updated, Deleted, Unchanged, SetAside int
	// Conflicts is the number of items with open conflicts among the new and
	// updated, and of those that are in conflict because of them.
	Conflicts int
	// Items are those that are New, Updated, Deleted or among Conflicts.
	Items Effects
	// Discarded items were taken out of the set; they stay in the archive.
	Discarded int
	// Held are items among those set aside that wait for a person, because something in them
	// is alarming (store.Suspect); Refused are those that a person refused before.
	Held, Refused int
	// Alarms are what is alarming in those that wait for a person, the missing ones too, each
	// once.
	Alarms []trust.Alarm
	// Missing items are no longer in the feed, and stay in the set until a person has
	// reviewed that.
	Missing int
	// Sizes are the first fields of items that are of an absurd size.
	Sizes []feed.Size
	// Unfit tells that an item was set aside because of what is held here of it, and
	// may be taken in another time.
	Unfit bool
	// Kept tells that something was written, and Options.Keep called.
	Kept bool
	// Counted is Source.Feed with what its endpoint has seen (Count).
	Counted store.Feed
	// Documents are what stands at the level of each document.
	Documents []feed.Document
	// Problems are what a person should know of the feed, in plain words.
	Problems Problems
}

// Invalid is the number of items that were set aside, and that nobody can decide about.
func (r Result) Invalid() int { return r.SetAside - r.Held - r.Refused }

// Feed merges the documents of a source into its set: all of it, or nothing where it
// returns an error. The result then tells how far it came. An invalid item is
// set aside and keeps no other from being merged.
func Feed(ctx context.Context, st store.Store, s Source, o Options) (Result, error) {
	r, err := Read(ctx, st, s, o)
	if err != nil {
		return r.Result(), err
	}
	if err := Judge(ctx, st, r); err != nil {
		return r.Result(), err
	}
	return r.Keep()
}

// Reading is a feed that was read, and of which nothing is merged yet.
type Reading struct {
	*reading
	store store.Store
}

// Read reads the documents of a source against a snapshot of the store. It returns a
// Reading with an error, too, whose result tells how far it came.
func Read(ctx context.Context, st store.Store, s Source, o Options) (*Reading, error) {
	r := &Reading{newReading(ctx, s, o), st}
	err := st.View(ctx, r.readAll)
	if err != nil {
		err = cmp.Or(ctx.Err(), err)
	}
	return r, err
}

// Result is what is known so far of what the feed brought.
func (r *Reading) Result() Result { return r.result }

// Keep merges what was read and not held for review (Judge), with what is there by now.
func (r *Reading) Keep() (Result, error) { return r.finish(r.store) }

// checked is how many items Check looks at for one that tells the family.
const checked = 20

// Check tells why a set cannot read a document, by its beginning:
// *feed.DialectError or *feed.OrderError. One that is broken is for its reading to tell
// of: the error is nil then.
func Check(set store.Set, d Document) error {
	in, ordinary := feed.NewReader(d.Body, d.Address), false
	for range checked {
		e, err := in.Next()
		if err != nil {
			break
		}
		if ordinary = e.Item == nil && !e.SetAside; !ordinary {
			break
		}
	}
	head := in.Document()
	if ordinary && head.Format == item.OPML && head.Sharing == nil {
		head.Dialect = "" // any OPML is read as SSE 0.91, also where nothing in it is shared
	}
	return feed.CheckDialect(d.Address, head, set.Name, set.Dialect, set.Format)
}

// Refused tells whether an error refuses a feed because of its family or its order.
func Refused(err error) bool {
	var other *feed.DialectError
	var order *feed.OrderError
	return errors.As(err, &other) || errors.As(err, &order)
}
