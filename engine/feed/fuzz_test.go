package feed_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// FuzzReader: whatever the bytes, reading ends, every item that is delivered
// keeps the invariants of items, what is published of it is read back, and
// copying a document copies it.
func FuzzReader(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, document string) {
		r := feed.NewReader(strings.NewReader(document), "fuzz.xml")
		for {
			e, err := r.Next()
			if err == io.EOF && r.Document().Format != feed.OPML {
				copied(t, document)
			}
			if err != nil {
				return
			}
			if e.Item != nil && r.Document().Dialect != feed.SSE091 {
				invariants(t, e.Item)
				republished(t, e.Item)
			}
		}
	})
}

// seeds are documents to begin with.
func seeds(f *testing.F) {
	names, err := filepath.Glob("../../testdata/feeds/*.*")
	if err != nil || len(names) == 0 {
		f.Fatal("there are no feeds to begin with: ", err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Add(untouched)
	f.Add(rssWith(conflict("<sx:sync id='i' updates='1' a='b'><x/>" + history + "</sx:sync>")))
	f.Add(rssWith(annotated))
}

// copied: rewriting without a change keeps the bytes of what is UTF-8.
func copied(t *testing.T, document string) {
	if !utf8.ValidString(document) || strings.Contains(document, "encoding") {
		return
	}
	var b strings.Builder
	if _, err := feed.Rewrite(&b, strings.NewReader(document), "fuzz.xml", feed.RewriteOptions{}); err != nil || b.String() != document {
		t.Fatalf("%v: %s", err, difference(b.String(), document))
	}
}

// invariants are those that package item documents.
func invariants(t *testing.T, it *item.Item) {
	for _, v := range it.Versions() {
		if v.ID != it.ID() || v.ID == "" || v.Updates < 1 || v.Updates > item.MaxCount || len(v.History) == 0 || v.Content == nil {
			t.Fatalf("%+v", v)
		}
		for _, h := range v.History {
			if h.Sequence < 1 || h.Sequence > item.MaxCount || h.By == "" && !h.When.Present() {
				t.Fatalf("%+v", h)
			}
		}
		if again, err := item.ParseContent(v.Content.XML()); err != nil || again.Hash() != v.Content.Hash() {
			t.Fatalf("the content does not survive its text: %v\n%s", err, v.Content.XML())
		}
	}
}

func republished(t *testing.T, it *item.Item) {
	for _, f := range []feed.Format{feed.RSS, feed.Atom} {
		var b strings.Builder
		w := feed.NewWriter(&b, feed.Document{Format: f, Title: "t", Updated: time.Unix(1, 0)})
		if err := w.Write(it); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := feed.NewReader(strings.NewReader(b.String()), "published.xml")
		e, err := r.Next()
		if err != nil || e.Item == nil {
			t.Fatalf("%s: %v %+v in\n%s", f, err, e, b.String())
		}
		if _, err := r.Next(); err != io.EOF {
			t.Fatal(err)
		}
		same(t, e.Item, it, b.String())
	}
}
