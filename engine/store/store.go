// Package store defines the engine's data storage: the types of the rows, one reader and one
// writer. The tests that every store must pass are in engine/enginetest/conformance. The
// persistent store is in the top-level folder storage; a store in memory for the engine's
// tests is in engine/enginetest/memory.
package store

import (
	"context"
	"errors"
	"time"
)

// Store stores lists, items, subscriptions and the archive of versions. It may be used from
// several goroutines, and the same data from several processes.
type Store interface {
	// View calls read with a consistent state of the store, as of the time of the call. It
	// never waits for a writer. The Reader must not be used after read has returned.
	View(ctx context.Context, read func(Reader) error) error
	// Update calls write in a transaction. It commits if write returns nil, and rolls back if
	// write returns an error or panics, or if ctx is done first. Updates are serialized, even
	// across processes; ErrInUse means that another process did not finish in time. After an
	// error of the Writer that is not named in this package, all later calls and the commit
	// fail with the same error. The Writer must not be used after write has returned, and
	// write must not call Update.
	Update(ctx context.Context, write func(Writer) error) error
	// Revision grows if and only if any process has committed a change.
	Revision(ctx context.Context) (int64, error)
	// Close closes the store. Committed data stays.
	Close() error
}

// Errors that callers check for. They are wrapped with the name concerned.
var (
	// ErrNoSet: there is no list of that name.
	ErrNoSet = errors.New("there is no such list")
	// ErrNameTaken: another list has that name.
	ErrNameTaken = errors.New("a list with this name already exists")
	// ErrNoItem: the list has no item of that identifier.
	ErrNoItem = errors.New("there is no such item")
	// ErrNoVersion: the archive has no such version of the item.
	ErrNoVersion = errors.New("there is no such version")
	// ErrSubscribed: the list is already subscribed to that location.
	ErrSubscribed = errors.New("the list is already subscribed to it")
	// ErrNoSubscription: there is no subscription of that key.
	ErrNoSubscription = errors.New("there is no such subscription")
	// ErrNoHeldItem: no item held for review has that key.
	ErrNoHeldItem = errors.New("nothing with this number is held for review")
	// ErrNoLibrary: there is no library of that key or name.
	ErrNoLibrary = errors.New("there is no such library")
	// ErrLibraryThere: there already is a library of that address.
	ErrLibraryThere = errors.New("it is already in the library")
	// ErrNoPublication: there is no published folder of that key or name.
	ErrNoPublication = errors.New("no such folder is published")
	// ErrPublishedThere: another folder is published at that address.
	ErrPublishedThere = errors.New("another folder is published there already")
	// ErrNoEdit: the journal has no edit of that key.
	ErrNoEdit = errors.New("there is no such edit")
	// ErrTemporary: another process interferes with temporary files.
	ErrTemporary = errors.New("other programs lock or remove each temporary folder: check which program watches this folder")
	// ErrInUse: another process is writing and did not finish in time. Nothing was changed.
	ErrInUse = errors.New("the data is in use by another Crossfeed that has not finished: wait for it or close it, and try again")
	// ErrNewer: the store is from a newer Crossfeed. It was not touched.
	ErrNewer = errors.New("the data was written by a newer Crossfeed: update Crossfeed, or choose another data folder")
	// ErrDamaged: the store cannot be read. It was not touched.
	ErrDamaged = errors.New("the data is damaged: repair it, or restore a backup")
	// ErrShared: the store is damaged and was not rebuilt, because somebody else has it open.
	ErrShared = errors.New("the database is damaged and cannot be rebuilt while another Crossfeed has it open: close every other Crossfeed, and try again")
	// ErrRebuilt: the store was rebuilt within the last day, and is damaged again.
	ErrRebuilt = errors.New("it was rebuilt within the last day and is damaged again: check the disk")
)

// Holder is a feed of a subscription that holds items.
type Holder struct {
	// Subscription is the key of the subscription.
	Subscription int64
	// Feed is "" for the feed at the location itself, and a file name for a feed in a folder,
	// so that it identifies the same feed after the subscription's location has changed.
	Feed string
}

// Device is the stored state of this device.
type Device struct {
	// ID is the identifier in its updates, or "" before the first start.
	ID string
	// Former are its earlier identifiers, the newest first.
	Former []Former
	// Home is the location of the data folder when it was last opened.
	Home Home
	// Backups are the settings for automatic backups.
	Backups Backups
	// Damaged is the number of items that the last verification found damaged and did not
	// repair.
	Damaged int
}

// Former is an earlier identifier of a device.
type Former struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"`
	// Why is the reason for the new one, as in package safekeeping.
	Why string `json:"why"`
}

// Home distinguishes a data folder on a machine from its copies. Unknown properties are "".
type Home struct {
	// Machine is a hash of the operating system's name for this installation. In a store it
	// lists all machines on which the same file was used, the last one first, separated by
	// spaces.
	Machine string `json:"machine,omitempty"`
	// File is the file system's number of the database file, Born the time of its creation.
	File string `json:"file,omitempty"`
	Born string `json:"born,omitempty"`
}

// Backups are the settings and results of automatic backups.
type Backups struct {
	// Folder is the folder for backups, or "" for none.
	Folder string `json:"folder,omitempty"`
	// Last is when one was last written there, Tried when that was last tried, and Error why
	// it failed, or "".
	Last  time.Time `json:"last,omitzero"`
	Tried time.Time `json:"tried,omitzero"`
	Error string    `json:"error,omitempty"`
}

// Endpoint is an endpoint that changed something in this store.
type Endpoint struct {
	// By is its identifier. Name is the name that a person gave it, or "".
	By, Name string
	// Versions is the number of archived versions that it made. Last is the latest time that
	// it wrote into one of them, or zero.
	Versions int
	Last     time.Time
}

// Consent is a person's answer to whether the name of an endpoint may be published.
type Consent int

// The answers.
const (
	// Unasked: nobody has been asked yet. The name is not published.
	Unasked Consent = iota
	// Private: the name is not published.
	Private
	// Public: the name is in the feeds of the endpoint.
	Public
)
