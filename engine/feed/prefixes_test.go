package feed_test

import (
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// appended writes an item into a document that has none.
func appended(t *testing.T, document string, it *item.Item) string {
	t.Helper()
	return rewritten(t, document, feed.RewriteOptions{Tail: func(write func(*item.Item) error) error { return write(it) }})
}

// TestPrefixes: what a document does not declare is declared where it is used,
// under a prefix that means nothing else there.
func TestPrefixes(t *testing.T) {
	carries := &item.Item{Winner: &item.Version{
		ID: "i", Updates: 1, Content: item.Plain("t", ""), Extra: `<extra xmlns:sx="urn:other" sx:a="b"></extra>`,
		History: []item.History{{Sequence: 1, By: "A", Extra: `<extra xmlns:f="urn:other" f:a="b"></extra>`}},
	}}
	const fs = ` xmlns:f="http://feedsync.org/2007/feedsync"`
	for _, c := range []struct{ document, want string }{
		{"<rss><channel/></rss>", ""},
		{"<rss><channel></channel></rss>", `<sxx:sync xmlns:sxx="http://feedsync.org/2007/feedsync" id="i" updates="1" xmlns:sx="urn:other" sx:a="b">`},
		{"<rss" + fs + "><channel></channel></rss>", `<f:sync id="i" updates="1" xmlns:sx="urn:other" sx:a="b">`},
		{"<rss" + fs + "><channel></channel></rss>", `<sx:history xmlns:sx="http://feedsync.org/2007/feedsync" sequence="1" by="A" xmlns:f="urn:other" f:a="b"/>`},
		{`<rss xmlns:sx="urn:x"><channel></channel></rss>`, `<sxx:sync xmlns:sxx="http://feedsync.org/2007/feedsync" id="i"`},
		{`<a:feed xmlns:a="http://www.w3.org/2005/Atom"></a:feed>`, `<entry xmlns="http://www.w3.org/2005/Atom">`},
	} {
		got := appended(t, c.document, carries)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s\nlacks %s", c.document, got, c.want)
		}
		if c.want != "" && !sameItems(items(t, got)[0], carries) {
			t.Errorf("%s: the item is another one in\n%s", c.document, got)
		}
	}
}

// TestAtomInRSS: where a document has no prefix for Atom, its elements bring
// their namespace along.
func TestAtomInRSS(t *testing.T) {
	it := rich(t)
	got := appended(t, "<rss><channel></channel></rss>", it)
	if want := `<summary xmlns="http://www.w3.org/2005/Atom">short</summary>`; !strings.Contains(got, want) {
		t.Errorf("%s\nlacks %s", got, want)
	}
	if !sameItems(items(t, got)[0], it) {
		t.Errorf("the item is another one in\n%s", got)
	}
}

// TestNotWritable: OPML has no FeedSync, Atom no SSE 0.91, and no document both.
func TestNotWritable(t *testing.T) {
	for _, d := range []feed.Document{{Format: feed.OPML, Dialect: feed.FeedSync10}, {Format: feed.Atom, Dialect: feed.SSE091}} {
		d.Updated = at("11:43:33").Time()
		if err := feed.NewWriter(&strings.Builder{}, d).Write(groceries()); err == nil || !strings.Contains(err.Error(), ": choose ") {
			t.Errorf("%+v: %v", d, err)
		}
	}
	if _, err := feed.Rewrite(&strings.Builder{}, strings.NewReader(untouched), "f", feed.RewriteOptions{Dialect: feed.SSE091}); err == nil || !strings.Contains(err.Error(), "convert the document first") {
		t.Errorf("rewritten as SSE 0.91: %v", err)
	}
	if _, err := feed.Rewrite(&strings.Builder{}, strings.NewReader("<opml><head/><body><outline/></body></opml>"), "f", feed.RewriteOptions{}); err == nil || !strings.Contains(err.Error(), "by Outlines") {
		t.Errorf("an outline was rewritten: %v", err)
	}
}
