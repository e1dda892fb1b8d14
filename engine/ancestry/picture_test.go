package ancestry_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
)

// Following the lines of a picture down from a node leads exactly to its parents.
func TestLinesLeadToWhatANodeWasMadeFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawn(t)
		g := ancestry.Draw(e.held["A"], e.seen(t), ancestry.Log{Endpoint: "A"})
		p := ancestry.Lay(g)
		for i, n := range g.Nodes {
			f := follower{g: g, p: p}
			f.from(i)
			slices.Sort(f.found)
			if !slices.Equal(slices.Compact(f.found), n.Parents) {
				t.Fatalf("node %d leads to %v, want %v:\n%s", i, f.found, n.Parents,
					strings.Join(ancestry.Lines(g), "\n"))
			}
		}
	})
}

// follower reads a picture as a person does.
type follower struct {
	g     ancestry.Graph
	p     ancestry.Picture
	found []int
}

func (f *follower) from(row int) {
	lane := f.g.Nodes[row].Lane
	node := f.p.Rows[row][lane]
	if node.Has(ancestry.Below) {
		f.down(row+1, lane)
	}
	if node.Has(ancestry.RightOf) {
		f.along(row, lane+1, 1, ancestry.LeftDown)
	}
	if node.Has(ancestry.LeftOf) {
		f.along(row, lane-1, -1, ancestry.RightDown)
	}
}

// along follows a line along a row, and every turn down.
func (f *follower) along(row, column, step int, turn ancestry.Cell) {
	c := f.p.Rows[row][column]
	if c.Has(turn) {
		f.down(row+1, column)
	}
	if c.Has(ancestry.Along) {
		f.along(row, column+step, step, turn)
	}
}

// down follows a line down, to a node or to where it turns to one.
func (f *follower) down(row, column int) {
	for f.p.Rows[row][column].Has(ancestry.Through) {
		row++
	}
	if !f.p.Rows[row][column].Has(ancestry.Above | ancestry.UpLeft | ancestry.UpRight) {
		row = -1 // a line that leads nowhere
	}
	f.found = append(f.found, row)
}

func expectLines(t testing.TB, it *item.Item, archive []*item.Version, want ...string) {
	t.Helper()
	g := ancestry.Draw(it, archive, ancestry.Log{Endpoint: "A"})
	if got := strings.Join(ancestry.Lines(g), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s\nof\n%s", got, strings.Join(want, "\n"), written(g))
	}
}

func TestForksAsText(t *testing.T) {
	e := forked(t)
	expectLines(t, e.held["A"], e.archive,
		"    ◆",
		"  ◇ │",
		"●─┴─┘",
		"●    ",
	)
}

func TestJoinsAsText(t *testing.T) {
	e := forked(t)
	e.change("A", "resolved", "B")
	expectLines(t, e.held["A"], e.archive,
		"◆─┬─┐",
		"  │ ●",
		"  ● │",
		"●─┴─┘",
		"●    ",
	)
}

func TestAGraphTooLargeToFollowHasNoLines(t *testing.T) {
	g := ancestry.Graph{Lanes: make([]string, 2000), Nodes: make([]ancestry.Node, 2000)}
	if lines := ancestry.Lines(g); len(lines) != 2000 || lines[0] != "" {
		t.Errorf("%d lines, the first %q", len(lines), lines[0])
	}
}

// The line of the second update goes around the undone one between it and its parent.
func TestWhatLedNowhereAndWhatNeverCameHereAsText(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	before := e.held["A"]
	e.change("A", "undone")
	e.held["A"] = before
	e.change("A", "second")
	e.read("B", "A")
	e.change("B", "B")
	e.read("A", "B")
	expectLines(t, e.held["A"], e.without("first"),
		"┌─◆  ",
		"●───┐",
		"×   │",
		"○───┘",
	)
}
