package ancestry_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
)

// written describes a graph with one line per node: its name or entry, its lane, its role and
// the names of its parents.
func written(g ancestry.Graph) string {
	roles := map[ancestry.Role]string{
		ancestry.Past: "past", ancestry.Winner: "winner", ancestry.Open: "open", ancestry.Dropped: "dropped",
	}
	name := func(i int) string {
		if v := g.Nodes[i].Version; v != nil {
			return v.Title()
		}
		h := g.Nodes[i].Update
		return fmt.Sprintf("%d@%s", h.Sequence, h.By)
	}
	var lines []string
	for i, n := range g.Nodes {
		line := fmt.Sprintf("%s by %s: %s", name(i), g.Lanes[n.Lane], roles[n.Role])
		for j, p := range n.Parents {
			line += [2]string{" from ", " and "}[min(j, 1)] + name(p)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func expectGraph(t testing.TB, g ancestry.Graph, want ...string) {
	t.Helper()
	if got := written(g); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// forked returns a conflict between the changes of B and C to A's version.
func forked(t testing.TB) *endpoints {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	for _, by := range []string{"B", "C"} {
		e.read(by, "A")
		e.change(by, by)
	}
	e.read("A", "B", "C")
	return e
}

func TestVersionsFork(t *testing.T) {
	e := forked(t)
	g := e.draw("A")
	if !slices.Equal(g.Lanes, []string{"A", "B", "C"}) {
		t.Errorf("lanes %v", g.Lanes)
	}
	expectGraph(t, g,
		"C by C: winner from second",
		"B by B: open from second",
		"second by A: past from first",
		"first by A: past",
	)
}

func TestVersionsJoin(t *testing.T) {
	e := forked(t)
	e.change("A", "resolved", "B")
	expectGraph(t, e.draw("A"),
		"resolved by A: winner from C and B",
		"C by C: past from second",
		"B by B: past from second",
		"second by A: past from first",
		"first by A: past",
	)
}

func TestWhatWasLeftOpenIsNotMerged(t *testing.T) {
	e := forked(t)
	e.change("A", "changed")
	expectGraph(t, e.draw("A"),
		"changed by A: winner from C",
		"C by C: past from second",
		"B by B: open from second",
		"second by A: past from first",
		"first by A: past",
	)
}

func TestAnOwnLoserIsMerged(t *testing.T) {
	e := forked(t)
	e.read("B", "C")
	e.change("B", "resolved", "B")
	expectGraph(t, e.draw("B"),
		"resolved by B: winner from C and B",
		"C by C: past from second",
		"B by B: past from second",
		"second by A: past from first",
		"first by A: past",
	)
}

func TestAnUpdateThatWasUndoneLedToNothing(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	before := e.held["A"]
	e.change("A", "undone")
	e.held["A"] = before
	e.change("A", "second")
	expectGraph(t, e.draw("A"),
		"second by A: winner from first",
		"undone by A: dropped from first",
		"first by A: past",
	)
}

func TestUpdatesWhoseVersionNeverCameHere(t *testing.T) {
	e := forked(t)
	e.change("B", "B2")
	e.change("B", "B3")
	e.read("A", "B")
	e.change("A", "resolved", "C")
	t.Run("of the one that was changed", func(t *testing.T) {
		expectGraph(t, ancestry.Draw(e.held["A"], e.without("B", "B2", "first"), ancestry.Log{Endpoint: "A"}),
			"resolved by A: winner from B3 and C",
			"B3 by B: past from 4@B",
			"4@B by B: past from 3@B",
			"C by C: past from second",
			"3@B by B: past from second",
			"second by A: past from 1@A",
			"1@A by A: past",
		)
	})
	t.Run("of one that was resolved", func(t *testing.T) {
		expectGraph(t, ancestry.Draw(e.held["A"], e.without("C"), ancestry.Log{Endpoint: "A"}),
			"resolved by A: winner from B3 and 3@C",
			"B3 by B: past from B2",
			"B2 by B: past from B",
			"3@C by C: past",
			"B by B: past from second",
			"second by A: past from first",
			"first by A: past",
		)
	})
}

// The archive may have more data of a version than the item: that of a tombstone.
func TestAVersionIsThereOnceInItsFullestForm(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.remove("A", "gone")
	bare := *e.held["A"].Winner
	bare.Content = bare.Content.OnlyTitle()
	g := ancestry.Draw(&item.Item{Winner: &bare}, e.archive, ancestry.Log{Endpoint: "A"})
	expectGraph(t, g, "gone by A: winner from first", "first by A: past")
	if g.Nodes[0].Version != e.version("gone") {
		t.Error("it is in the form with less content")
	}
}

func TestOneUpdateInTwoVersionsIsThereTwice(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	other := *e.version("second")
	other.Content = item.Plain("other", "first")
	expectGraph(t, ancestry.Draw(e.held["A"], append(e.archive, &other), ancestry.Log{Endpoint: "A"}),
		"second by A: winner from first",
		"other by A: dropped from first",
		"first by A: past",
	)
}

// No history from an untrusted source may hang the program.
func TestHistoriesThatNameEachOtherInACircle(t *testing.T) {
	x := item.History{Sequence: 1, By: "A"}
	y := item.History{Sequence: 2, By: "B"}
	v := &item.Version{Updates: 2, History: []item.History{x, y}, Content: item.Plain("x", "")}
	w := &item.Version{Updates: 2, History: []item.History{y, x}, Content: item.Plain("y", "")}
	g := ancestry.Draw(&item.Item{Winner: v, Conflicts: []*item.Version{w}}, nil, ancestry.Log{Endpoint: "A"})
	if len(g.Nodes) != 2 {
		t.Errorf("got\n%s", written(g))
	}
	ancestry.Find([]*item.Version{v, w}, nil)
}

// Whatever endpoints do, and whatever part of it was received.
func TestGraphsAreInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawn(t)
		it := e.held["A"]
		archive := e.seen(t)
		g := ancestry.Draw(it, archive, ancestry.Log{Endpoint: "A"})
		there := make(map[*item.Version]int)
		roles := make(map[ancestry.Role]int)
		for i, n := range g.Nodes {
			there[n.Version]++
			roles[n.Role]++
			for j, p := range n.Parents {
				if p <= i || j > 0 && p <= n.Parents[j-1] {
					t.Fatalf("node %d has the parents %v", i, n.Parents)
				}
			}
		}
		if roles[ancestry.Winner] != 1 || roles[ancestry.Open] != len(it.Conflicts) {
			t.Fatalf("%d conflicts:\n%s", len(it.Conflicts), written(g))
		}
		for _, v := range append(archive, it.Versions()...) {
			if there[v] != 1 {
				t.Fatalf("%s is there %d times:\n%s", v.Title(), there[v], written(g))
			}
		}
	})
}

// With every version in the archive, each is drawn with all of its ancestors and nothing else,
// whoever draws it.
func TestGraphsTellTheTruth(t *testing.T) {
	resolutions := 0
	rapid.Check(t, func(t *rapid.T) {
		e := drawn(t)
		for by := range e.held {
			g := e.draw(by)
			for _, n := range g.Nodes {
				var parents, want []string
				for _, p := range n.Parents {
					parents = append(parents, g.Nodes[p].Version.Title())
				}
				for _, v := range newestCommon([]*item.Version{n.Version}, e.archive) {
					want = append(want, v.Title())
				}
				slices.Sort(parents)
				slices.Sort(want)
				if !slices.Equal(parents, want) {
					t.Fatalf("%s: %s was made from %v, and is drawn as made from %v:\n%s\n%s", by, n.Version.Title(),
						want, parents, written(g), e.listing(e.held[by]))
				}
				if len(parents) > 1 {
					resolutions++
				}
			}
		}
	})
	if resolutions == 0 {
		t.Error("nothing was resolved")
	}
}

// There is no direct line to an ancestor that is also reached indirectly.
func TestGraphsHaveNoNeedlessLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawn(t)
		g := ancestry.Draw(e.held["A"], e.seen(t), ancestry.Log{Endpoint: "A"})
		before := make([][]int, len(g.Nodes)) // all ancestors of a node
		for i := len(g.Nodes) - 1; i >= 0; i-- {
			for _, p := range g.Nodes[i].Parents {
				if slices.Contains(before[i], p) {
					t.Fatalf("node %d has a needless line to %d:\n%s", i, p, written(g))
				}
				before[i] = append(append(before[i], p), before[p]...)
			}
			for _, p := range g.Nodes[i].Parents {
				for _, q := range g.Nodes[i].Parents {
					if slices.Contains(before[q], p) {
						t.Fatalf("node %d has a needless line to %d:\n%s", i, p, written(g))
					}
				}
			}
		}
	})
}

