package feed_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/feed"
)

// writeOutlines writes a document of so many outlines: folders of a hundred, each
// outline with a note, an address and a short history.
func writeOutlines(to io.Writer, many int) error {
	_, err := io.WriteString(to, `<opml version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse" xmlns:cf="`+namespaceOwn+`"><head><title>t</title></head><body>`)
	for i := 0; i < many && err == nil; i++ {
		if i%100 == 0 {
			_, err = fmt.Fprintf(to, "\n<outline text=\"Folder %d\">", i)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(to, "\n  <outline text=\"Outline number %d\" type=\"rss\" xmlUrl=\"http://example.com/feeds/%d.xml\" _note=\"Some words &amp; more of them,&#10;on two lines\">\n"+
			"    <sx:sync id=\"outline-%d\" version=\"2\" cf:order=\"%d\" cf:parent=\"f\">\n      <sx:history when=\"Sat, 21 May 2005 11:43:33 GMT\" by=\"desk\">\n"+
			"        <sx:update when=\"Sat, 21 May 2005 09:43:33 GMT\" by=\"phone\"/>\n      </sx:history>\n    </sx:sync>\n  </outline>", i, i, i, i%100+1)
		if err == nil && (i%100 == 99 || i == many-1) {
			_, err = io.WriteString(to, "\n</outline>")
		}
	}
	if err == nil {
		_, err = io.WriteString(to, "\n</body></opml>")
	}
	return err
}

// TestOutlinesStream reads many outlines from a pipe, and looks at the memory
// meanwhile: it does not grow with their number.
func TestOutlinesStream(t *testing.T) {
	many := testsize.Of(20_000, 100_000)
	before := used()
	in, out := io.Pipe()
	go func() { out.CloseWithError(writeOutlines(out, many)) }()
	r := feed.NewReader(in, "long.opml")
	n, most := 0, before
	for ; ; n++ {
		_, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("outline %d: %v", n, err)
		}
		if n%(many/10) == 0 {
			most = max(most, used())
		}
	}
	if n != many+many/100 {
		t.Errorf("%d outlines arrived", n)
	}
	t.Logf("%d kB are in use at most", (most-before)>>10)
	if most-before > 4<<20 {
		t.Errorf("%d MB are in use for %d outlines", (most-before)>>20, n)
	}
}

// used is the heap without the garbage.
func used() uint64 {
	runtime.GC()
	return heap()
}

// BenchmarkOutlines reads 10,000 and 100,000 outlines. "xml" is the time beside
// encoding/xml's tokens of the same bytes, and "lint" beside xmllint, where it is
// installed, both measured in the same run.
func BenchmarkOutlines(b *testing.B) {
	for _, many := range []int{10_000, 100_000} {
		var document bytes.Buffer
		if err := writeOutlines(&document, many); err != nil {
			b.Fatal(err)
		}
		path := filepath.Join(b.TempDir(), "bench.opml")
		if err := os.WriteFile(path, document.Bytes(), 0o600); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%d", many), func(b *testing.B) {
			b.SetBytes(int64(document.Len()))
			b.ReportAllocs()
			var ours, theirs, lint time.Duration
			for b.Loop() {
				theirs += tokens(b, document.Bytes())
				lint += linted(path)
				start := time.Now()
				readAll(b, document.Bytes())
				ours += time.Since(start)
			}
			b.ReportMetric(float64(ours)/float64(theirs), "xml")
			if lint > 0 {
				b.ReportMetric(float64(ours)/float64(lint), "lint")
			}
			b.ReportMetric(float64(ours.Milliseconds())/float64(b.N), "ms/document")
		})
	}
}

// linted is the time that xmllint takes to look at a document; 0 where it is not
// installed.
func linted(path string) time.Duration {
	start := time.Now()
	if exec.Command("xmllint", "--noout", path).Run() != nil {
		return 0
	}
	return time.Since(start)
}
