//go:build !headless

package ui

import (
	"context"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/window"
)

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
