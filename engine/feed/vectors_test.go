package feed_test

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// items reads all items of a document, and fails where one is set aside.
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

// sameItems compares two items by what counts and by what does not.
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

// TestVectors reads the same items from RSS and from Atom.
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

// TestVectorsAsWritten looks at some items as the texts have them.
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
