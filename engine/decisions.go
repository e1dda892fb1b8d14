package engine

import (
	"context"

	"crossfeed/engine/store"
)

// Decision is a settling that was saved here.
type Decision struct {
	// Set is the name of its list.
	Set string
	store.Decision
}

// Decisions lists the decisions made here, the newest first: about one item,
// one list, or all where id or set is ""; at most limit, or all where limit is 0.
func (e *Engine) Decisions(ctx context.Context, set, id string, limit int) ([]Decision, error) {
	return nil, nil
}
