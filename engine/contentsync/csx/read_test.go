package csx_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/contentsync/csx"
)

// at is where the documents of these tests lie.
const at = "https://example.com/library/feed.xml"

// read reads a document that has to be a feed.
func read(t testing.TB, document string) (csx.Feed, []csx.Item) {
	t.Helper()
	f, items, err := tryRead(document)
	if err != nil {
		t.Fatalf("%v\n%s", err, document)
	}
	return f, items
}

func tryRead(document string) (csx.Feed, []csx.Item, error) {
	var items []csx.Item
	f, err := csx.Read(strings.NewReader(document), at, csx.Limits{}, func(i csx.Item) error {
		items = append(items, i)
		return nil
	})
	return f, items, err
}

// rss is a document with a channel of that content.
func rss(content string) string {
	return `<rss version="2.0" xmlns:csx="` + csx.Namespace + `"><channel>` + content + `</channel></rss>`
}

// rules are those of the problems of a feed.
func rules(f csx.Feed) string {
	var all []string
	for _, p := range f.Problems {
		all = append(all, p.Rule)
	}
	return strings.Join(all, " ")
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	day := time.Date(2026, time.November, 21, 9, 30, 0, 0, time.UTC)
	in := csx.Feed{Title: "Photos & more", Text: "<all> of them", Link: "https://example.com/", Built: day}
	items := []csx.Item{
		{ID: "one", Title: "A <title>", Text: "two\nlines", Link: "https://example.com/1", Published: day.Add(-time.Hour), Built: day, Hidden: true,
			Links: []csx.Link{{Address: "https://example.com/library/sub/feed.xml", Name: "feed.xml", Nested: true, OnDemand: true}}},
		{ID: "two", Links: []csx.Link{{Address: "https://example.com/library/a%20b.jpg", Name: "a b.jpg"}, {Address: "https://example.com/0f", Name: "Invoice & more.pdf", OnDemand: true}}},
	}
	var b bytes.Buffer
	w, err := csx.NewWriter(&b, in)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range items {
		if err := w.Item(i); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, got := read(t, b.String())
	same(t, b.String(), f, in, got, items)
	if f.Wrong != 0 {
		t.Errorf("%+v", f.Problems)
	}
}

// same compares what was read with what was written.
func same(t testing.TB, document string, f, in csx.Feed, got, items []csx.Item) {
	t.Helper()
	if f.Title != in.Title || f.Text != in.Text || f.Link != in.Link || !f.Built.Equal(in.Built) || len(got) != len(items) {
		t.Fatalf("%+v and %d items, want %+v and %d:\n%s", f, len(got), in, len(items), document)
	}
	for n, i := range items {
		g := got[n]
		if g.ID != i.ID || g.Title != i.Title || g.Text != i.Text || g.Link != i.Link || g.Hidden != i.Hidden ||
			!g.Published.Equal(i.Published) || !g.Built.Equal(i.Built) || len(g.Links) != len(i.Links) {
			t.Fatalf("%+v, want %+v:\n%s", g, i, document)
		}
		for m, l := range i.Links {
			if g.Links[m] != l {
				t.Fatalf("%+v, want %+v:\n%s", g.Links[m], l, document)
			}
		}
	}
}
