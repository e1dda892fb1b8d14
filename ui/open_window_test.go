//go:build !headless

package ui

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/uitest"
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

// texts are all that a window shows.
func (b begun) texts() string {
	var all []string
	b.queue.DoFromGoroutine(func() {
		uitest.Walk(b.window.Content(), func(o fyne.CanvasObject) {
			if text, is := o.(*canvas.Text); is && o.Visible() {
				all = append(all, text.Text)
			}
		})
	}, true)
	return strings.Join(all, " ")
}

// The window says at its start what happened to the data before.
func TestAStartSaysWhatHappenedBefore(t *testing.T) {
	for name, one := range map[string]struct {
		options Options
		says    string
	}{
		"missing changes": {Options{Missing: 3}, "Saved changes are missing: 3."},
		"a crash":         {Options{Crashed: "/home/me/crash.log"}, "Crossfeed quit unexpectedly last time."},
		"a rebuild":       {Options{Rebuilt: "/home/me/damaged-1"}, "The database was damaged and was rebuilt"},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t, one.options, func(*engine.Engine) {})
			defer w.end()
			var shown string
			// the start reads the data first
			if !comesTrue(func() bool { shown = w.texts(); return strings.Contains(shown, one.says) }) {
				t.Errorf("the window shows %q", shown)
			}
		})
	}
}
