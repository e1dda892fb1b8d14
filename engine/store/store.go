// Package store says what the engine needs kept: the types of the rows, one
// reader and one writer, and the tests that every store must pass
// (conformance). The real store is in the top folder storage; a store in memory
// for the engine's tests is in the folder memory.
package store

import (
	"context"
	"errors"
	"time"
)

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

// Errors that callers decide on. They are wrapped with the name they are about.
var (
	// ErrNoSet: there is no set of that name.
	ErrNoSet = errors.New("there is no such list")
	// ErrNameTaken: another set has that name.
	ErrNameTaken = errors.New("there is a list of that name already")
	// ErrNoItem: the set has no item of that identifier.
	ErrNoItem = errors.New("there is no such item")
	// ErrNoVersion: the archive has no such version of the item.
	ErrNoVersion = errors.New("there is no such version")
	// ErrSubscribed: the set is subscribed to that location already.
	ErrSubscribed = errors.New("the list is subscribed to it already")
	// ErrNoSubscription: there is no subscription of that key.
	ErrNoSubscription = errors.New("there is no such subscription")
	// ErrNoSuspect: nothing that came in has that key.
	ErrNoSuspect = errors.New("nothing of that number waits")
	// ErrNoLibrary: there is no library of that key or name.
	ErrNoLibrary = errors.New("there is no such library")
	// ErrLibraryThere: a library of that address is there already.
	ErrLibraryThere = errors.New("it is in the library already")
	// ErrNoPublication: there is no published folder of that key or name.
	ErrNoPublication = errors.New("no such folder is published")
	// ErrPublishedThere: another folder is published at that address.
	ErrPublishedThere = errors.New("another folder is published there already")
	// ErrNoEdit: the journal has no edit of that key.
	ErrNoEdit = errors.New("there is no such edit")
	// ErrInUse: another process writes and did not finish in time. Nothing was
	// changed.
	ErrInUse = errors.New("the data is in use by another Crossfeed that has not finished: wait for it or close it, and try again")
	// ErrNewer: a newer Crossfeed made the store. It was not touched.
	ErrNewer = errors.New("the data was made by a newer Crossfeed: update Crossfeed, or choose another data folder")
	// ErrDamaged: the store cannot be read. It was not touched.
	ErrDamaged = errors.New("the data is damaged: repair it, or restore a backup")
	// ErrShared: the store is damaged and was not rebuilt, because somebody else has it open.
	ErrShared = errors.New("the database is damaged, and is rebuilt once nobody else has it open: close every other Crossfeed, and try again")
	// ErrRebuilt: the store was rebuilt within the last day, and is damaged again.
	ErrRebuilt = errors.New("it was rebuilt within the last day, and is damaged again: check the disk")
)

// Holder is one feed of a subscription, as what it held is noted.
type Holder struct {
	// Subscription is its key.
	Subscription int64
	// Feed is "" for the feed at the location itself, and the name of a file for one in a
	// folder: so it is the same feed when the subscription is read from elsewhere.
	Feed string
}

// Device is what a store knows of the device that it is on.
type Device struct {
	// ID is the identifier that its updates carry: "" before the first start.
	ID string
	// Former are the identifiers that it had before, the newest first.
	Former []Former
	// Home is where the data folder was when it was opened last.
	Home Home
	// Backups says where backups are written by themselves.
	Backups Backups
	// Damaged is how many items the last verification found damaged and not repaired.
	Damaged int
}

// Former is an identifier that a device had.
type Former struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"`
	// Why is the reason for the new one, as package safekeeping names it.
	Why string `json:"why"`
}

// Home tells one data folder on one machine from its copies. What is not known is "".
type Home struct {
	// Machine is a hash of what the operating system calls this installation; of a store all
	// that it was on as that file, the last one first, with spaces between.
	Machine string `json:"machine,omitempty"`
	// File is the file system's own number of the database, Born when it was created.
	File string `json:"file,omitempty"`
	Born string `json:"born,omitempty"`
}

// Backups says where backups are written by themselves, and how that went.
type Backups struct {
	// Folder is where; "" is nowhere.
	Folder string `json:"folder,omitempty"`
	// Last is when one was written there, Tried when that was tried last, and Error why it
	// failed, or "".
	Last  time.Time `json:"last,omitzero"`
	Tried time.Time `json:"tried,omitzero"`
	Error string    `json:"error,omitempty"`
}
