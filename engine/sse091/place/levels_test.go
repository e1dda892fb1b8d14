package place_test

import (
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/sse091/place"
)

// ladder are nodes each in the one before it, with another one beside each tenth.
func ladder(n int) (nodes []place.Node) {
	parent := ""
	for i := range n {
		id := fmt.Sprintf("i%04d", i)
		nodes = append(nodes, place.Node{ID: id, Place: item.Place{Parent: parent, Key: "1"}})
		if i%10 == 0 {
			nodes = append(nodes, place.Node{ID: "beside-" + id, Place: item.Place{Parent: parent, Key: "2"}})
		}
		parent = id
	}
	return nodes
}

// written is how a document says where the nodes stand.
func written(t *testing.T, nodes []place.Node) (all []place.Spot) {
	t.Helper()
	var open []int
	for i, row := range place.Folded(place.Tree(nodes)) {
		if row.Depth >= place.Levels || row.Depth > len(open) {
			t.Fatalf("row %d stands %d deep after %d", i, row.Depth, len(open))
		}
		s := place.Spot{ID: nodes[row.Index].ID, Number: i + 1, Given: nodes[row.Index].Place}
		if row.Depth > 0 {
			s.Parent = open[row.Depth-1]
		}
		all, open = append(all, s), append(open[:row.Depth], s.Number)
	}
	return all
}

// However deep a tree is, who reads its document has the same places, whether he knows
// the items or not.
func TestATreeThatIsTooDeepForADocumentComesBackWhole(t *testing.T) {
	for _, n := range []int{999, 1000, 1001, 1011, 2500, 20_000} {
		nodes := ladder(n)
		want := map[string]item.Place{}
		for _, node := range nodes {
			want[node.ID] = node.Place
		}
		for name, known := range map[string]func(string) (place.Known, bool){
			"nothing is known":     nil,
			"all is known":         func(id string) (place.Known, bool) { return place.Known{Place: want[id], Same: true}, true },
			"older ones are known": func(id string) (place.Known, bool) { return place.Known{Place: item.Place{Key: "7"}}, true },
		} {
			located := place.Locate(written(t, nodes), known)
			if len(located) != len(nodes) {
				t.Fatalf("%d of %d are there", len(located), len(nodes))
			}
			for _, l := range located {
				if l.Place != want[l.ID] || l.Derived {
					t.Fatalf("%d levels, %s: %s is at %v, derived %v, want %v", n, name, l.ID, l.Place, l.Derived, want[l.ID])
				}
			}
		}
	}
}

func TestWhatIsNotTooDeepStaysAsItIs(t *testing.T) {
	rows := place.Tree(ladder(place.Levels))
	if !slices.Equal(place.Folded(rows), rows) {
		t.Error("the rows were changed")
	}
}
