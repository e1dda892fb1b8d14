// Package rules has what the two models of synchronization have in common: their interface and
// its types. The models are feedsync (SSE 0.93 and FeedSync 1.0) and sse091 (SSE 0.91);
// feed.RulesOf returns the one of a dialect.
package rules

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Rules are the rules of one model. They are pure: no clock, no randomness, no input or
// output, and arguments are never changed.
type Rules interface {
	// Create creates an item (SSE 0.93 §3.1, SSE 0.91 §4.1).
	Create(id string, c Change, noConflicts bool, s Stamp) (*item.Item, error)
	// Resolve changes, deletes or un-deletes an item, and takes conflicts into account, by
	// their indexes in it.Conflicts (SSE 0.93 §3.2 and §3.4). In SSE 0.91, these have to be all
	// conflicts (§4.2 step 4).
	Resolve(it *item.Item, c Change, taken []int, s Stamp) (*item.Item, error)
	// Merge incorporates an incoming item into the local one, which is nil for a new item (SSE
	// 0.93 §3.3, SSE 0.91 §4.4).
	Merge(local, incoming *item.Item) Result
	// IsMerged reports whether merging an incoming item would change nothing.
	IsMerged(local, incoming *item.Item) bool
	// Compare orders the versions of an item by the keys that pick the winner: it is positive
	// if x wins over y.
	Compare(x, y *item.Version) int
	// Bound returns the conflicts that a resolution by an endpoint has to take into account,
	// as ascending indexes into it.Conflicts: its own in SSE 0.93, all in SSE 0.91.
	Bound(it *item.Item, by string) []int
}

// Change is the data of a new version.
type Change struct {
	// Content is the shared data. nil means the data of the previous version, or no data in a
	// new item.
	Content *item.Content
	// Deleted makes the new version a tombstone. A version without it that follows a tombstone
	// un-deletes the item.
	Deleted bool
	// Place is the position of the new version in an ordered set (SSE 0.91 §3.2). nil means
	// the position of the previous version, or none in a new item. Sets of FeedSync have no
	// positions.
	Place *item.Place
}

// Result is the result of merging two items.
type Result struct {
	// Item is the merged item: the local one itself if nothing changed.
	Item *item.Item
	// Changed reports whether Item differs from the local item.
	Changed bool
	// Dropped are the versions that the merge dropped and that, as far as histories show, the
	// remaining versions were not made from: they belong in the archive.
	Dropped []*item.Version
	// Twice are the contradictions that prove that one endpoint identifier is used twice.
	Twice []Clash
	// FlagDiffers reports whether the versions disagree on noconflicts, which only an item's
	// creation may set (SSE 0.93 §2.4). The winner's value counts.
	FlagDiffers bool
}

// Clash is an update on which two versions disagree although both ascribe it to the same
// endpoint: the endpoint's identifier is used twice, because of a copied profile or a restored
// backup.
type Clash struct {
	// By is the identifier.
	By string
	// Sequence is the update's sequence.
	Sequence int
	// Greater and Lesser are the versions, in the order of the keys. They are the same version
	// if a single history contradicts itself.
	Greater, Lesser *item.Version
	// Altered reports whether the versions differ only in content: they are copies of one
	// update, which a program altered on the way, rather than two updates.
	Altered bool
}

// Stamp says who makes an update and when. At least one of By and When is set; setting both is
// recommended (SSE 0.93 §2.5, SSE 0.91 §2.4).
type Stamp struct {
	// By identifies the endpoint that makes the update, or is "".
	By string
	// When is the current time, written as whole seconds in UTC. The zero time means none.
	When time.Time
	// Used is the greatest sequence that this endpoint ever used for the item, including
	// updates that were undone; 0 if there is none.
	Used int
}

// Check returns why a stamp cannot be written: ErrUnstamped or an *IdentifierError.
func (s Stamp) Check() error {
	if s.By == "" && s.When.IsZero() {
		return ErrUnstamped
	}
	if s.By != "" && !item.ValidNSS(s.By) {
		return &IdentifierError{What: "endpoint", Value: s.By}
	}
	return nil
}

