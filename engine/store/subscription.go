package store

import "time"

// Subscription is a feed, or a folder of feeds, that a set is kept in step with.
type Subscription struct {
	// Key identifies the subscription; it is given by PutSubscription.
	Key int64
	// Set is the key of the set that it feeds.
	Set int64
	// Location is a file or a folder. A set has one subscription a location.
	Location string
	// Paused subscriptions are not read.
	Paused bool
	// Health is what the last readings came to.
	Health Health
}

// Health tells how the reading of a subscription goes.
type Health struct {
	// LastTry and LastSuccess are two things; zero where there was none.
	LastTry, LastSuccess time.Time
	// Error is the plain reason of the last try's failure, or "".
	Error string
	// ErrorSince is the first failure in a row; zero without one.
	ErrorSince time.Time
	// Came is the number of items that the last success added or changed.
	Came int
	// SetAside is the number of invalid items in the last success.
	SetAside int
}

// SubscriptionReader reads subscriptions.
type SubscriptionReader interface {
	// Subscriptions lists those of a set, or of all sets that are not deleted
	// where set is 0, in the order in which they were added.
	Subscriptions(set int64) ([]Subscription, error)
}

// SubscriptionWriter changes subscriptions.
type SubscriptionWriter interface {
	// PutSubscription adds a subscription where its Key is 0, and replaces the
	// one of that Key otherwise. It returns the Key, or ErrSubscribed, or
	// ErrNoSet or ErrNoSubscription where there is none of that key.
	PutSubscription(Subscription) (int64, error)
	// RemoveSubscription forgets it, or returns ErrNoSubscription. What came
	// from it stays. Its key is never given again.
	RemoveSubscription(key int64) error
}
