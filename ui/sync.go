//go:build !headless

package ui

import (
	"context"

	"crossfeed/engine"
	"crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/window"
)

// syncInBackground refreshes feeds and libraries when they are due, and shows the results. do
// runs a function on the UI goroutine.
func syncInBackground(ctx context.Context, e *engine.Engine, do func(func()), win *window.Window) {
	err := e.RunInBackground(ctx, engine.BackgroundOptions{Folders: transport.NewWatcher(e.Device.ID()), Sync: func(ctx context.Context, o subscribe.SyncOptions) {
		o.Hold = win.WaitsToPublish
		reports, err := e.Sync(ctx, o)
		var now window.Waiting
		if err == nil {
			now, err = window.WaitingIn(ctx, e)
		}
		if ctx.Err() == nil {
			do(func() { win.SyncedByItself(reports, now, err) })
		}
	}, Libraries: func(ctx context.Context) { syncLibraries(ctx, e, do, win) }, Failed: func(err error) { do(func() { win.Warn(err) }) }})
	if err != nil {
		do(func() { win.Warn(err) })
	}
}

// syncLibraries syncs the libraries that are due. The window shows the progress of each, and
// lets the person stop it.
func syncLibraries(ctx context.Context, e *engine.Engine, do func(func()), win *window.Window) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	reports, err := e.Library.SyncAll(inner, true, library.SyncOptions{Progress: func(p contentsync.Progress) {
		do(func() { win.LibraryIsSynced(p, cancel) })
	}})
	if ctx.Err() == nil {
		do(func() { win.LibrariesSyncedByThemselves(reports, err) })
	}
}
