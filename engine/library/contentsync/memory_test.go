//go:build !raced

package contentsync_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/transport"
)

// writeLibrary writes a feed of this many items, each with two files, one of them on demand.
func writeLibrary(t *testing.T, path string, built time.Time, items int) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	b := bufio.NewWriter(f)
	fmt.Fprintf(b, `<rss version="2.0" xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions"><channel><title>Many</title>%s`, date("lastBuildDate", built))
	for i := range items {
		fmt.Fprintln(b, item(fmt.Sprint("item-", i), built, fmt.Sprintf("files/%d.txt", i), fmt.Sprintf("demand:files/%d.jpg", i)))
	}
	fmt.Fprint(b, `</channel></rss>`)
	if err := b.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// weighed are files that measure the heap while they are read: the memory in use after garbage
// collection, so that the result does not depend on when the collector ran.
type weighed struct {
	transport.Files
	most *uint64
}

func (w weighed) Inside(folder string) transport.Lookup {
	return weighedLookup{w.Files.Inside(folder), w.most}
}

func (w weighed) Open(path string) (io.ReadCloser, error) {
	return weighedLookup{w.Files, w.most}.Open(path)
}

type weighedLookup struct {
	transport.Lookup
	most *uint64
}

func (w weighedLookup) Open(path string) (io.ReadCloser, error) {
	f, err := w.Lookup.Open(path)
	if err != nil {
		return nil, err
	}
	return &weighedFile{ReadCloser: f, most: w.most}, nil
}

type weighedFile struct {
	io.ReadCloser
	read, next int
	most       *uint64
}

func (f *weighedFile) Read(p []byte) (int, error) {
	if f.read >= f.next {
		*f.most = max(*f.most, heap())
		f.next = f.read + 100_000
	}
	n, err := f.ReadCloser.Read(p)
	f.read += n
	return n, err
}

func (f *weighedFile) Seek(offset int64, whence int) (int64, error) {
	return f.ReadCloser.(io.Seeker).Seek(offset, whence)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A feed is compared with the cached one item by item, so memory does not depend on their
// number.
func TestTheMemoryOfARunDoesNotGrowWithTheItems(t *testing.T) {
	few, many := testsize.Of(400, 4_000), testsize.Of(2_000, 20_000)
	measured := map[int]uint64{}
	for _, items := range []int{few, many} {
		// No time passes in the bubble while a feed is read. On a slow machine, files would be
		// started concurrently, and up to 2,000 of those are in memory at a time.
		synctest.Test(t, func(t *testing.T) { measured[items] = memoryOfARun(t, items) })
	}
	t.Logf("at most %d kB for few items, %d kB for many", measured[few]>>10, measured[many]>>10)
	if measured[many] > measured[few]+1<<20 {
		t.Errorf("%d kB for many items, and %d kB for few", measured[many]>>10, measured[few]>>10)
	}
}

// memoryOfARun returns the peak memory of reading a feed of this many items, the first time
// and again.
func memoryOfARun(t *testing.T, items int) (grown uint64) {
	t.Helper()
	folder := t.TempDir()
	root := filepath.Join(folder, "root.xml")
	l, most := newReal(t, root), uint64(0)
	l.Places = engine.NewPlaces(engine.PlacesOptions{Files: weighed{transport.Disk{}, &most}, Getenv: func(string) string { return "" }})
	for _, built := range []time.Time{day1, day2} {
		writeLibrary(t, root, built, items)
		before := heap()
		most = before
		o := contentsync.Options{Library: l.key, Root: true, Limits: contentsync.Limits{Files: 1}}
		if r, err := contentsync.Sync(context.Background(), l.Parts, o); err != nil || r.Processed != 1 {
			t.Fatalf("got %+v, %v", r, err)
		}
		if most == before {
			t.Fatal("nothing was measured")
		}
		grown = max(grown, most-before)
	}
	return grown
}
