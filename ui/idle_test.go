//go:build !headless

package ui

import (
	"context"
	"crypto/rand"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/lists"
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

// begun is a window that the program has started.
type begun struct {
	*openWindow
	queue *queue
	end   func()
}

// begin starts a window on a new store as the program does. prepare gets the engine before the
// window starts.
func begin(t *testing.T, o Options, prepare func(e *engine.Engine)) begun {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	o.DataDir = t.TempDir()
	st, err := storage.Open(ctx, o.DataDir)
	must(t, err)
	e, err := engine.Open(ctx, engine.Parts{Store: st, Clock: now{}, Random: rand.Reader, Files: transport.Disk{}, Folder: o.DataDir})
	must(t, err)
	prepare(e)
	a := queued{test.NewTempApp(t), nil}
	a.driver = &queue{a.App.Driver(), make(chan func(), 100)}
	fyne.SetCurrentApp(a)
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case f := <-a.driver.jobs:
				f()
			case <-stop:
				return
			}
		}
	}()
	first, err := lockFolder(o.DataDir)
	must(t, err)
	var r *openWindow
	a.driver.DoFromGoroutine(func() {
		if r, err = newOpenWindow(ctx, a, e, o); err == nil {
			r.window.Show()
			a.Lifecycle().(interface{ OnStarted() func() }).OnStarted()()
		}
	}, true)
	must(t, err)
	go first.Listen(ctx, func(string) {})
	return begun{r, a.driver, func() {
		cancel()
		close(stop)
		<-ended
		go func() { // the program runs no jobs after its loop, either
			for range a.driver.jobs {
			}
		}()
		r.worker.Close(time.After(farewell))
		close(a.driver.jobs)
		must(t, errors.Join(e.Close(), first.Release()))
	}}
}

// An idle window takes less than 0.2 % of a core, in addition to what Fyne needs for drawing
// and polling for keys: 4 yards a second (see package pace).
func TestAnIdleWindowDoesLittle(t *testing.T) {
	w := begin(t, Options{}, func(*engine.Engine) {})
	idle := testsize.Of(5*time.Second, 30*time.Second)
	budget := 4 * idle.Seconds()
	var took float64
	for range 5 { // work begun at the start takes a while on a busy machine
		took = pace.Yards(func() { time.Sleep(idle) })
		t.Logf("in %v it took %.2f yards", idle, took)
		if took <= budget {
			break
		}
	}
	if took == 0 || took > budget {
		t.Errorf("in %v an idle window takes %.2f yards, more than %.0f", idle, took, budget)
	}
	w.end()
}

// Somebody who shares nothing has no feed to recover from: the window writes the weekly backup
// without a sync that anybody asks for.
func TestTheWindowWritesTheWeeklyBackupOfPrivateLists(t *testing.T) {
	folder := t.TempDir()
	w := begin(t, Options{}, func(e *engine.Engine) {
		_, err := e.Lists.Create(t.Context(), lists.New{Name: "Diary", Kind: "note"})
		must(t, err)
		must(t, e.Backups.SetFolder(t.Context(), folder))
	})
	defer w.end()
	var found []string
	comesTrue(func() bool {
		found, _ = filepath.Glob(filepath.Join(folder, "crossfeed-*.zip"))
		return len(found) > 0
	})
	if len(found) != 1 {
		t.Errorf("there are %q", found)
	}
}

// comesTrue waits until a condition is true, and reports whether it ever is: the wait ends after
// minutes, so that a slow machine fails no test.
func comesTrue(is func() bool) bool {
	for begun := time.Now(); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > 5*time.Minute {
			return false
		}
	}
	return true
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
