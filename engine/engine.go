// Package engine is what the window and the commands see of Crossfeed. It joins the services in
// the folders below it, each of which says what it does, and runs a whole sync.
package engine

import (
	"context"
	"io"
	"log/slog"
	"time"

	"crossfeed/engine/attachments"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/library"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// Clock tells the time. Commands replace it by --now, tests by a script.
type Clock interface{ Now() time.Time }

// Parts are what an engine works with. Everything that could make two runs
// differ stands behind them.
type Parts struct {
	// Store keeps everything. Close closes it.
	Store store.Store
	// Clock stamps updates.
	Clock Clock
	// Random makes identifiers. It is read by one goroutine at a time.
	Random io.Reader
	// Files is the file system. Where Places is nil, feeds lie there alone.
	Files transport.Files
	// Places is everywhere that feeds lie.
	Places transport.Places
	// Spool makes the files in which documents wait to be written; nil is the system's
	// folder for temporary files.
	Spool transport.Spool
	// Content keeps the files of libraries and items; nil keeps none, and every use of them
	// is an error.
	Content cache.Root
	// Secrets keeps passwords; nil keeps none.
	Secrets credentials.Keeper
	// Endpoint replaces the store's endpoint identifier where it is not "". It never changes
	// by itself.
	Endpoint string
	// Home is where the store is; zero where that is not known. A store that was somewhere
	// else before is a copy.
	Home store.Home
	// Folder is the data folder; "" where there is none. Backups that the program makes before
	// it changes much are in it.
	Folder string
	// Log is told of requests, of when they are tried again, and of how long things take; nil
	// is nobody.
	Log *slog.Logger
	// Here is where the user is: what days and times without a zone mean. Nil
	// is the system's own.
	Here *time.Location
}

// Engine does the work on one store. It may be used from several goroutines.
type Engine struct {
	store store.Store
	*common
}

// common is what an engine and its views share.
type common struct {
	// Accounts keeps passwords.
	Accounts *credentials.Service
	// Device is who this device is.
	Device *safekeeping.Device
	// Backups are the backups of this device.
	Backups *safekeeping.Backups
	// Verifier verifies what is stored, and repairs it.
	Verifier *safekeeping.Verifier
	// Names are the names of devices.
	Names *safekeeping.Names
	// Lists reads lists and what is shown of them, and makes lists.
	Lists *lists.Service
	// Edit does local work on items, and undoes it.
	Edit *edit.Service
	// Subscriptions reads the feeds of others.
	Subscriptions *subscribe.Service
	// Sharing publishes lists and joins them with those of others.
	Sharing *sharing.Service
	// Attachments attaches files to items, puts them beside feeds and gets them from there.
	Attachments *attachments.Service
	// Conflicts reads and resolves conflicts.
	Conflicts conflicts.Service
	// Library keeps libraries and publishes folders.
	Library  *library.Service
	parts    Parts
	ids      *item.IDs
	watchers *watchers
	gate     store.Gate
}

// Open takes a store into use. At the first start it makes the identifier of
// this endpoint. When it fails, the store stays open and is the caller's.
func Open(ctx context.Context, p Parts) (*Engine, error) {
	if p.Places == nil {
		p.Places = transport.OnDisk{Files: p.Files}
	}
	if p.Spool == nil {
		p.Spool = transport.TempSpool{}
	}
	if p.Log == nil {
		p.Log = slog.New(slog.DiscardHandler)
	}
	if p.Here == nil {
		p.Here = time.Local
	}
	w := &watchers{}
	e := &Engine{announcing{p.Store, w}, &common{parts: p, ids: &item.IDs{Random: p.Random}, watchers: w}}
	local := e.local()
	e.Accounts = &credentials.Service{Store: e.store, Secrets: p.Secrets}
	e.Library = library.New(library.Parts{
		Store: e.store, Places: p.Places, Files: p.Files, Spool: p.Spool, Cache: p.Content, Clock: p.Clock, IDs: e.ids,
		Accounts: e.Accounts, Gate: &e.gate, Here: p.Here, Log: p.Log,
	})
	e.Device = &safekeeping.Device{Store: local, Clock: p.Clock, IDs: e.ids, Home: p.Home, Fixed: p.Endpoint}
	e.Edit = &edit.Service{Store: local, Device: e.Device, Clock: p.Clock, IDs: e.ids, Here: p.Here}
	e.Backups = &safekeeping.Backups{
		Store: p.Store, Device: e.Device, Clock: p.Clock, IDs: e.ids, Gate: &e.gate, Files: p.Files, Content: p.Content, Folder: p.Folder, Restored: w.wake,
	}
	e.Names = &safekeeping.Names{Store: local, Device: e.Device}
	e.Lists = &lists.Service{Store: local, Clock: p.Clock, Here: p.Here, IDs: e.ids, Edit: e.Edit}
	e.Attachments = &attachments.Service{Store: e.store, Places: p.Places, Content: p.Content, Clock: p.Clock, Edit: e.Edit}
	e.Subscriptions = subscribe.New(subscribe.Parts{
		Store: e.store, Places: p.Places, Spool: p.Spool, Files: p.Files, Clock: p.Clock, IDs: e.ids, Gate: &e.gate,
		Device: e.Device, Accounts: e.Accounts, Edit: e.Edit, Attachments: e.Attachments, Log: p.Log,
	})
	e.Sharing = sharing.New(sharing.Parts{
		Store: e.store, Gate: &e.gate, Places: p.Places, Spool: p.Spool, Files: p.Files, Clock: p.Clock, Device: e.Device, Backups: e.Backups,
		Names: e.Names, Accounts: e.Accounts, Lists: e.Lists, Edit: e.Edit, Attachments: e.Attachments, Subscriptions: e.Subscriptions,
		Sync: e.Sync, Log: p.Log,
	})
	e.Verifier = &safekeeping.Verifier{Store: e.store, Backups: e.Backups, Places: p.Places, Documents: e.Subscriptions.Documents, Changed: w.wake}
	e.Conflicts = conflicts.Service{Store: e.store, Device: e.Device, Clock: p.Clock, Edit: e.Edit}
	if err := e.Device.Identify(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

// Close ends the use of the engine and of its store.
func (e *Engine) Close() error { return e.parts.Store.Close() }

// local is the store for what a person does.
func (e *Engine) local() store.Store { return store.Local{Store: e.store, Gate: &e.gate} }