// An untrusted history may be as long as a feed may be: drawing it takes no noticeable time.
func TestAHistoryOfTenThousandStrangers(t *testing.T) {
	v := &item.Version{Updates: 10000, Content: item.Plain("x", "")}
	for n := v.Updates; n > 0; n-- {
		v.History = append(v.History, item.History{Sequence: n, By: fmt.Sprint("stranger", n)})
	}
	g := ancestry.Draw(&item.Item{Winner: v}, nil, ancestry.Log{Endpoint: "A"})
	for i, n := range g.Nodes[:len(g.Nodes)-1] {
		if len(n.Parents) != 1 || n.Parents[0] != i+1 {
			t.Fatalf("node %d of %d was made from %v", i, len(g.Nodes), n.Parents)
		}
	}
}

// newest returns the graph that an endpoint draws of the versions that it received last, and
// the earlier updates in it.
func (e *endpoints) newest(by string, most int, archive []*item.Version) (g ancestry.Graph, earlier []string) {
	e.t.Helper()
	read := archive[len(archive)-most:]
	g, err := ancestry.Draw(e.held[by], read, ancestry.Log{Endpoint: by}).Newest(func(n ancestry.Node) (bool, error) {
		return slices.ContainsFunc(archive, func(v *item.Version) bool { return v.Top().Same(n.Update) }), nil
	})
	if err != nil {
		e.t.Fatal(err)
	}
	for _, n := range g.Nodes {
		if n.Earlier {
			earlier = append(earlier, fmt.Sprintf("%d@%s", n.Update.Sequence, n.Update.By))
		}
	}
	return g, earlier
}

