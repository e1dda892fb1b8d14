package feed_test

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// only returns the single item of a document.
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
func as(t *rapid.T, f item.Format, it *item.Item) (*item.Item, string) {
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

// checkRoundTrip checks that a published item is read back unchanged, except for the data of
// tombstones, and their extents in conflicts.
func checkRoundTrip(t *rapid.T, was, is *item.Item, document, published string) {
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

// TestRoundTrips checks that an item of one format is the same after it was published in the
// other, and in both in turn.
func TestRoundTrips(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) string{"from RSS": rssDocument, "from Atom": atomDocument} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				document := draw(t)
				was := only(t, document)
				for _, path := range [][]item.Format{{item.RSS}, {item.Atom}, {item.RSS, item.Atom}, {item.Atom, item.RSS}} {
					is, published := was, ""
					for _, f := range path {
						is, published = as(t, f, is)
					}
					checkRoundTrip(t, was, is, document, published)
				}
			})
		})
	}
}

// TestRewriteRoundTrip checks that an item that replaces another one, in a document with any
// declarations, is read back unchanged.
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
		checkRoundTrip(t, it, only(t, b.String()), incoming, b.String())
	})
}

// items reads all items of a document, and fails if one is skipped.
func items(t *testing.T, document string) []*item.Item {
	t.Helper()
	var list []*item.Item
	r := feed.NewReader(strings.NewReader(document), "test.xml")
	for {
		e, err := r.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if e.Item == nil {
			t.Fatalf("line %d: no item: %v", e.Line, e.Problems)
		}
		list = append(list, e.Item)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../../testdata/feeds/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// sameItems compares two items by everything that matters and by what does not.
func sameItems(a, b *item.Item) bool {
	av, bv := a.Versions(), b.Versions()
	if len(av) != len(bv) {
		return false
	}
	for i := range av {
		if !av[i].Same(bv[i]) || av[i].Content.Hash() != bv[i].Content.Hash() || av[i].Undeleted != bv[i].Undeleted {
			return false
		}
	}
	return true
}

// TestVectors checks that RSS and Atom contain the same items.
func TestVectors(t *testing.T) {
	for _, name := range []string{"feedsync.local", "feedsync.incoming"} {
		fromRSS, fromAtom := items(t, readFile(t, name+".xml")), items(t, readFile(t, name+".atom"))
		if len(fromRSS) < 40 || len(fromRSS) != len(fromAtom) {
			t.Fatalf("%s: %d items in RSS, %d in Atom", name, len(fromRSS), len(fromAtom))
		}
		for i := range fromRSS {
			if !sameItems(fromRSS[i], fromAtom[i]) {
				t.Errorf("%s: %s differs:\n%+v\n%+v", name, fromRSS[i].ID(), fromRSS[i].Winner, fromAtom[i].Winner)
			}
		}
	}
}

// TestVectorsAsWritten checks some items in detail.
func TestVectorsAsWritten(t *testing.T) {
	byID := map[string]*item.Item{}
	for _, it := range items(t, readFile(t, "feedsync.local.atom")) {
		byID[it.ID()] = it
	}
	nested := byID["36-nested-conflicts"]
	if len(nested.Conflicts) != 2 || nested.Conflicts[0].Title() != "c" || nested.Conflicts[1].Title() != "d" {
		t.Errorf("nested conflicts are not flat: %v", nested.Conflicts)
	}
	if !slices.Equal(nested.Nested, []int{0, 1}) || byID["34-deleted-with-conflict-merged"].Nested != nil {
		t.Errorf("lists %v", nested.Nested)
	}
	if h := byID["41-empty-by-is-absent"].Winner.Top(); h.String() != "2@1116668618@-" {
		t.Errorf("empty by: %s", h)
	}
	if v := byID["34-deleted-with-conflict-merged"].Winner; !v.Deleted || v.Updates != 3 || len(v.History) != 3 {
		t.Errorf("tombstone: %+v", v)
	}
	if v := byID["02-local-only"].Winner; v.Content.Text() != "body of l" || v.Content.Title() != "l" {
		t.Errorf("content: %s", v.Content.XML())
	}
}
