// Package sharing shares lists: it publishes a list, invites others to it, accepts
// invitations, stops sharing, and deletes shared lists.
package sharing

import (
	"context"
	"log/slog"
	"time"

	"crossfeed/engine/attachments"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/fetch"
	"crossfeed/engine/lists"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Parts are the dependencies of the Service.
type Parts struct {
	Store store.Store
	// Gate lets a person's edits go first.
	Gate      *store.Gate
	Places    transport.Places
	TempFiles transport.TempFiles
	// Files is the file system of this computer.
	Files         transport.Files
	Clock         Clock
	Device        *safekeeping.Device
	Backups       *safekeeping.Backups
	Names         *safekeeping.Names
	Accounts      *credentials.Service
	Lists         *lists.Service
	Edit          *edit.Service
	Attachments   *attachments.Service
	Subscriptions *subscribe.Service
	// Sync syncs lists.
	Sync func(context.Context, subscribe.SyncOptions) ([]subscribe.Report, error)
	Log  *slog.Logger
}

// Service shares lists. It may be used from several goroutines.
type Service struct {
	Parts
	// publishing ensures that each list, by key, is published by one goroutine at a time.
	publishing fetch.Turns
}

// New returns a service.
func New(p Parts) *Service { return &Service{Parts: p} }

// local returns the store for a person's edits.
func (sh *Service) local() store.Store { return store.Local{Store: sh.Store, Gate: sh.Gate} }
