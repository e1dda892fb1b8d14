package feed_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/feed"
)

// TestStream sends a long feed through a pipe whose writer goes on only after
// the first item came out of the other end, and looks at the memory meanwhile.
func TestStream(t *testing.T) {
	const most = 64 << 20
	streamed := testsize.Of(20, 500) << 20 // bytes
	runtime.GC()                           // what other tests left is not counted
	in, out := io.Pipe()
	delivered := make(chan struct{})
	go send(out, streamed, delivered)
	r := feed.NewReader(in, "long.xml")
	n := 0
	for ; ; n++ {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil || e.Item == nil {
			t.Fatalf("item %d: %+v %v", n, e, err)
		}
		if n == 0 {
			close(delivered)
		}
		if n%10_000 == 0 {
			if now := heap(); now > most {
				t.Fatalf("after %d items the heap is %d MB", n, now>>20)
			}
		}
	}
	if n < streamed/20_000 {
		t.Errorf("only %d items arrived", n)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// send writes a feed of that many bytes: items of 1 to 20 KB.
func send(w *io.PipeWriter, size int, delivered <-chan struct{}) {
	_, err := io.WriteString(w, `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>t</title>`)
	lines := strings.Repeat("A line of a description, of some words.\n", 500)
	for i, sent := 0, 0; err == nil && sent < size; i++ {
		var n int
		n, err = fmt.Fprintf(w, "<item><title>Item %d</title><description>%s</description><x:a xmlns:x='urn:x'><x:b>c</x:b></x:a>"+
			`<sx:sync id="i%d" updates="1"><sx:history sequence="1" when="2005-05-21T11:43:33Z" by="A"/></sx:sync></item>`,
			i, lines[:40*(20+i%480)], i)
		if i == 0 {
			<-delivered
		}
		sent += n
	}
	if err == nil {
		_, err = io.WriteString(w, "</channel></rss>")
	}
	w.CloseWithError(err)
}
