package store

import "errors"

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
	ErrNewer = errors.New("the data was made by a newer Crossfeed: update Crossfeed, or choose another folder with --data")
	// ErrDamaged: the store cannot be read. It was not touched.
	ErrDamaged = errors.New("the data is damaged: run crossfeed verify --repair, or restore a backup")
	// ErrShared: the store is damaged and was not rebuilt, because somebody else has it open.
	ErrShared = errors.New("the database is damaged, and is rebuilt once nobody else has it open: close every other Crossfeed, and try again")
	// ErrRebuilt: the store was rebuilt within the last day, and is damaged again.
	ErrRebuilt = errors.New("it was rebuilt within the last day, and is damaged again: check the disk")
)
