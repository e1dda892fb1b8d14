package contenttest_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/location"
	"crossfeed/engine/location/reach"
	"crossfeed/engine/store"
	"crossfeed/storage"
)

// Environment of this test program where it is started as one that syncs and is killed:
// its folder, and the step at which that happens.
const (
	childVariable = "CROSSFEED_TEST_FOLDER"
	stepVariable  = "CROSSFEED_TEST_STEP"
)

// child syncs once, and says how many steps that took.
func child(dir string) int {
	at, err := strconv.ParseInt(os.Getenv(stepVariable), 10, 64)
	if err == nil {
		var s *steps
		if s, err = syncIn(dir, &steps{at: at, happen: killed}); err == nil {
			fmt.Println(s.taken.Load())
			return 0
		}
	}
	fmt.Println(err)
	return 1
}

// killed ends this process as a power cut would.
func killed() {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
	select {} // until it is
}

// syncIn runs once on the only library of a folder.
func syncIn(dir string, s *steps) (*steps, error) {
	ctx := context.Background()
	r, err := onDisk(ctx, dir, "")
	if err != nil {
		return nil, err
	}
	s.around(r)
	_, err = r.sync(ctx)
	if err != nil {
		return nil, err
	}
	return s, r.Store.Close()
}

// onDisk is a reader with all that the program has: SQLite, files, the network. Where
// root is "" the library is there already.
func onDisk(ctx context.Context, dir, root string) (*reader, error) {
	st, err := storage.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	places := reach.New(reach.Options{Files: location.Disk{}, Getenv: func(string) string { return "" }})
	files := cache.Disk{Folder: filepath.Join(dir, "content")}
	if root != "" {
		return newReader(ctx, root, st, places, files)
	}
	r := &reader{now: time.Date(2006, time.October, 2, 12, 0, 0, 0, time.UTC)}
	r.Parts = contentsync.Parts{Store: st, Places: places, Cache: files, Clock: r}
	return r, st.View(ctx, func(s store.Reader) error {
		all, err := s.Libraries()
		if err == nil {
			r.key = all[0].Key
		}
		return err
	})
}

// start lets another process sync in a folder, to be killed at a step, or, where after
// is not 0, some time after it began. It tells what the process said.
func start(t *testing.T, dir string, step int64, after time.Duration) (said string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), childVariable+"="+dir, fmt.Sprint(stepVariable, "=", step))
	if after > 0 {
		stop := time.AfterFunc(after, func() {
			if c.Process != nil {
				_ = c.Process.Kill()
			}
		})
		defer stop.Stop()
	}
	out, err := c.Output()
	if err != nil && c.ProcessState.ExitCode() > 0 { // else it was killed, perhaps as it ended
		t.Fatalf("the child failed: %s", out)
	}
	return string(out)
}
