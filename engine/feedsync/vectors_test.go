package feedsync_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

// The vectors were worked out from the specification, apart from the program.
// Every combination of formats gives the same merges, in both directions.
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

// vectorLine is the line of an item as testdata/vectors/README.md describes it.
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
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "feedsync.merged.tsv"))
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
