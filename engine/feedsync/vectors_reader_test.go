package feedsync_test

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

// document is an RSS or Atom feed as far as the vectors need it.
type document struct {
	Items   []node `xml:"channel>item"`
	Entries []node `xml:"entry"`
}

type node struct {
	Title       string `xml:"title"`
	Description string `xml:"description"`
	Content     string `xml:"content"`
	Sync        struct {
		ID          string `xml:"id,attr"`
		Updates     int    `xml:"updates,attr"`
		Deleted     bool   `xml:"deleted,attr"`
		NoConflicts bool   `xml:"noconflicts,attr"`
		History     []struct {
			Sequence int    `xml:"sequence,attr"`
			When     string `xml:"when,attr"`
			By       string `xml:"by,attr"`
		} `xml:"history"`
		Conflicts struct {
			Items   []node `xml:"item"`
			Entries []node `xml:"entry"`
		} `xml:"conflicts"`
	} `xml:"http://feedsync.org/2007/feedsync sync"`
}

// readVectors reads a feed's items by their identifiers. Conflicts nested in
// conflicts become flat, and two items with one identifier are merged, as on
// reading any feed.
func readVectors(t *testing.T, name string) map[string]*item.Item {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := xml.Unmarshal(data, &d); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	items := make(map[string]*item.Item)
	for _, n := range append(d.Items, d.Entries...) {
		it := &item.Item{Winner: n.version(t), Conflicts: n.conflicts(t)}
		items[it.ID()] = feedsync.Merge(items[it.ID()], it).Item
	}
	return items
}

func (n *node) version(t *testing.T) *item.Version {
	t.Helper()
	s := &n.Sync
	v := &item.Version{
		ID: s.ID, Updates: s.Updates, Deleted: s.Deleted, NoConflicts: s.NoConflicts,
		Content: item.Plain(n.Title, n.Description+n.Content),
	}
	for _, h := range s.History {
		v.History = append(v.History, item.History{Sequence: h.Sequence, When: readWhen(t, h.When), By: h.By})
	}
	return v
}

func (n *node) conflicts(t *testing.T) []*item.Version {
	t.Helper()
	var all []*item.Version
	for _, c := range append(n.Sync.Conflicts.Items, n.Sync.Conflicts.Entries...) {
		all = append(append(all, c.version(t)), c.conflicts(t)...)
	}
	return all
}

func readWhen(t *testing.T, text string) item.When {
	t.Helper()
	if text == "" {
		return item.When{}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return item.ReadWhen(text, at)
}
