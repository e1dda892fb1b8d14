package feed_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// many returns items of about 880 bytes each in RSS: a todo with a text, two foreign elements
// and a short history.
func many(n int) []*item.Item {
	list := make([]*item.Item, n)
	for i := range list {
		c, err := item.ParseContent(fmt.Sprintf(`<entry xmlns="http://www.w3.org/2005/Atom" xmlns:x="urn:example:todo"><title>Todo number %d</title>`+
			`<content>Get milk, eggs, butter &amp; bread from the shop around the corner, and ask for the price of %d apples.</content>`+
			`<x:todo priority="5"><x:status>NEEDS-ACTION</x:status><x:due>2005-06-01</x:due></x:todo></entry>`, i, i))
		if err != nil {
			panic(err)
		}
		list[i] = &item.Item{Winner: &item.Version{ID: fmt.Sprintf("item-%d", i), Updates: 3, Content: c, History: groceries().Winner.History[1:]}}
	}
	return list
}

func feedOf(b testing.TB, f item.Format, list []*item.Item) []byte {
	var out bytes.Buffer
	w := feed.NewWriter(&out, sampleDocument(f))
	for _, it := range list {
		if err := w.Write(it); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

func readAll(b testing.TB, document []byte) (n int) {
	r := feed.NewReader(bytes.NewReader(document), "bench.xml")
	for {
		if _, err := r.Next(); err == io.EOF {
			return n
		} else if err != nil {
			b.Fatal(err)
		}
		n++
	}
}

// tokens returns the time that encoding/xml takes to split a document into tokens.
func tokens(b testing.TB, document []byte) time.Duration {
	start := time.Now()
	for d := xml.NewDecoder(bytes.NewReader(document)); ; {
		if _, err := d.RawToken(); err == io.EOF {
			return time.Since(start)
		} else if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDocument measures feeds of 5,000 items. "ratio" is relative to encoding/xml's
// tokens of the same bytes, measured in the same run.
func BenchmarkDocument(b *testing.B) {
	list := many(5000)
	for _, f := range []item.Format{item.RSS, item.Atom} {
		document := feedOf(b, f, list)
		measure := func(name string, work func()) {
			b.Run(fmt.Sprintf("%s/%s", f, name), func(b *testing.B) {
				b.SetBytes(int64(len(document)))
				b.ReportAllocs()
				var ours, theirs time.Duration
				for b.Loop() {
					theirs += tokens(b, document)
					start := time.Now()
					work()
					ours += time.Since(start)
				}
				b.ReportMetric(float64(ours)/float64(theirs), "ratio")
				b.ReportMetric(float64(ours.Milliseconds())/float64(b.N), "ms/document")
			})
		}
		measure("read", func() { readAll(b, document) })
		measure("write", func() { feedOf(b, f, list) })
		measure("rewrite", func() {
			if _, err := feed.Rewrite(io.Discard, strings.NewReader(string(document)), "bench.xml", feed.RewriteOptions{}); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// writeOutlines writes a document with that many outlines: folders of a hundred, each outline
// with a note, an address and a short history.
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

// TestOutlinesStream reads many outlines from a pipe, and checks that memory use does not grow
// with their number.
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

// used returns the size of the heap without garbage.
func used() uint64 {
	runtime.GC()
	return heap()
}

// BenchmarkOutlines reads 10,000 and 100,000 outlines. "xml" is the time relative to
// encoding/xml's tokens of the same bytes, and "lint" relative to xmllint, if that is
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

// linted returns the time that xmllint takes to check a document; 0 if it is not installed.
func linted(path string) time.Duration {
	start := time.Now()
	if exec.Command("xmllint", "--noout", path).Run() != nil {
		return 0
	}
	return time.Since(start)
}
