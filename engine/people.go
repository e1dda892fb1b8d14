package engine

import (
	"context"

	"crossfeed/engine/store"
)

// Names are the names that a person gave to endpoints, by identifier.
func (e *Engine) Names(ctx context.Context) (map[string]string, error) { return nil, nil }

// Endpoints lists every endpoint that changed something in this store, and those
// with a name.
func (e *Engine) Endpoints(ctx context.Context) ([]store.Endpoint, error) { return nil, nil }

// SetName calls an endpoint by a name, of one line; "" takes the name away. Two
// endpoints may have one name: a person with two devices.
func (e *Engine) SetName(ctx context.Context, by, name string) error { return nil }
