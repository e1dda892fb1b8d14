// Package giveway says how long work on the store lets others go first: a person, whose edit
// must not wait for a hundred thousand items.
package giveway

import (
	"context"
	"errors"
)

// Others are those who want to write while something long is being written.
type Others interface {
	// Waiting tells whether there are any.
	Waiting() bool
	// Wait returns when there are none, or when ctx ends.
	Wait(ctx context.Context)
}

// Nobody is Others that are not there.
type Nobody struct{}

// Waiting implements Others.
func (Nobody) Waiting() bool { return false }

// Wait implements Others.
func (Nobody) Wait(context.Context) {}

// Err takes a transaction back to let others go first.
var Err = errors.New("others wait")
