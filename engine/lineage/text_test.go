package lineage_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

func expectLines(t testing.TB, it *item.Item, archive []*item.Version, want ...string) {
	t.Helper()
	g := lineage.Draw(it, archive, lineage.Log{Endpoint: "A"})
	if got := strings.Join(lineage.Lines(g), "\n"); got != strings.Join(want, "\n") {
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
	e.change("A", "settled", "B")
	expectLines(t, e.held["A"], e.archive,
		"◆─┬─┐",
		"  │ ●",
		"  ● │",
		"●─┴─┘",
		"●    ",
	)
}

func TestAGraphTooLargeToFollowHasNoLines(t *testing.T) {
	g := lineage.Graph{Lanes: make([]string, 2000), Nodes: make([]lineage.Node, 2000)}
	if lines := lineage.Lines(g); len(lines) != 2000 || lines[0] != "" {
		t.Errorf("%d lines, the first %q", len(lines), lines[0])
	}
}

// The line of the second goes round what was undone, which stands between.
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
