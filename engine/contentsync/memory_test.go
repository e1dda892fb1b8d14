//go:build !race

package contentsync_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/enginetest/testsize"
)

// writeLibrary writes a feed of so many items, each with a file and one on demand.
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

// peak is how much of the memory of a run is in use at most, beyond what there was: as
// the garbage collector finds it, which is made to look often.
func peak(run func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	heap := func() uint64 {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		return live[0].Value.Uint64()
	}
	runtime.GC()
	before := heap()
	var most atomic.Uint64
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
				most.Store(max(most.Load(), heap()))
			}
		}
	}()
	run()
	close(done)
	<-ended
	return max(most.Load(), before) - before
}

// A feed is compared with the cached one item by item: how many there are takes no memory.
func TestTheMemoryOfARunDoesNotGrowWithTheItems(t *testing.T) {
	few, many := testsize.Of(400, 4_000), testsize.Of(2_000, 20_000)
	measured := map[int]uint64{}
	for _, items := range []int{few, many} {
		folder := t.TempDir()
		root := filepath.Join(folder, "root.xml")
		l := newReal(t, root)
		for _, built := range []time.Time{day1, day2} {
			writeLibrary(t, root, built, items)
			measured[items] = max(measured[items], peak(func() {
				o := contentsync.Options{Library: l.key, Root: true, Limits: contentsync.Limits{Files: 1}}
				if r, err := contentsync.Sync(context.Background(), l.Parts, o); err != nil || r.Processed != 1 {
					t.Fatalf("got %+v, %v", r, err)
				}
			}))
		}
	}
	t.Logf("at most %d kB for few items, %d kB for many", measured[few]>>10, measured[many]>>10)
	if measured[many] > measured[few]+3<<20 {
		t.Errorf("%d kB for many items, and %d kB for few", measured[many]>>10, measured[few]>>10)
	}
}
