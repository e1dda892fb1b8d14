package sse091_test

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/sse091"
)

// The vectors were derived from the specification independently of the program. A merge has
// the same result in both directions.
func TestVectors(t *testing.T) {
	local, incoming := readVectors(t, "sse091.local.xml"), readVectors(t, "sse091.incoming.xml")
	for line := range strings.Lines(string(vectorFile(t, "sse091.merged.tsv"))) {
		field := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(field) != 3 || local[field[0]] == nil || incoming[field[0]] == nil {
			t.Fatalf("not a merge of the vectors: %q", line)
		}
		t.Run(field[0], func(t *testing.T) {
			l, i := local[field[0]], incoming[field[0]]
			expectOutcome(t, sse091.Merge(l, i).Item, l, i, field[1], field[2] == "conflict")
			expectOutcome(t, sse091.Merge(i, l).Item, l, i, field[1], field[2] == "conflict")
		})
	}
}

// expectOutcome compares a merge with its line: L if the local version wins, I if the incoming
// one does, = if they are the same version.
func expectOutcome(t *testing.T, merged, local, incoming *item.Item, wins string, conflict bool) {
	t.Helper()
	winner, loser := local, incoming
	if wins == "I" {
		winner, loser = incoming, local
	}
	if !merged.Winner.Same(winner.Winner) || wins == "=" && !merged.Winner.Same(loser.Winner) {
		t.Errorf("the winner is %s, want %s", written(merged.Winner), wins)
	}
	expectFlag(t, merged, conflict)
	if conflict != (len(merged.Conflicts) == 1) || conflict && !merged.Conflicts[0].Same(loser.Winner) {
		t.Errorf("a conflict: %v\n%s", conflict, listing(merged))
	}
}

func vectorFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// document is the part of an RSS feed that the vectors need.
type document struct {
	Items []struct {
		Title string `xml:"title"`
		Sync  struct {
			ID      string `xml:"id,attr"`
			Version int    `xml:"version,attr"`
			History struct {
				updateAttrs
				Updates []updateAttrs `xml:"update"`
			} `xml:"history"`
		} `xml:"http://www.microsoft.com/schemas/rss/sse sync"`
	} `xml:"channel>item"`
}

type updateAttrs struct {
	When string `xml:"when,attr"`
	By   string `xml:"by,attr"`
}

func readVectors(t *testing.T, name string) map[string]*item.Item {
	t.Helper()
	var d document
	if err := xml.Unmarshal(vectorFile(t, name), &d); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	items := make(map[string]*item.Item)
	for _, n := range d.Items {
		v := &item.Version{ID: n.Sync.ID, Updates: n.Sync.Version, Content: item.Plain(n.Title, "")}
		for k, u := range append([]updateAttrs{n.Sync.History.updateAttrs}, n.Sync.History.Updates...) {
			v.History = append(v.History, u.entry(t, v.Updates-k))
		}
		items[v.ID] = &item.Item{Winner: v}
	}
	return items
}

func (u updateAttrs) entry(t *testing.T, sequence int) item.History {
	t.Helper()
	h := item.History{Sequence: sequence, By: u.By}
	if u.When == "" {
		return h
	}
	when, err := time.Parse(time.RFC1123, u.When)
	if err != nil {
		t.Fatal(err)
	}
	h.When = item.ReadWhen(u.When, when)
	return h
}
