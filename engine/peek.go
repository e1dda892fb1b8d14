package engine

import (
	"context"

	"crossfeed/engine/location"
)

// Peek tells what a list of that name has to be so that it can read the feeds at a
// location (Found.New).
func (e *Engine) Peek(ctx context.Context, set, at string) (NewSet, error) {
	found, err := e.Look(ctx, set, at, location.Access{})
	found.New.Name = set
	return found.New, err
}
