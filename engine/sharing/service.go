// Package sharing publishes lists and joins them with those of others: it shares a list, invites
// to it, accepts an invitation, stops sharing, and deletes a list that is shared.
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

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Parts are what the service works with.
type Parts struct {
	Store store.Store
	// Gate lets edits of a person go first.
	Gate   *store.Gate
	Places transport.Places
	Spool  transport.Spool
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
	// Sync reads and publishes lists.
	Sync func(context.Context, subscribe.SyncOptions) ([]subscribe.Report, error)
	Log  *slog.Logger
}

// Service shares lists. It may be used from several goroutines.
type Service struct {
	Parts
	// publishing lets each list be published by one goroutine at a time, by its key.
	publishing fetch.Turns
}

// New makes a service.
func New(p Parts) *Service { return &Service{Parts: p} }

// local is the store for what a person does.
func (sh *Service) local() store.Store { return store.Local{Store: sh.Store, Gate: sh.Gate} }
