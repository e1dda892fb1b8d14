package csx_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

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

// different says what of a reading is not what it has to be, or "".
func different(f, in csx.Feed, got, items []csx.Item) string {
	if f.Title != in.Title || f.Text != in.Text || f.Link != in.Link || !f.Built.Equal(in.Built) || len(got) != len(items) {
		return fmt.Sprintf("%+v and %d items, want %+v and %d", f, len(got), in, len(items))
	}
	for n, i := range items {
		g := got[n]
		if g.ID != i.ID || g.Title != i.Title || g.Text != i.Text || g.Link != i.Link || g.Hidden != i.Hidden ||
			!g.Published.Equal(i.Published) || !g.Built.Equal(i.Built) || !slices.Equal(g.Links, i.Links) {
			return fmt.Sprintf("%+v, want %+v", g, i)
		}
	}
	return ""
}
