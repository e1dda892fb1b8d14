// Package subscribe reads the feeds of others: it finds them, subscribes to them, fetches what
// they have and merges it, keeps account of how that goes, holds for review what no honest
// endpoint sends, and takes back what a feed brought.
package subscribe

import (
	"log/slog"
	"time"

	"crossfeed/engine/attachments"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Parts are what a service works with.
type Parts struct {
	Store  store.Store
	Places transport.Places
	Spool  transport.Spool
	// Files is the file system of this computer.
	Files transport.Files
	Clock Clock
	IDs   *item.IDs
	// Gate lets edits of a person go first.
	Gate        *store.Gate
	Device      *safekeeping.Device
	Accounts    *credentials.Service
	Edit        *edit.Service
	Attachments *attachments.Service
	Log         *slog.Logger
}

// Service keeps subscriptions and reads them. It may be used from several goroutines.
type Service struct {
	Parts
	busy *busy
}

// New makes a service.
func New(p Parts) *Service { return &Service{p, &busy{}} }

// Reading is the service on another store, as one that stays as it is.
func (e *Service) Reading(st store.Store) *Service {
	reading := *e
	reading.Store = st
	return &reading
}

// local is the store for what a person does.
func (e *Service) local() store.Store { return store.Local{Store: e.Store, Gate: e.Gate} }