// Entry returns the history entry of an update with that sequence.
func (s Stamp) Entry(sequence int) item.History {
	h := item.History{Sequence: sequence, By: s.By}
	if !s.When.IsZero() {
		h.When = item.At(s.When)
	}
	return h
}

// ErrExhausted means that an update was refused because updates or the sequence has reached
// item.MaxCount (SSE 0.93 §2.4, §2.5). The remedy is a copy of the item under a new
// identifier.
var ErrExhausted = errors.New("all numbers up to 2³¹−1 are used: copy the item under a new identifier")

// ErrUnstamped means that an update was refused because it has neither an endpoint nor a time
// (SSE 0.93 §2.5).
var ErrUnstamped = errors.New("an update needs an endpoint identifier, a time, or both")

// IdentifierError means that an identifier cannot be written because it is not a Namespace
// Specific String of RFC 2141 (SSE 0.93 §2.1.1, §2.4).
type IdentifierError struct {
	// What is the kind of identifier: "item" or "endpoint".
	What string
	// Value is the invalid identifier.
	Value string
}

func (e *IdentifierError) Error() string {
	return fmt.Sprintf("%s identifier %q: letters, digits, ()+,-.:=@;$_!*' and %%-escapes only, and not empty", e.What, e.Value)
}

// OwnOpenError means that an update was refused because it leaves out conflicting versions of
// the endpoint that makes it. The update would subsume them, and the next merge would drop
// them although nobody has seen them.
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
	return waiting + " of " + e.By + " among the conflicts must be included: resolve the conflict"
}

// ConflictIndexError means that an item has no conflict with that index.
type ConflictIndexError struct {
	// Index counts from 0.
	Index int
	// Open is the number of conflicts that the item has.
	Open int
}

func (e *ConflictIndexError) Error() string {
	return fmt.Sprintf("there is no conflict %d: the item has %d", e.Index+1, e.Open)
}

// Refused wraps an error with the refused operation and its item.
func Refused(doing, id string, err error) (*item.Item, error) {
	return nil, fmt.Errorf("%s item %s: %w", doing, id, err)
}

// CompareEntries orders history entries by all of their fields. Both models use it as the last
// key for copies of one version whose histories differ.
func CompareEntries(x, y item.History) int {
	return cmp.Or(
		cmp.Compare(x.Sequence, y.Sequence),
		x.When.Compare(y.When),
		strings.Compare(x.By, y.By),
		strings.Compare(x.Extra, y.Extra),
	)
}

// CompareFlags orders flags: a set flag is greater.
func CompareFlags(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return 1
	}
	return -1
}

// CompareCopies orders copies of one version that differ in content: it is positive if x is
// more likely what its author wrote. A content that matches its digest is preferred, then one
// with a record, then more markup, more words, and the greater canonical form.
func CompareCopies(x, y *item.Version) int {
	if c := CompareFlags(x.Intact(), y.Intact()); c != 0 {
		return c
	}
	if c := CompareFlags(record.Holds(x.Content), record.Holds(y.Content)); c != 0 {
		return c
	}
	xMarkup, xWords := x.Content.Measure()
	yMarkup, yWords := y.Content.Measure()
	return cmp.Or(cmp.Compare(xMarkup, yMarkup), cmp.Compare(xWords, yWords), x.Content.Compare(y.Content))
}

// Digested adds the digest of its content to a new version. A tombstone has none, because its
// data may be dropped.
func Digested(v *item.Version) *item.Version {
	v.Digest = ""
	if !v.Deleted {
		v.Digest = v.Content.Digest()
	}
	return v
}

// DigestOf returns the digest of a version that was received twice with the same content: the
// one that matches the content, or else the greater one.
func DigestOf(x, y *item.Version) string {
	switch {
	case x.Intact():
		return x.Digest
	case y.Intact():
		return y.Digest
	}
	return max(x.Digest, y.Digest)
}
