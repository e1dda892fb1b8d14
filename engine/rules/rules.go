// Package rules holds what the two families of rules have in common: what they are
// asked, what they answer, and the one interface that they stand behind. The
// families are feedsync (SSE 0.93 and FeedSync 1.0) and sse091 (SSE 0.91); the
// feed.RulesOf knows which a dialect belongs to.
package rules

import (
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/item"
)

// Rules are those of one family over items. They are pure: no clock, no
// randomness, no input or output, and nothing that is passed in is ever changed.
type Rules interface {
	// Create makes a new item (SSE 0.93 §3.1, SSE 0.91 §4.1).
	Create(id string, c Change, noConflicts bool, s Stamp) (*item.Item, error)
	// Update changes, deletes or un-deletes an item. In SSE 0.93 it takes no
	// conflict into account (§3.2); in SSE 0.91 every update resolves all there are
	// (§4.2 step 4).
	Update(it *item.Item, c Change, s Stamp) (*item.Item, error)
	// Resolve is an update that takes conflicts into account, by their indexes in
	// it.Conflicts (SSE 0.93 §3.4). In SSE 0.91 these have to be all.
	Resolve(it *item.Item, c Change, taken []int, s Stamp) (*item.Item, error)
	// Merge incorporates an incoming item into the local one, which is nil where the
	// item is new here (SSE 0.93 §3.3, SSE 0.91 §4.4).
	Merge(local, incoming *item.Item) Result
	// Incorporated tells whether an incoming item brings nothing.
	Incorporated(local, incoming *item.Item) bool
	// Compare orders the versions of an item by the keys that pick the winner: it is
	// positive where x wins over y.
	Compare(x, y *item.Version) int
	// Bound lists the conflicts that a resolution by an endpoint has to take into
	// account, as ascending indexes into it.Conflicts: its own in SSE 0.93, all in
	// SSE 0.91.
	Bound(it *item.Item, by string) []int
}

// Change is what a new version says.
type Change struct {
	// Content is the shared data. Nil stands for the data of the version that
	// is changed, or for none in a new item.
	Content *item.Content
	// Deleted makes the new version a tombstone. A version without it that
	// follows a tombstone un-deletes the item.
	Deleted bool
	// Place is where the new version stands in an ordered set (SSE 0.91 §3.2). Nil
	// stands for the place of the version that is changed, or for none in a new
	// item. Sets of FeedSync have no places.
	Place *item.Place
}

// Result is what a merge of two items comes to.
type Result struct {
	// Item is the merged item: the local one itself where nothing changed.
	Item *item.Item
	// Changed tells whether Item says anything that the local item did not.
	Changed bool
	// Dropped lists the versions that the merge dropped and that, as far as
	// histories tell, what stays was not made from: they belong in the archive.
	Dropped []*item.Version
	// Twice lists what can only be when one endpoint identifier is in use twice.
	Twice []Clash
	// FlagDiffers says that the versions disagree on noconflicts, which only an
	// item's creation may set (SSE 0.93 §2.4). The winner's counts.
	FlagDiffers bool
}

// Clash is an update that two versions tell differently although both ascribe
// it to one endpoint: the endpoint's identifier is in use twice, by a copied
// profile or a restored backup.
type Clash struct {
	// By is the identifier.
	By string
	// Sequence is the update's sequence.
	Sequence int
	// Greater and Lesser are the versions, in the order of the keys; they are
	// one where a single history tells both.
	Greater, Lesser *item.Version
	// Altered says that the versions differ in content alone: rather than two updates,
	// they are copies of one, which a program on the way altered.
	Altered bool
}

// Stamp says who makes an update and when. At least one of By and When is
// given; both are recommended (SSE 0.93 §2.5, SSE 0.91 §2.4).
type Stamp struct {
	// By identifies the endpoint that makes the update, or is "".
	By string
	// When is the present time, written as whole seconds in UTC. The zero time
	// stands for none.
	When time.Time
	// Used is the greatest sequence that this endpoint ever used for the item,
	// also for updates that it took back; 0 if there was none.
	Used int
}

// Check tells why a stamp cannot be written: ErrUnstamped or an *IdentifierError.
func (s Stamp) Check() error {
	if s.By == "" && s.When.IsZero() {
		return ErrUnstamped
	}
	if s.By != "" && !item.ValidNSS(s.By) {
		return &IdentifierError{What: "endpoint", Value: s.By}
	}
	return nil
}

// Entry is the history entry of an update with that sequence.
func (s Stamp) Entry(sequence int) item.History {
	h := item.History{Sequence: sequence, By: s.By}
	if !s.When.IsZero() {
		h.When = item.At(s.When)
	}
	return h
}

// ErrExhausted is the cause of a refused update when updates or the sequence
// already stands at item.MaxCount (SSE 0.93 §2.4, §2.5). The remedy is a copy
// of the item under a new identifier.
var ErrExhausted = errors.New("all numbers up to 2³¹−1 are used: copy the item under a new identifier")

// ErrUnstamped is the cause of a refused update that names neither an endpoint
// nor a time (SSE 0.93 §2.5).
var ErrUnstamped = errors.New("an update needs an endpoint identifier, a time, or both")

// IdentifierError refuses to write an identifier that is no Namespace Specific
// String of RFC 2141 (SSE 0.93 §2.1.1, §2.4).
type IdentifierError struct {
	// What tells which identifier it is: "item" or "endpoint".
	What string
	// Value is the identifier as it was given.
	Value string
}

func (e *IdentifierError) Error() string {
	return fmt.Sprintf("%s identifier %q: letters, digits, ()+,-.:=@;$_!*' and %%-escapes only, and not empty", e.What, e.Value)
}

// OwnOpenError refuses an update that leaves out conflicting versions of the
// endpoint that makes it. The update would subsume them, and the next merge
// would drop them although nobody looked at them.
type OwnOpenError struct {
	// By is the endpoint.
	By string
	// Left holds the indexes of the versions left out, in Item.Conflicts.
	Left []int
}

func (e *OwnOpenError) Error() string {
	waiting := "a version"
	if len(e.Left) > 1 {
		waiting = fmt.Sprintf("%d versions", len(e.Left))
	}
	return waiting + " of " + e.By + " among the conflicts must be taken into account: resolve the conflict"
}

// ConflictIndexError says that an item has no conflict of that index.
type ConflictIndexError struct {
	// Index counts from 0.
	Index int
	// Open is the number of conflicts that the item has.
	Open int
}

func (e *ConflictIndexError) Error() string {
	return fmt.Sprintf("there is no conflict %d: the item has %d", e.Index+1, e.Open)
}

// Refused says what was being done to which item when it was refused.
func Refused(doing, id string, err error) (*item.Item, error) {
	return nil, fmt.Errorf("%s item %s: %w", doing, id, err)
}
