package feed_test

import (
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// only reads the one item of a document.
func only(t *rapid.T, document string) *item.Item {
	r := feed.NewReader(strings.NewReader(document), "drawn.xml")
	e, err := r.Next()
	if err != nil || e.Item == nil {
		t.Fatalf("%v %+v in\n%s", err, e, document)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Fatalf("after the item: %v in\n%s", err, document)
	}
	return e.Item
}

// as publishes an item in a format and reads it back.
func as(t *rapid.T, f feed.Format, it *item.Item) (*item.Item, string) {
	var b strings.Builder
	w := feed.NewWriter(&b, sampleDocument(f))
	if err := w.Write(it); err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return only(t, b.String()), b.String()
}

// kept fails unless an item that was published is the one that is read back:
// but for the data of tombstones, and their extents in conflicts.
func kept(t *rapid.T, was, is *item.Item, document, published string) {
	a, b := was.Versions(), is.Versions()
	if len(a) != len(b) {
		t.Fatalf("%d versions became %d", len(a), len(b))
	}
	for i := range a {
		if !a[i].Same(b[i]) || a[i].Undeleted != b[i].Undeleted {
			t.Fatalf("%+v\nbecame\n%+v\n%s\nbecame\n%s\nin\n%s\nand\n%s", a[i], b[i], a[i].Content.XML(), b[i].Content.XML(), document, published)
		}
		if a[i].Deleted && a[i].Title() != b[i].Title() {
			t.Fatalf("the tombstone %q became %q", a[i].Title(), b[i].Title())
		}
	}
}

// TestRoundTrips: what was read from one format is the same after it was
// published in any, and after it went through both.
func TestRoundTrips(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) string{"from RSS": rssDocument, "from Atom": atomDocument} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				document := draw(t)
				was := only(t, document)
				for _, path := range [][]feed.Format{{feed.RSS}, {feed.Atom}, {feed.RSS, feed.Atom}, {feed.Atom, feed.RSS}} {
					is, published := was, ""
					for _, f := range path {
						is, published = as(t, f, is)
					}
					kept(t, was, is, document, published)
				}
			})
		})
	}
}

// TestRewriteRoundTrip: an item that is written in another one's place, with
// whatever that document declares, is the same when it is read back.
func TestRewriteRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		local, incoming := rapid.Custom(rssDocument).Draw(t, "local"), rapid.Custom(atomDocument).Draw(t, "incoming")
		if rapid.Bool().Draw(t, "swap") {
			local, incoming = incoming, local
		}
		it := only(t, incoming)
		var b strings.Builder
		_, err := feed.Rewrite(&b, strings.NewReader(local), "local.xml", feed.RewriteOptions{
			Visit: func(*feed.Entry) (feed.Edit, error) { return feed.Replace(it), nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		kept(t, it, only(t, b.String()), incoming, b.String())
	})
}
