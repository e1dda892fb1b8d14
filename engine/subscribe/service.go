// Package subscribe reads the feeds of others. It discovers them, subscribes to them, fetches
// and merges them, records their health, holds for review what no honest endpoint sends, and
// undoes the changes received from a feed.
package subscribe

import (
	"log/slog"
	"sync/atomic"
	"time"

	"crossfeed/engine/attachments"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Clock provides the current time.
type Clock interface{ Now() time.Time }

// Parts are the dependencies of a service.
type Parts struct {
	Store     store.Store
	Places    transport.Places
	TempFiles transport.TempFiles
	// Files is the file system of this computer.
	Files transport.Files
	Clock Clock
	IDs   *item.IDs
	// Gate lets the user's edits go first.
	Gate        *store.Gate
	Device      *safekeeping.Device
	Accounts    *credentials.Service
	Edit        *edit.Service
	Attachments *attachments.Service
	Log         *slog.Logger
}

// Service stores subscriptions and refreshes them. It is safe for concurrent use.
type Service struct {
	Parts
	busy *busy
	// usual is the interval of subscriptions without one of their own, or 0 for the default.
	usual *atomic.Int64
}

// New returns a service.
func New(p Parts) *Service { return &Service{p, &busy{}, &atomic.Int64{}} }

// SetInterval sets how often subscriptions without an interval of their own are refreshed; 0 is
// the default. Each has the new interval after its next refresh.
func (e *Service) SetInterval(every time.Duration) { e.usual.Store(int64(every)) }

// Reading returns the service on another store, such as a snapshot.
func (e *Service) Reading(st store.Store) *Service {
	reading := *e
	reading.Store = st
	return &reading
}

// local returns the store for edits by the user.
func (e *Service) local() store.Store { return store.Local{Store: e.Store, Gate: e.Gate} }
