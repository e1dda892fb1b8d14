package feed_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/feed"
)

// TestOPMLFiles reads the lists that feed readers exported, in whatever encoding, and
// finds nothing wrong with them.
func TestOPMLFiles(t *testing.T) {
	names, err := filepath.Glob("../../testdata/opml/*.opml")
	if err != nil || len(names) == 0 {
		t.Fatal("there are no lists: ", err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list, d := outlines(t, string(b))
		if d.Format != feed.OPML || len(list) == 0 {
			t.Errorf("%s: %+v, %d outlines", name, d, len(list))
		}
		addresses := 0
		for _, e := range list {
			if e.Item == nil && e.Outline != nil && strings.Contains(string(e.Raw), "xmlUrl=") {
				addresses++
			}
		}
		if addresses == 0 {
			t.Errorf("%s: no feed in %d outlines", name, len(list))
		}
		for _, p := range checked(t, string(b)) {
			t.Errorf("%s: %s", name, p)
		}
	}
}
