package engine

import (
	"context"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// SubscribeOptions say how a subscription is read.
type SubscribeOptions struct {
	Mode   store.Mode
	Every  time.Duration
	Access location.Access
	// Password is kept (Parts.Secrets) for Access.User, where it is not "".
	Password string
	// Unnamed keeps the feed from being named in what the set publishes.
	Unnamed bool
}

// SubscribeAs is Subscribe with options.
func (e *Engine) SubscribeAs(ctx context.Context, set, at string, o SubscribeOptions) (store.Subscription, error) {
	panic("to be written")
}

// Configure changes how a subscription is read, or returns store.ErrNoSubscription. change
// gets the options as they are, without the password; a password that it sets is kept.
func (e *Engine) Configure(ctx context.Context, set, at string, change func(*SubscribeOptions)) error {
	panic("to be written")
}

// Relocate reads a subscription from another address from now on, as the server of the
// old one proposed (store.Feed.Moved) and a person agreed.
func (e *Engine) Relocate(ctx context.Context, set, from, to string) error { panic("to be written") }

// Forget lets a subscription be read as for the first time at its next reading. Nothing
// that came from it is lost.
func (e *Engine) Forget(ctx context.Context, set, at string) error { panic("to be written") }
