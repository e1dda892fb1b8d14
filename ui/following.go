//go:build !headless

package ui

import (
	"context"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/window/alarms"
)

// libraryPause is how long changes of libraries are gathered before they are shown: while
// one is synced there are many in a second.
const libraryPause = 500 * time.Millisecond

// follower shows what changed.
type follower interface {
	// Reload shows what changed.
	Reload()
	// Tick shows what time changed.
	Tick()
}

// follow shows what changes, whoever or whatever time changed it. do runs a function on the
// UI goroutine.
func follow(ctx context.Context, events <-chan engine.Event, do func(func()), win follower) {
	bell := time.NewTicker(alarms.Pause)
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
