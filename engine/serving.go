package engine

import (
	"context"

	"crossfeed/engine/serve"
)

// Serves gives the feeds of a list for a server: the partial one, where there is a window,
// and the complete one.
func (e *Engine) Serves(ctx context.Context, set string) ([]serve.Feed, error) {
	panic("to be written")
}
