// Package engine is the entry point to Crossfeed for the window and the commands. It combines
// the services of the packages below it and runs whole syncs.
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

// Clock returns the current time. Commands replace it with --now, tests with a script.
type Clock interface{ Now() time.Time }

// Parts are the dependencies of an engine. Everything that could make two runs differ is
// injected through them.
type Parts struct {
	// Store holds all data. Close closes it.
	Store store.Store
	// Clock stamps updates.
	Clock Clock
	// Random is the source of new identifiers. Only one goroutine at a time reads it.
	Random io.Reader
	// Files is the local file system. If Places is nil, feeds can only be stored there.
	Files transport.Files
	// Places gives access to feeds at any kind of location.
	Places transport.Places
	// TempFiles creates the temporary files that buffer documents before they are written; nil
	// uses the system's folder for temporary files.
	TempFiles transport.TempFiles
	// Content caches the files of libraries and items. If it is nil, nothing is cached and
	// every use of such files is an error.
	Content cache.Root
	// Secrets stores passwords; nil stores none.
	Secrets credentials.PasswordStore
	// Endpoint, if not "", overrides the store's endpoint identifier. It is never replaced
	// automatically.
	Endpoint string
	// Home identifies the location of the store; zero means unknown. A store that was at
	// another location before is a copy.
	Home store.Home
	// Folder is the data folder, or "" if none exists. It holds the backups that the program
	// makes before it changes much.
	Folder string
	// Log receives requests, retries and durations; nil discards them.
	Log *slog.Logger
	// Here is the user's time zone, which dates and times without a zone refer to; nil means
	// the system's.
	Here *time.Location
}

// Engine works on one store. It is safe for concurrent use.
type Engine struct {
	store store.Store
	*common
}

// common is what an engine and its views share.
type common struct {
	// Accounts manages passwords.
	Accounts *credentials.Service
	// Device manages the identity of this device.
	Device *safekeeping.Device
	// Backups makes and restores the backups of this device.
	Backups *safekeeping.Backups
	// Verifier verifies and repairs the store.
	Verifier *safekeeping.Verifier
	// Names manages the names of devices.
	Names *safekeeping.Names
	// Lists reads and creates lists.
	Lists *lists.Service
	// Edit makes local changes to items and undoes them.
	Edit *edit.Service
	// Subscriptions refreshes subscribed feeds.
	Subscriptions *subscribe.Service
	// Sharing publishes lists and merges them with those of others.
	Sharing *sharing.Service
	// Attachments attaches files to items, publishes them alongside feeds and downloads them.
	Attachments *attachments.Service
	// Conflicts reads and resolves conflicts.
	Conflicts conflicts.Service
	// Library manages libraries and published folders.
	Library  *library.Service
	parts    Parts
	ids      *item.IDs
	watchers *watchers
	gate     store.Gate
}

// Open creates an engine on a store. The first time, it generates the identifier of this
// endpoint. If it fails, the caller still owns the store, which stays open.
func Open(ctx context.Context, p Parts) (*Engine, error) {
	if p.Places == nil {
		p.Places = transport.OnDisk{Files: p.Files}
	}
	if p.TempFiles == nil {
		p.TempFiles = transport.TempFolder{}
	}
	if p.Log == nil {
		p.Log = slog.New(slog.DiscardHandler)
	}
	if p.Here == nil {
		p.Here = time.Local
	}
	w := &watchers{}
	e := &Engine{announcing{p.Store, w}, &common{parts: p, ids: &item.IDs{Random: p.Random}, watchers: w}}
	local := store.Local{Store: e.store, Gate: &e.gate}
	e.Accounts = &credentials.Service{Store: e.store, Files: p.Files, Secrets: p.Secrets}
	e.Library = library.New(library.Parts{
		Store: e.store, Places: p.Places, Files: p.Files, TempFiles: p.TempFiles, Cache: p.Content, Clock: p.Clock, IDs: e.ids,
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
		Store: e.store, Places: p.Places, TempFiles: p.TempFiles, Files: p.Files, Clock: p.Clock, IDs: e.ids, Gate: &e.gate,
		Device: e.Device, Accounts: e.Accounts, Edit: e.Edit, Attachments: e.Attachments, Log: p.Log,
	})
	e.Sharing = sharing.New(sharing.Parts{
		Store: e.store, Gate: &e.gate, Places: p.Places, TempFiles: p.TempFiles, Files: p.Files, Clock: p.Clock, Device: e.Device, Backups: e.Backups,
		Names: e.Names, Accounts: e.Accounts, Lists: e.Lists, Edit: e.Edit, Attachments: e.Attachments, Subscriptions: e.Subscriptions,
		Sync: e.Sync, Log: p.Log,
	})
	e.Verifier = &safekeeping.Verifier{Store: e.store, Backups: e.Backups, Places: p.Places, Documents: e.Subscriptions.Documents, Files: e.Attachments, Changed: w.wake}
	e.Conflicts = conflicts.Service{Store: e.store, Device: e.Device, Clock: p.Clock, Edit: e.Edit}
	if err := e.Device.Identify(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

// Close closes the engine and its store.
func (e *Engine) Close() error { return e.parts.Store.Close() }
