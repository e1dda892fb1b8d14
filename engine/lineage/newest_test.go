package lineage_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

// newest is the graph that an endpoint draws of the versions that it got last, and the updates
// in it that are earlier.
func (e *endpoints) newest(by string, most int, archive []*item.Version) (g lineage.Graph, earlier []string) {
	e.t.Helper()
	read := archive[len(archive)-most:]
	g, err := lineage.Draw(e.held[by], read, lineage.Log{Endpoint: by}).Newest(func(n lineage.Node) (bool, error) {
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

// B's version is older than what was read, C's resolution was made from it.
func TestAnEarlierVersionIsDrawnWhereAReadOneWasMadeFromIt(t *testing.T) {
	e := forked(t)
	e.change("A", "settled", "B")
	g, earlier := e.newest("A", 2, e.archive)
	expectGraph(t, g,
		"settled by A: winner from C and 3@B",
		"C by C: past from 2@A",
		"3@B by B: past", // of which nothing says what it was made from
		"2@A by A: past",
	)
	if !slices.Equal(earlier, []string{"3@B", "2@A"}) {
		t.Errorf("earlier are %v", earlier)
	}
}

// What never came here is not earlier, and stays as far down as versions were read.
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
	g := lineage.Draw(e.held["A"], e.archive[1:], lineage.Log{Endpoint: "A"})
	if _, err := g.Newest(func(lineage.Node) (bool, error) { return false, failed }); !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
}
