package engine

import (
	"context"

	"crossfeed/engine/store"
)

// Suspects lists what waits for a person because something in it is alarming, in a set, or
// in all where set is "".
func (e *Engine) Suspects(ctx context.Context, set string) ([]store.Suspect, error) {
	panic("to be written")
}

// AcceptSuspects merges them in after all, by their keys, as their feeds would have.
func (e *Engine) AcceptSuspects(ctx context.Context, keys ...int64) error { panic("to be written") }

// RefuseSuspects leaves them out, and does not ask again until they change.
func (e *Engine) RefuseSuspects(ctx context.Context, keys ...int64) error { panic("to be written") }
