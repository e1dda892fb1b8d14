package contenttest_test

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crossfeed/engine/contentsync/contenttest"
	"crossfeed/engine/contentsync/pseudocode"
)

// killing is a tree on a server, a folder as it is before the run that is killed, and
// what is to be there in the end.
type killing struct {
	*server
	r      *rand.Rand
	start  string
	want   held
	steps  int64         // that a run takes
	lasts  time.Duration // with the start of the process
	seed   uint64
	number int
}

// newKilling makes a tree. A later run is one after much has changed.
func newKilling(t *testing.T, s *server, seed uint64, later bool) *killing {
	t.Helper()
	k := &killing{server: s, seed: seed, r: rand.New(rand.NewPCG(seed, 500)), start: quickFolder(t)}
	w := contenttest.At(s.URL, seed, large)
	checker := pseudocode.New(w.Root())
	r, err := onDisk(t.Context(), k.start, w.Root())
	check(t, err)
	if later {
		k.show(w, checker)
		_, err := r.sync(t.Context())
		check(t, err)
		w.Renew(large)
	}
	check(t, r.Store.Close())
	k.show(w, checker)
	k.want = heldByChecker(checker)
	k.uninterrupted(t)
	return k
}

// show lets the server serve a world, and the checker see it.
func (k *killing) show(w *contenttest.World, checker *pseudocode.Cache) {
	pages := w.Pages()
	k.serve(pages)
	checker.Run(func(address string) ([]byte, bool) {
		page, there := pages[address]
		return []byte(page), there
	})
}

// uninterrupted runs a process that is not killed, to see how many steps it takes.
func (k *killing) uninterrupted(t *testing.T) {
	t.Helper()
	dir, began := k.copy(t), time.Now()
	k.steps = -1
	if said := start(t, dir, 0, 0); said != "" {
		k.steps = number(t, said)
	}
	k.lasts = time.Since(began)
	if k.steps < 20 {
		t.Fatalf("a run takes %d steps", k.steps)
	}
	k.holdsAll(t, dir)
	k.counted()
}

// kill lets a process be killed and another go on. It tells whether the first one was
// killed before it was through.
func (k *killing) kill(t *testing.T) (killed bool) {
	t.Helper()
	dir, step, after := k.copy(t), 1+k.r.Int64N(k.steps), time.Duration(0)
	if k.number++; k.number%5 == 0 {
		step, after = 0, time.Duration(1+k.r.Int64N(int64(k.lasts)))
	}
	said := start(t, dir, step, after)
	k.idle()
	first := k.counted()
	left := k.left(t, dir)
	_, err := syncIn(dir, &steps{})
	check(t, err)
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

// holdsAll compares what the cache in a folder holds with what it ought to, and sees that
// nothing is left on its way.
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

// copy is another folder as that before the run.
func (k *killing) copy(t *testing.T) string {
	t.Helper()
	dir := quickFolder(t)
	check(t, os.CopyFS(dir, os.DirFS(k.start)))
	return dir
}

// quickFolder is an empty folder on a disk in memory, where the system has one: what a
// process wrote is there after it was killed, too, and nothing waits for a disk.
func quickFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "crossfeed")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { check(t, os.RemoveAll(dir)) })
	return dir
}
