package contenttest_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/contenttest"
	"crossfeed/engine/enginetest/pseudocode"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
)

// killing is a tree on a server, a folder in the state before the run that is killed, and the
// expected final state.
type killing struct {
	*server
	r      *rand.Rand
	start  string
	want   held
	steps  int64         // of a run
	lasts  time.Duration // including the start of the process
	seed   uint64
	number int
}

// newKilling generates a tree. With later, the run comes after many changes.
func newKilling(t *testing.T, s *server, seed uint64, later bool) *killing {
	t.Helper()
	k := &killing{server: s, seed: seed, r: rand.New(rand.NewPCG(seed, 500)), start: quickFolder(t)}
	w := contenttest.At(s.URL, seed, large)
	checker := pseudocode.New(w.Root())
	r, err := onDisk(t.Context(), k.start, w.Root())
	check(t, err)
	check(t, r.Store.Close())
	if later {
		k.show(w, checker)
		k.whole(t, k.start)
		w.Renew(large)
	}
	k.show(w, checker)
	k.want = heldByChecker(checker)
	k.uninterrupted(t)
	return k
}

// show publishes a world on the server, and to the reference.
func (k *killing) show(w *contenttest.World, checker *pseudocode.Cache) {
	pages := w.Pages()
	k.serve(pages)
	checker.Run(func(address string) ([]byte, bool) {
		page, there := pages[address]
		return []byte(page), there
	})
}

// uninterrupted runs a process that is not killed, to count its steps.
func (k *killing) uninterrupted(t *testing.T) {
	t.Helper()
	dir, began := k.copy(t), time.Now()
	k.steps = k.whole(t, dir)
	k.lasts = time.Since(began)
	if k.steps < 20 {
		t.Fatalf("a run takes %d steps", k.steps)
	}
	k.holdsAll(t, dir)
	k.counted()
}

// kill kills a process and lets another one continue. It reports whether the first was killed
// before it was done.
func (k *killing) kill(t *testing.T) (killed bool) {
	t.Helper()
	dir, step, after := k.copy(t), 1+k.r.Int64N(k.steps), time.Duration(0)
	if k.number++; k.number%5 == 0 {
		step, after = 0, time.Duration(1+k.r.Int64N(int64(k.lasts)))
	}
	said := k.run(t, dir, step, after)
	first := k.counted()
	left := k.left(t, dir)
	k.whole(t, dir)
	second := k.counted()
	k.holdsAll(t, dir)
	for _, told := range left.needless(k.want, k.pages, second) {
		t.Error(told)
	}
	if t.Failed() {
		t.Fatalf("tree %d, killed at step %d of %d or after %v: %d bytes came, then %d", k.seed, step, k.steps, after, sum(first).bytes, sum(second).bytes)
	}
	check(t, os.RemoveAll(dir))
	return said == ""
}

// whole runs a process that is not killed, and returns the number of its steps.
func (k *killing) whole(t *testing.T, dir string) int64 {
	t.Helper()
	return number(t, k.run(t, dir, 0, 0))
}

// holdsAll compares the cache in a folder with the expected content, and checks that nothing
// unfinished is left.
func (k *killing) holdsAll(t *testing.T, dir string) {
	t.Helper()
	r, err := onDisk(context.Background(), dir, "")
	check(t, err)
	for _, told := range r.held(t).differences(k.want) {
		t.Error(told)
	}
	check(t, r.Store.Close())
	files := 0
	check(t, filepath.WalkDir(filepath.Join(dir, "content"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && filepath.Ext(path) != ".lock" {
			files++
		}
		return err
	}))
	if files != len(k.want.files) {
		t.Errorf("%d files lie in the cache, and %d are to", files, len(k.want.files))
	}
}

// copy returns a copy of the folder before the run.
func (k *killing) copy(t *testing.T) string {
	t.Helper()
	dir := quickFolder(t)
	check(t, os.CopyFS(dir, os.DirFS(k.start)))
	return dir
}

// quickFolder returns an empty folder on a disk in memory, if the system has one: data that a
// killed process wrote survives there, too, without waiting for a disk.
func quickFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "crossfeed")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { check(t, os.RemoveAll(dir)) })
	return dir
}

// large is the size of the file that is long enough for a download to be resumed.
const large = 700_000

// points is how many times a process is killed, and trees how many trees are synced, by
// several workers in parallel: most of the time is spent waiting for the disk.
const (
	points  = 100
	trees   = 10
	workers = 5
)

// A process that syncs from a server into a real store and a cache on disk is killed at 100
// points, either between two steps of a first run or of one after many changes, or at an
// arbitrary time. Another process continues, and the cache equals the cache of an uninterrupted run.
func TestARunThatIsKilledAtAnyMomentIsGoneOnWith(t *testing.T) {
	t.Parallel()
	var killed atomic.Int64
	t.Run("points", func(t *testing.T) {
		for worker := range uint64(workers) {
			t.Run(fmt.Sprint(worker), func(t *testing.T) {
				t.Parallel()
				s := newServer(t)
				for seed := worker; seed < trees; seed += workers {
					killed.Add(killAll(t, newKilling(t, s, seed, false)))
					killed.Add(killAll(t, newKilling(t, s, seed, true)))
				}
			})
		}
	})
	t.Logf("%d of %d processes were killed before they were through", killed.Load(), enough(points))
	if int(killed.Load()) < int(enough(points))*7/10 {
		t.Error("that is too few")
	}
}

// killAll kills as often as each tree and run must, to reach all points.
func killAll(t *testing.T, k *killing) (killed int64) {
	t.Helper()
	for range max(1, enough(points)/trees/2) {
		if k.kill(t) {
			killed++
		}
	}
	return killed
}

// Environment variables of this test binary when it is started as the process to be killed:
// its folder, and the step at which it is killed.
const (
	childVariable = "CROSSFEED_TEST_FOLDER"
	stepVariable  = "CROSSFEED_TEST_STEP"
)

// child syncs once, and prints the number of steps.
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

// killed ends this process like a power failure.
func killed() {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
	select {} // until it is killed
}

// syncIn runs the only library of a folder once.
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

// onDisk returns a reader with everything that the program uses: SQLite, files, the network.
// If root is "", the library already exists.
func onDisk(ctx context.Context, dir, root string) (*reader, error) {
	st, err := storage.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	places := engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }})
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

// run makes another process sync in a folder, to be killed at a step, or if after is not 0,
// some time after it began. It returns the output of the process, once the server has handled
// all its requests.
func (k *killing) run(t *testing.T, dir string, step int64, after time.Duration) (said string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), childVariable+"="+dir, fmt.Sprint(stepVariable, "=", step))
	var out strings.Builder
	c.Stdout = &out
	check(t, c.Start())
	if after > 0 {
		stop := time.AfterFunc(after, func() { _ = c.Process.Kill() })
		defer stop.Stop()
	}
	if err := c.Wait(); err != nil && c.ProcessState.ExitCode() > 0 { // otherwise it was killed, perhaps as it ended
		t.Fatalf("the child failed: %s", out.String())
	}
	k.idle(t)
	return out.String()
}
