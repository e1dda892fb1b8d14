// Package store says what the engine needs kept: the types of the rows, one
// small interface per need, and the tests that every store must pass
// (conformance). The real store is in the top folder storage; a store in memory
// for the engine's tests is in the folder memory.
package store

import "context"

// Store keeps item sets, items, subscriptions and the archive of versions. It
// may be used from several goroutines, and the same data from several
// processes.
type Store interface {
	// View calls read with one consistent state of the store. It never waits
	// for a writer.
	View(ctx context.Context, read func(Reader) error) error
	// Update calls write in a transaction: all of what it did is kept when it
	// returns nil, and nothing otherwise. Updates run one after the other,
	// those of other processes included.
	Update(ctx context.Context, write func(Writer) error) error
	// Revision grows whenever any process committed a change.
	Revision(ctx context.Context) (int64, error)
	// Close ends the use of the store. What was committed stays.
	Close() error
}

// Reader is one consistent state of a store.
type Reader interface {
	EndpointReader
	SetReader
	ItemReader
	ArchiveReader
	SubscriptionReader
}

// Writer is a store inside a transaction: it reads what was written in it.
type Writer interface {
	Reader
	EndpointWriter
	SetWriter
	ItemWriter
	SubscriptionWriter
}
