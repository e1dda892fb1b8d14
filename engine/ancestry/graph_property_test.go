package ancestry_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
)

// Whatever histories say: lines lead from a version to every update that it names, no parent
// of a node is an ancestor of another parent, and no line leads to a later update.
func TestGraphsOfAnyHistories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		versions := anyVersions(t)
		g := ancestry.Draw(&item.Item{Winner: versions[0]}, versions, ancestry.Log{})
		from := make([]map[int]bool, len(g.Nodes)) // all nodes to which lines lead
		for i, n := range slices.Backward(g.Nodes) {
			from[i] = map[int]bool{}
			for _, p := range n.Parents {
				from[i][p] = true
				for older := range from[p] {
					from[i][older] = true
				}
				if newest := n.Update.When.Time(); g.Nodes[p].Update.When.Time().After(newest) {
					t.Fatalf("%v was made from %v", n.Update, g.Nodes[p].Update)
				}
			}
			for _, p := range n.Parents {
				if slices.ContainsFunc(n.Parents, func(o int) bool { return from[o][p] }) {
					t.Fatalf("%v has the parents %v, and one was made from another", n.Update, n.Parents)
				}
			}
		}
		for i, n := range g.Nodes {
			if n.Version == nil {
				continue
			}
			for _, h := range n.Version.History[1:] {
				if at := slices.IndexFunc(g.Nodes, func(o ancestry.Node) bool { return o.Update.Same(h) }); !from[i][at] {
					t.Fatalf("no line leads from %v to %v", n.Update, h)
				}
			}
		}
	})
}

// anyVersions draws tombstones with histories that any program may have written, the newest
// first.
func anyVersions(t *rapid.T) []*item.Version {
	entry := rapid.Custom(func(t *rapid.T) item.History {
		n := rapid.IntRange(1, 6).Draw(t, "sequence")
		return item.History{Sequence: n, By: rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "by"), When: item.At(time.Unix(int64(n), 0))}
	})
	return rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) *item.Version {
		history := rapid.SliceOfNDistinct(entry, 1, 9, func(h item.History) string { return h.By + h.When.String() }).Draw(t, "history")
		slices.SortFunc(history, func(x, y item.History) int {
			return cmp.Or(y.When.Compare(x.When), strings.Compare(x.By, y.By))
		})
		return &item.Version{ID: "x", Updates: len(history), Deleted: true, History: history, Content: item.Plain("Milk", "")}
	}), 1, 5, func(v *item.Version) string { return v.Top().By + v.Top().When.String() }).Draw(t, "versions")
}
