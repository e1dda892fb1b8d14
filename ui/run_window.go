//go:build !headless

// Package ui opens the window. A build without it, with the tag headless, contains nothing of
// it.
package ui

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"crossfeed/assets"
	"crossfeed/engine"
	"crossfeed/engine/crash"
	"crossfeed/ui/cli"
	"crossfeed/ui/wording"
)

// Options are what a window needs besides the engine.
type Options struct {
	// DataDir is the folder of the store. Drafts and the sample are stored there, and only one
	// window can use it at a time.
	DataDir string
	// Opens is what to show first: an invitation link, the address of a feed, the absolute path
	// of a file, or "".
	Opens string
	// Crashed is the path of the crash log if the last run crashed, or "".
	Crashed string
	// Rebuilt is the path of the damaged database if it was just rebuilt, or "".
	Rebuilt string
	// Missing is the number of saved changes that are missing from the data.
	Missing int64
}

// farewell is how long a closed window waits for a sync that cannot be interrupted, for
// example because a disk does not respond.
const farewell = 5 * time.Second

// Run shows the window until it is closed or ctx ends. If another process has a window on the
// same folder, that window is asked to come to the front instead, and to show what is to be opened.
func Run(ctx context.Context, e *engine.Engine, o Options) error {
	first, err := lockFolder(o.DataDir)
	if err != nil {
		return fmt.Errorf("opening the window: %w", err)
	}
	if first == nil {
		tick := time.NewTicker(requestPause)
		defer tick.Stop()
		return askWindow(ctx, o.DataDir, o.Opens, tick.C, requestPatience)
	}
	if err := findDisplay(); err != nil {
		return errors.Join(fmt.Errorf("opening the window: %w", err), first.Release())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wording.ChooseLanguage()
	a := newApp()
	r, err := newOpenWindow(ctx, a, e, o)
	if err != nil {
		return err
	}
	r.worker.Aside(func(context.Context) {
		first.Listen(ctx, func(what string) { r.do(func() { r.raise(what) }) })
	})
	// Fyne ends its loop after a signal by itself. The app's own Quit would close windows
	// afterwards, which panics; the driver's does nothing in that case.
	stop := context.AfterFunc(ctx, func() { _ = crash.Do(func() { fyne.Do(a.Driver().Quit) }) })
	r.window.ShowAndRun()
	stop()
	r.closes()
	cancel()
	r.worker.Close(time.After(farewell))
	return first.Release()
}

// metadata returns the content of FyneApp.toml, which Fyne only reads next to the executable.
func metadata() fyne.AppMetadata {
	return fyne.AppMetadata{
		ID: "io.crossfeed.Crossfeed", Name: "Crossfeed", Version: cli.Version, Build: 1,
		Icon:       fyne.NewStaticResource("icon.png", assets.AppIcon),
		Migrations: map[string]bool{"fyneDo": true},
	}
}

// newApp creates Fyne's application.
func newApp() fyne.App {
	about := metadata()
	app.SetMetadata(about)
	a := app.NewWithID(about.ID)
	a.SetIcon(about.Icon)
	return a
}
