package feed_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// many makes items of about 880 bytes each in RSS: a todo with a text, two
// foreign elements and a short history.
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

func feedOf(b testing.TB, f feed.Format, list []*item.Item) []byte {
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

// tokens is the time that encoding/xml takes to cut a document into tokens.
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

// BenchmarkDocument measures feeds of 5,000 items. "ratio" is to encoding/xml's
// tokens of the same bytes, measured in the same run.
func BenchmarkDocument(b *testing.B) {
	list := many(5000)
	for _, f := range []feed.Format{feed.RSS, feed.Atom} {
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
