package engine

import (
	"context"
	"time"

	"crossfeed/engine/store"
)

// Health is how one feed of a subscription goes; a folder has several.
type Health struct {
	Set          string
	Subscription store.Subscription
	// Address is the feed's; Feed what is remembered of it.
	Address string
	Feed    store.Feed
	// Next is when it is tried next; zero where only the user makes it be.
	Next time.Time
	// Seen of Of changes that were made here stand in its histories: "has seen n of
	// your m changes". Of is 0 where nothing was made here.
	Seen, Of int
	// Missing is before when it has to be read for nothing to be missed ("will miss
	// changes after …"); zero where the feed does not say.
	Missing time.Time
	// OutOfReach tells that the last try failed only because this computer was offline.
	OutOfReach bool
	// Moved is where it moved to for good, once that was said for several days, or "".
	Moved string
	// Suspects is the number of items that came from it and wait for a person.
	Suspects int
}

// Healths lists how the subscriptions of a set go, or of all sets where set is "", feed by
// feed. A subscription that was never read has one without Address.
func (e *Engine) Healths(ctx context.Context, set string) ([]Health, error) { panic("to be written") }
