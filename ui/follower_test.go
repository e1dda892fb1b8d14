//go:build !headless

package ui

import (
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

// seen counts the updates of the window.
type seen struct{ reloads, ticks int }

func (s *seen) Reload() { s.reloads++ }
func (s *seen) Tick()   { s.ticks++ }

// While a library is synced, ten changes a second are shown twice a second. A change of a list
// is shown immediately.
func TestChangesOfLibrariesAreGathered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events, win := make(chan engine.Event), &seen{}
		go follow(t.Context(), events, func(f func()) { f() }, win)
		for range 50 {
			events <- engine.Event{Keys: []store.Key{store.LibraryKey(1)}}
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		gathered := win.reloads
		if gathered < 5 || gathered > 10 {
			t.Errorf("libraries were shown %d times", gathered)
		}
		events <- engine.Event{Keys: []store.Key{store.ListKey(1), store.LibraryKey(1)}}
		synctest.Wait()
		if win.reloads != gathered+1 {
			t.Errorf("a list that changed was shown %d times", win.reloads-gathered)
		}
		close(events)
	})
}

// A window that nobody touches is updated as time passes.
func TestAnIdleWindowIsToldThatTimePasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		win := &seen{}
		go follow(t.Context(), nil, func(f func()) { f() }, win)
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if win.ticks < 10 {
			t.Errorf("told %d times in ten minutes", win.ticks)
		}
	})
}
