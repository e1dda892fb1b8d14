package cli

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

func TestAGraphIsDrawn(t *testing.T) {
	here := &item.Version{}
	node := func(lane int, role lineage.Role, parents ...int) lineage.Node {
		return lineage.Node{Lane: lane, Role: role, Version: here, Parents: parents}
	}
	missing := lineage.Node{}
	for name, c := range map[string]struct {
		lanes int
		nodes []lineage.Node
		want  string
	}{
		"nothing":  {0, nil, ""},
		"one line": {1, []lineage.Node{node(0, lineage.Winner, 1), node(0, lineage.Past, 2), missing}, "◆ ● ○"},
		"a fork":   {3, []lineage.Node{node(2, lineage.Winner, 2), node(1, lineage.Open, 2), node(0, lineage.Past)}, "┌───◆ ├─◇   ●    "},
		"a join": {2, []lineage.Node{node(0, lineage.Winner, 2, 1), node(1, lineage.Past, 3), node(0, lineage.Past, 3), node(0, lineage.Past)},
			"◆─┐ │ ● ● │ ●─┘"},
		"what led to nothing": {2, []lineage.Node{node(1, lineage.Dropped, 2), node(1, lineage.Winner, 2), node(0, lineage.Past)}, "┌─× ├─◆ ●  "},
		"a lane that is in the way on both sides": {2, []lineage.Node{
			node(1, lineage.Winner, 3), node(0, lineage.Open, 3), node(1, lineage.Dropped, 3), node(0, lineage.Past)}, "┌─◆ ◇   ├─× ●  "},
	} {
		g := lineage.Graph{Lanes: make([]string, c.lanes), Nodes: c.nodes}
		if got := strings.Join(drawGraph(g), " "); got != c.want {
			t.Errorf("%s is\n%s\nwant\n%s", name, strings.Join(drawGraph(g), "\n"), c.want)
		}
	}
}
