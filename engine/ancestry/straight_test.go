package ancestry_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
)

func TestVersionsOfSSE091StartFromTheirNewestCommonUpdate(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.change("A", "second")
	e.read("B", "A")
	e.part()
	e.expect("A", "second")
}

// By FeedSync's rules, (A,5) would subsume (A,3), unseen, and nothing would be certain.
func TestALaterUpdateOfAnEndpointTellsNothingOfItsEarlierOnes(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.read("B", "A")
	e.read("C", "A")
	e.change("A", "a")
	e.read("B", "A")
	e.change("B", "b") // made from a
	e.change("C", "c1")
	e.change("C", "c2")
	e.held["A"] = e.held["C"] // A lost its data
	e.change("A", "a2")       // made from c2
	e.read("A", "B")
	e.expect("A", "first")
}

func TestWhatWasResolvedInSSE091IsPast(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.read("B", "A")
	e.part()
	e.read("C", "A")          // C sees both
	e.change("A", "resolved") // names a as resolved
	e.read("D", "A")
	e.change("D", "d")
	e.change("A", "a2")
	e.change("A", "a3")
	e.read("A", "D")
	e.expect("A", "resolved")
}

// Both were made from b2, and resolved a.
func TestTwoResolutionsOfSSE091HaveAMergedOriginal(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.read("B", "A")
	e.part()
	e.read("B", "A")
	e.change("A", "resolved by A")
	e.change("B", "resolved by B")
	e.read("A", "B")
	if n := len(e.held["A"].Conflicts); n == 0 {
		t.Fatal("the rules see no conflict")
	}
	if got := named(e.base("A")); got != "(a+b2 from first)" {
		t.Errorf("the base is %s", got)
	}
	if !e.base("A").CrissCross() {
		t.Error("that both resolved one conflict is not seen")
	}
}

func TestAHistoryOfSSE091ThatWasCutStillTellsWhatIsCommon(t *testing.T) {
	e := newStraight(t)
	e.create("A", "0")
	for range 300 {
		e.change("A", "more")
	}
	e.change("A", "last")
	e.read("B", "A")
	e.part()
	e.expect("A", "last")
	all := e.held["A"].Versions()
	for i, v := range all {
		short := *v
		short.History = v.History[:1]
		all[i] = &short
	}
	if b := ancestry.FindStraight(all, nil); b.Known() || b.Unknown != ancestry.Cut {
		t.Errorf("cut down to one entry: %+v", b)
	}
}

func TestTheGraphShowsWhatWasResolvedInSSE091(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.read("B", "A")
	e.part()
	e.change("A", "resolved")
	g := ancestry.Draw(e.held["A"], e.archive, ancestry.Log{})
	if n := g.Nodes[0]; n.Version.Title() != "resolved" || len(n.Parents) != 2 {
		t.Errorf("the newest is %+v", n)
	}
	for _, n := range g.Nodes {
		if n.Role == ancestry.Dropped {
			t.Errorf("%s led to nothing", n.Version.Title())
		}
	}
}

// Whatever endpoints do, the base is the one in the true graph.
func TestTheBaseOfSSE091IsTheTrueOne(t *testing.T) {
	found := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		e := drawnStraight(t)
		for _, by := range slices.Sorted(maps.Keys(e.held)) {
			// A resolution of another shown version counts as reopened.
			if shown := e.held[by].Versions(); len(shown) > 1 && !anyPast(shown) {
				got := e.base(by)
				found[kindOf(got)]++
				if want := trueBase(shown, e.archive, e.archive); named(got) != want {
					t.Fatalf("%s: the base is %s, want %s\n%s", by, named(got), want, e.listing(by))
				}
			}
		}
	})
	expectAll(t, found, "known", "merged")
}

// drawnStraight returns two to five endpoints after some random steps.
func drawnStraight(t *rapid.T) *straight {
	endpoints := []string{"A", "B", "C", "D", "E"}[:rapid.IntRange(2, 5).Draw(t, "endpoints")]
	steps := rapid.IntRange(8, 60).Draw(t, "steps")
	draw := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	e := newStraight(t)
	e.create("A", "0")
	for _, by := range endpoints[1:] {
		e.read(by, "A")
	}
	for i := range steps {
		by := endpoints[draw.IntN(len(endpoints))]
		if draw.IntN(2) == 0 {
			e.read(by, endpoints[draw.IntN(len(endpoints))])
		} else {
			e.change(by, fmt.Sprint(i+1))
		}
	}
	return e
}

// Each version of SSE 0.91 is drawn with all of its ancestors.
func TestGraphsOfSSE091TellTheTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawnStraight(t)
		for _, n := range ancestry.Draw(e.held["A"], e.archive, ancestry.Log{Endpoint: "A"}).Nodes {
			want := newestCommon([]*item.Version{n.Version}, e.archive)
			if len(n.Parents) != len(want) {
				t.Fatalf("%s has %d parents, want %d\n%s", n.Version.Title(), len(n.Parents), len(want), e.listing("A"))
			}
		}
	})
}
