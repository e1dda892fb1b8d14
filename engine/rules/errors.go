package rules

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
)

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
