//go:build !headless

package ui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"crossfeed/engine"
	"crossfeed/engine/crash"
	"crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/logging"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/cli"
	"crossfeed/ui/window"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

const (
	// scaleKey is the setting for the text size.
	scaleKey = "scale"
	// contrastKey is the setting for high contrast.
	contrastKey = "highContrast"
	// reportedLines is the number of lines of the log in a report of a problem.
	reportedLines = 300
)

// openWindow is an open window.
type openWindow struct {
	window fyne.Window
	worker *work.Worker
	// do runs a function on the UI goroutine.
	do    func(func())
	opens func(what string)
	// closes finishes the window's pending work.
	closes func()
}

// raise brings the window to the front, and opens what it was asked to open, if anything.
func (r *openWindow) raise(what string) {
	r.window.Show()
	r.window.RequestFocus()
	if what != "" {
		r.opens(what)
	}
}

// newOpenWindow connects a window to the engine, to the clock and to the files of the data
// folder.
func newOpenWindow(ctx context.Context, a fyne.App, e *engine.Engine, o Options) (*openWindow, error) {
	on := &uiGoroutine{}
	worker := work.New(context.WithoutCancel(ctx), on.do)
	k, err := openWindowState(o.DataDir, worker.Queue, a.Preferences())
	if err != nil {
		return nil, err
	}
	k.applyAppearance(a)
	w := a.NewWindow("Crossfeed")
	w.SetMaster()
	w.Resize(fyne.NewSize(1180, 740))
	notices, icon := newNotifier(a, on.do), newTrayIcon(on.do)
	var win *window.Window
	look := func(err error) (scale float32, highContrast bool) {
		if err != nil {
			win.Warn(err)
		}
		k.applyAppearance(a)
		return k.scale(), k.settings.Bool(contrastKey)
	}
	win = window.New(w, window.Options{
		Engine: e, Sharing: e.Sharing, Device: e.Device, Lists: e.Lists, Attachments: e.Attachments, Subscriptions: e.Subscriptions, Names: e.Names, Backups: e.Backups, Verifier: e.Verifier, Edit: e.Edit, Conflicts: e.Conflicts, Library: e.Library, Accounts: e.Accounts, Seam: worker, Drafts: k.drafts, Held: held,
		Scale: k.scale(), HighContrast: k.settings.Bool(contrastKey),
		Speaker: wording.Speaker{Own: e.Device.ID(), Now: time.Now, Zone: time.Local, Book: &wording.Book{}},
		Scaled: func(scale float32) {
			k.settings.SetFloat(scaleKey, float64(scale))
			k.applyAppearance(a)
		},
		Contrasted: func(high bool) {
			k.settings.SetBool(contrastKey, high)
			k.applyAppearance(a)
		},
		Themed:     func() { k.applyAppearance(a) },
		DataDir:    o.DataDir,
		Login:      startAtLogin(o.DataDir),
		Restored:   func() (float32, bool) { return look(k.load()) },
		Replaced:   k.replaced,
		Reread:     func() (float32, bool) { return look(k.reload()) },
		FileDialog: (&fileDialog{w, on.do}).system(),
		Files:      transport.Disk{},
		Settings:   k.settings,
		Notifier:   notices,
		Tray:       icon,
		Browser:    a,
		DeviceName: deviceName,
		Version:    cli.Version,
		Log:        func() (string, error) { return logging.Tail(o.DataDir, reportedLines) },
		Sample:     window.Sample{Folder: sampleFolder(o.DataDir), Write: writeSample},
	})
	on.failed, worker.Failed = win.Warn, win.Warn
	k.onReplaced(func() { on.do(win.CheckFiles) })
	k.failed(func(err error) { on.do(func() { win.Warn(err) }) })
	a.Lifecycle().SetOnStarted(func() {
		events := e.Watch(ctx) // before anything is read, so that no change is missed
		on.do(win.Start)
		if o.Missing > 0 {
			on.do(func() { win.ReportMissing(o.Missing) })
		}
		if o.Rebuilt != "" {
			on.do(func() { win.ReportRebuilt(o.Rebuilt) })
		}
		if o.Crashed != "" {
			on.do(func() { win.ReportCrashed(o.Crashed) })
		}
		if o.Opens != "" {
			on.do(func() { win.Open(o.Opens) })
		}
		worker.Aside(func(context.Context) { follow(ctx, events, on.do, win) })
		worker.Aside(func(context.Context) { notices.run(ctx) })
		worker.Aside(func(context.Context) { icon.run(ctx, worker.Aside) })
		worker.Aside(func(context.Context) { syncInBackground(ctx, e, on.do, win) })
	})
	return &openWindow{w, worker, on.do, win.Open, func() { icon.end(); win.Close() }}, nil
}

// uiGoroutine runs functions on the UI goroutine. If one panics, the window reports it and
// continues.
type uiGoroutine struct{ failed func(error) }

func (u *uiGoroutine) do(f func()) {
	fyne.Do(func() {
		if err := crash.Do(f); err != nil {
			u.failed(err)
		}
	})
}

// held returns the modifier keys that are held down, according to the driver.
func held() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

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

// libraryPause is how long changes of libraries are collected before they are shown: during a
// sync there are many per second.
const libraryPause = 500 * time.Millisecond

// follower is a window that can be updated.
type follower interface {
	// Reload shows changed data.
	Reload()
	// Tick shows what changed with the time.
	Tick()
}

// follow updates the window after every change and as time passes. do runs a function on the
// UI goroutine.
func follow(ctx context.Context, events <-chan engine.Event, do func(func()), win follower) {
	bell := time.NewTicker(window.TickPause)
	defer bell.Stop()
	do(win.Tick)
	var calm <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case event, open := <-events:
			switch {
			case !open:
				return
			case !event.OnlyOf(store.KindLibrary, store.KindFolder):
				do(win.Reload)
			case calm == nil:
				calm = time.After(libraryPause)
			}
		case <-calm:
			calm = nil
			do(win.Reload)
		case <-bell.C:
			do(win.Tick)
		}
	}
}
