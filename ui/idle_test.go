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

// opened runs the window on the data of a folder. prepare gets the engine before the window starts.
func opened(t *testing.T, prepare func(e *engine.Engine)) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	dir := t.TempDir()
	st, err := storage.Open(ctx, dir)
	must(t, err)
	e, err := engine.Open(ctx, engine.Parts{Store: st, Clock: now{}, Random: rand.Reader, Files: transport.Disk{}, Folder: dir})
	must(t, err)
	prepare(e)
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
	return func() {
		cancel()
		r.worker.Close(time.After(farewell))
		close(a.driver.jobs)
		must(t, errors.Join(e.Close(), first.Release()))
	}
}

// A window in which nobody does anything takes less than 0.2 % of a core, beside what Fyne takes
// to draw and to look for keys.
func TestAnIdleWindowDoesLittle(t *testing.T) {
	end := opened(t, func(*engine.Engine) {})
	defer end()
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
}

// Somebody who shares nothing has no feed to recover from: the window writes the weekly backup
// without a sync that anybody asks for.
func TestTheWindowWritesTheWeeklyBackupOfPrivateLists(t *testing.T) {
	folder := t.TempDir()
	end := opened(t, func(e *engine.Engine) {
		_, err := e.Lists.Create(t.Context(), lists.New{Name: "Diary", Kind: "note"})
		must(t, err)
		must(t, e.Backups.SetFolder(t.Context(), folder))
	})
	defer end()
	var found []string
	for range 1000 {
		if found, _ = filepath.Glob(filepath.Join(folder, "crossfeed-*.zip")); len(found) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if len(found) != 1 {
		t.Errorf("there are %q", found)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
