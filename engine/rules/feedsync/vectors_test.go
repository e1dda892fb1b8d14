package feedsync_test

import (
	"encoding/xml"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/feedsync"
)

// The vectors were derived from the specification independently of the program. Every
// combination of formats gives the same merges, in both directions.
func TestVectors(t *testing.T) {
	want := wantedMerges(t)
	for _, formats := range [][2]string{{"xml", "xml"}, {"atom", "atom"}, {"xml", "atom"}, {"atom", "xml"}} {
		local := readVectors(t, "feedsync.local."+formats[0])
		incoming := readVectors(t, "feedsync.incoming."+formats[1])
		t.Run(formats[0]+" with "+formats[1], func(t *testing.T) {
			compareMerges(t, mergeAll(local, incoming), want)
		})
		t.Run(formats[1]+" with "+formats[0]+", the other way", func(t *testing.T) {
			compareMerges(t, mergeAll(incoming, local), want)
		})
	}
}

func mergeAll(local, incoming map[string]*item.Item) map[string]string {
	merged := maps.Clone(local)
	for id, it := range incoming {
		merged[id] = feedsync.Merge(local[id], it).Item
	}
	lines := make(map[string]string, len(merged))
	for id, it := range merged {
		lines[id] = vectorLine(it)
	}
	return lines
}

// vectorLine returns the line of an item as described in testdata/vectors/README.md.
func vectorLine(it *item.Item) string {
	var conflicts []string
	for _, c := range it.Conflicts {
		conflicts = append(conflicts, vectorVersion(c))
	}
	slices.Sort(conflicts)
	return strings.Join(append([]string{it.ID(), vectorVersion(it.Winner)}, conflicts...), "\t")
}

func vectorVersion(v *item.Version) string {
	bare := *v
	bare.NoConflicts, bare.Undeleted = false, false
	if bare.Deleted {
		bare.Content = item.Plain("", "")
	}
	return written(&bare)
}

func wantedMerges(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "vectors", "feedsync.merged.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]string)
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		id, _, _ := strings.Cut(line, "\t")
		want[id] = line
	}
	return want
}

func compareMerges(t *testing.T, got, want map[string]string) {
	t.Helper()
	for id := range want {
		if got[id] != want[id] {
			t.Errorf("got  %s\nwant %s", got[id], want[id])
		}
	}
	for id := range got {
		if _, known := want[id]; !known {
			t.Errorf("%s was not to be expected", id)
		}
	}
}

// document is the part of an RSS or Atom feed that the vectors need.
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

// readVectors reads a feed's items by identifier. Conflicts nested in conflicts are flattened,
// and two items with the same identifier are merged, as for any feed.
func readVectors(t *testing.T, name string) map[string]*item.Item {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "vectors", name))
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
