//go:build !headless

package ui

import (
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine"
)

// seen counts what is read again.
type seen struct{ all, libraries int }

func (s *seen) Reload()          { s.all++ }
func (s *seen) ReloadLibraries() { s.libraries++ }
func (s *seen) LookForAlarms()   {}

// While a library is synced, ten changes a second have it shown anew twice a second, and
// nothing else is read. A change of a list is shown at once.
func TestChangesOfLibrariesAreGathered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events, win := make(chan engine.Event), &seen{}
		go follow(t.Context(), events, func(f func()) { f() }, win)
		for range 50 {
			events <- engine.Event{Content: true}
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if win.all != 0 || win.libraries < 5 || win.libraries > 10 {
			t.Errorf("all was read %d times, libraries %d times", win.all, win.libraries)
		}
		events <- engine.Event{}
		synctest.Wait()
		if win.all != 1 {
			t.Errorf("a list that changed was read %d times", win.all)
		}
		close(events)
	})
}
