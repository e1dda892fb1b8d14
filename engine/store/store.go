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
	// View calls read with one consistent state of the store, the one at the
	// time of the call. It never waits for a writer. The Reader is of no use
	// after read has returned.
	View(ctx context.Context, read func(Reader) error) error
	// Update calls write in a transaction: all of what it did is kept when it
	// returns nil, and nothing otherwise: where write returns an error or
	// panics, or ctx is done first. Updates run one after the other, those of
	// other processes included; ErrInUse tells that another process did not
	// finish in time. An error of the Writer that has no name in this package
	// ends the update: all later calls and the commit give it too. The Writer
	// is of no use after write has returned, and write must not call Update.
	Update(ctx context.Context, write func(Writer) error) error
	// Revision grows whenever any process committed a change, and only then.
	Revision(ctx context.Context) (int64, error)
	// Close ends the use of the store. What was committed stays.
	Close() error
}

// Reader is one consistent state of a store, for one goroutine at a time.
type Reader interface {
	// Changes says what changed since a revision, in the order of the keys.
	Changes(since int64) (Change, error)
	EndpointReader
	SetReader
	ItemReader
	OfferReader
	ArchiveReader
	SubscriptionReader
	HoldingReader
	SuspectReader
	JournalReader
	DecisionReader
	NameReader
	LibraryReader
	ContentReader
	FolderReader
}

// Writer is a store inside a transaction: it reads what was written in it. It
// is for one goroutine at a time.
type Writer interface {
	Reader
	EndpointWriter
	SetWriter
	ItemWriter
	OfferWriter
	SubscriptionWriter
	HoldingWriter
	SuspectWriter
	JournalWriter
	DecisionWriter
	NameWriter
	LibraryWriter
	ContentWriter
	FolderWriter
}