func TestOfManyVersionsTheNewestAreDrawnAndWhatTheyWereMadeFrom(t *testing.T) {
	e := share(t)
	e.create("A", "1")
	for n := 2; n <= 50; n++ {
		e.change("A", fmt.Sprint(n))
	}
	g, earlier := e.newest("A", 3, e.archive)
	expectGraph(t, g,
		"50 by A: winner from 49",
		"49 by A: past from 48",
		"48 by A: past from 47@A",
		"47@A by A: past",
	)
	if !slices.Equal(earlier, []string{"47@A"}) {
		t.Errorf("earlier are %v", earlier)
	}
}

// B's version is older than the ones that were read, and C's resolution was made from it.
func TestAnEarlierVersionIsDrawnWhereAReadOneWasMadeFromIt(t *testing.T) {
	e := forked(t)
	e.change("A", "resolved", "B")
	g, earlier := e.newest("A", 2, e.archive)
	expectGraph(t, g,
		"resolved by A: winner from C and 3@B",
		"C by C: past from 2@A",
		"3@B by B: past", // its parents are unknown
		"2@A by A: past",
	)
	if !slices.Equal(earlier, []string{"3@B", "2@A"}) {
		t.Errorf("earlier are %v", earlier)
	}
}

// A version that was never received is not earlier, and is shown if it is among the newest.
func TestWhatNeverCameHereIsDrawnAmongTheNewest(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	e.change("B", "lost")
	e.change("B", "found")
	e.read("A", "B")
	e.change("A", "last")
	g, earlier := e.newest("A", 2, e.without("lost"))
	expectGraph(t, g,
		"last by A: winner from found",
		"found by B: past from 2@B",
		"2@B by B: past",
	)
	if len(earlier) != 0 {
		t.Errorf("earlier are %v", earlier)
	}
}

func TestAnErrorEndsTheDrawingOfTheNewest(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "last")
	failed := errors.New("on purpose")
	g := ancestry.Draw(e.held["A"], e.archive[1:], ancestry.Log{Endpoint: "A"})
	if _, err := g.Newest(func(ancestry.Node) (bool, error) { return false, failed }); !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
}
