//go:build !headless

package ui

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/transport"
	"crossfeed/storage"
)

// queued is a test app that runs everything in a window on one goroutine, as a real one does.
type queued struct {
	fyne.App
	driver *queue
}

func (a queued) Driver() fyne.Driver { return a.driver }

type queue struct {
	fyne.Driver
	jobs chan func()
}

func (q *queue) DoFromGoroutine(f func(), wait bool) {
	if !wait {
		q.jobs <- f
		return
	}
	done := make(chan struct{})
	q.jobs <- func() { f(); close(done) }
	<-done
}

type now struct{}

func (now) Now() time.Time { return time.Now() }

// An idle window takes less than 0.2 % of a core, in addition to what Fyne needs for drawing
// and polling for keys.
func TestAnIdleWindowDoesLittle(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	dir := t.TempDir()
	st, err := storage.Open(ctx, dir)
	must(t, err)
	e, err := engine.Open(ctx, engine.Parts{Store: st, Clock: now{}, Random: rand.Reader, Files: transport.Disk{}, Folder: dir})
	must(t, err)
	a := queued{test.NewTempApp(t), nil}
	a.driver = &queue{a.App.Driver(), make(chan func(), 100)}
	fyne.SetCurrentApp(a)
	go func() {
		for f := range a.driver.jobs {
			f()
		}
	}()
	first, err := lockFolder(dir)
	must(t, err)
	r, err := newRunning(ctx, a, e, Options{DataDir: dir})
	must(t, err)
	go first.Listen(ctx, func(string) {})
	r.window.Show()
	a.Lifecycle().(interface{ OnStarted() func() }).OnStarted()()
	idle := testsize.Of(5*time.Second, 30*time.Second)
	var took time.Duration
	for range 5 { // work begun at the start takes a while on a busy machine
		took = pace.Spent(func() { time.Sleep(idle) })
		t.Logf("in %v it took %v", idle, took)
		if took <= idle/500 {
			break
		}
	}
	if took == 0 || took > idle/500 {
		t.Errorf("in %v an idle window takes %v", idle, took)
	}
	cancel()
	r.worker.Close(time.After(farewell))
	close(a.driver.jobs)
	must(t, errors.Join(e.Close(), first.Release()))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
