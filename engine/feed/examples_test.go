package feed_test

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// TestExamples reads the feeds of SSE 0.93 §1.4.1 and §1.4.2.
func TestExamples(t *testing.T) {
	for name, want := range map[string]feed.Document{
		"example.1.4.1.atom": {Format: item.Atom, Author: "Ray Ozzie", ID: "urn:uuid:60a76c80-d399-11d9-b93C-0003939e0aaa", Self: "http://example.com/partial.xml", Updated: at("11:43:33").Time()},
		"example.1.4.2.xml":  {Format: item.RSS, Link: "http://example.com/partial.xml"},
	} {
		want.Dialect, want.Title, want.Subtitle = item.SSE093, "To Do List", "A list of items to do"
		want.Sharing = &feed.Sharing{Since: "2005-02-13T18:30:02Z", Until: "2005-05-23T18:30:02Z", Related: sampleDocument("").Sharing.Related}
		r := feed.NewReader(strings.NewReader(readFile(t, name)), name)
		e, err := r.Next()
		if err != nil || e.Item == nil || len(e.Problems) > 0 {
			t.Fatalf("%s: %+v %v", name, e, err)
		}
		v := e.Item.Winner
		if v.ID != "item_1_myapp_2005-05-21T11:43:33Z" || v.Updates != 3 || v.Title() != "Buy groceries" || v.Content.Text() != "Get milk, eggs, butter and bread" {
			t.Errorf("%s: %+v", name, v)
		}
		if got := fmt.Sprint(v.History); got != "[3@1116675813@JEO2000 2@1116672213@REO1750 1@1116668613@REO1750]" {
			t.Errorf("%s: history %s", name, got)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Fatal(err)
		}
		if got := r.Document(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, want)
		}
	}
}

// TestDocumentRoundTrip checks that published feed-level data is read back unchanged.
func TestDocumentRoundTrip(t *testing.T) {
	for _, f := range []item.Format{item.RSS, item.Atom} {
		for _, d := range []item.Dialect{item.FeedSync10, item.SSE093} {
			want := sampleDocument(f)
			want.Dialect = d
			r := feed.NewReader(strings.NewReader(publish(t, want, groceries())), "f")
			for {
				if _, err := r.Next(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if got := r.Document(); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s:\n got %+v\nwant %+v", f, d, got, want)
			}
		}
	}
}

// TestDialects checks that the namespace determines the dialect, whatever the prefix, and that
// documents are written in the requested dialect.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		document string
		want     item.Dialect
	}{
		{`<rss xmlns:sx="http://feedsync.org/2007/feedsync"><channel/></rss>`, item.FeedSync10},
		{`<rss xmlns:feedsync="http://www.microsoft.com/schemas/sse"><channel/></rss>`, item.SSE093},
		{`<rss><channel><a:sharing xmlns:a="http://www.microsoft.com/schemas/sse"/></channel></rss>`, item.SSE093},
		{`<rss><channel><item><a:sync xmlns:a="http://feedsync.org/2007/feedsync"/></item></channel></rss>`, item.FeedSync10},
		{`<rss xmlns:a="http://feedsync.org/2007/feedsync" xmlns:b="http://www.microsoft.com/schemas/sse"><channel><b:sharing/></channel></rss>`, item.SSE093},
		{`<rss><channel/></rss>`, ""},
	} {
		got, err := feed.Rewrite(io.Discard, strings.NewReader(c.document), "f", feed.RewriteOptions{})
		if err != nil || got.Dialect != c.want {
			t.Errorf("%s: %q %v, want %q", c.document, got.Dialect, err, c.want)
		}
	}
}

// TestForeign checks that foreign markup of a feed is preserved, with the declarations that it
// inherits (SSE 0.93 §2.1.8), and that the publisher's own elements are not.
func TestForeign(t *testing.T) {
	r := feed.NewReader(strings.NewReader(`<rss xmlns:x="urn:x" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><ttl>5</ttl><x:a><none/></x:a><own x:b="c"/>`+
		`<sx:sharing/><sx:other/></channel></rss>`), "f")
	if _, err := r.Next(); err != io.EOF {
		t.Fatal(err)
	}
	d := r.Document()
	if want := `<foreign xmlns:x="urn:x" xmlns:sx="http://feedsync.org/2007/feedsync"><x:a><none/></x:a><own x:b="c"/><sx:other/></foreign>`; d.Foreign != want {
		t.Errorf("got %s, want %s", d.Foreign, want)
	}
	d.Format, d.Updated = item.Atom, at("11:43:33").Time()
	published := publish(t, d)
	for _, want := range []string{`<x:a xmlns:x="urn:x"><none xmlns=""/></x:a>`, `<own xmlns="" x:b="c" xmlns:x="urn:x"/>`, `<sx:other/>`} {
		if !strings.Contains(published, want) {
			t.Errorf("%s is not in\n%s", want, published)
		}
	}
}

// TestNoTime checks that a feed without a time, which cannot be valid, is not written.
func TestNoTime(t *testing.T) {
	w := feed.NewWriter(io.Discard, feed.Document{Title: "x"})
	if err := w.Write(groceries()); err == nil || !strings.Contains(err.Error(), "set Document.Updated") {
		t.Errorf("Write: %v", err)
	}
	if err := w.Close(); err == nil {
		t.Error("Close succeeded")
	}
}
