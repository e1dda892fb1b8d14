package lineage_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/lineage"
)

func TestVersionsOfSSE091StartFromTheirNewestCommonUpdate(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.change("A", "second")
	e.read("B", "A")
	e.part()
	e.expect("A", "second")
}

// By FeedSync's rules (A,5) would take (A,3) in unseen, and nothing be certain.
func TestALaterUpdateOfAnEndpointTellsNothingOfItsEarlierOnes(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.read("B", "A")
	e.read("C", "A")
	e.change("A", "a")
	e.read("B", "A")
	e.change("B", "b") // from a
	e.change("C", "c1")
	e.change("C", "c2")
	e.held["A"] = e.held["C"] // A lost what it had
	e.change("A", "a2")       // from c2
	e.read("A", "B")
	e.expect("A", "first")
}

func TestWhatWasSettledInSSE091IsPast(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.read("B", "A")
	e.part()
	e.read("C", "A")         // and C sees both
	e.change("A", "settled") // names a as settled
	e.read("D", "A")
	e.change("D", "d")
	e.change("A", "a2")
	e.change("A", "a3")
	e.read("A", "D")
	e.expect("A", "settled")
}

// Settled differently in two places, both from b2 with a settled: they started from
// what these started from, for both know both.
func TestTwoSettlingsOfSSE091StartFromWhatTheySettled(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.read("B", "A")
	e.part()
	e.read("B", "A")
	e.change("A", "settled by A")
	e.change("B", "settled by B")
	e.read("A", "B")
	if n := len(e.held["A"].Conflicts); n == 0 {
		t.Fatal("the rules see no conflict")
	}
	if b := e.base("A"); !b.Known() || b.Version.Title() != "first" {
		t.Errorf("the base is %+v", b)
	}
	if !lineage.SettledApart(e.held["A"], e.archive) {
		t.Error("that it was settled in two places is not seen")
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
	if b := lineage.FindStraight(all, nil); b.Known() || b.Unknown != lineage.Cut {
		t.Errorf("cut down to one entry: %+v", b)
	}
}

func TestTheGraphShowsWhatWasSettledInSSE091(t *testing.T) {
	e := newStraight(t)
	e.create("A", "first")
	e.read("B", "A")
	e.part()
	e.change("A", "settled")
	g := lineage.Draw(e.held["A"], e.archive)
	if n := g.Nodes[0]; n.Version.Title() != "settled" || len(n.Parents) != 2 {
		t.Errorf("the newest is %+v", n)
	}
	for _, n := range g.Nodes {
		if n.Role == lineage.Dropped {
			t.Errorf("%s led to nothing", n.Version.Title())
		}
	}
}

// Whatever endpoints do, the base that is told is in the histories of all versions or
// was settled by them, and no other such version is made from it.
func TestTheBaseOfSSE091IsInThePastOfAll(t *testing.T) {
	endpoints, told := []string{"A", "B", "C"}, 0
	rapid.Check(t, func(t *rapid.T) {
		e := newStraight(t)
		e.create("A", "first")
		e.read("B", "A")
		e.read("C", "A")
		for i := range rapid.IntRange(8, 40).Draw(t, "steps") {
			by := rapid.SampledFrom(endpoints).Draw(t, "by")
			if rapid.Bool().Draw(t, "reads") {
				e.read(by, rapid.SampledFrom(endpoints).Draw(t, "from"))
			} else {
				e.change(by, string(rune('a'+i)))
			}
		}
		for _, by := range endpoints {
			all := e.held[by].Versions()
			b := e.base(by)
			if len(all) < 2 {
				continue
			}
			if told++; !b.Known() {
				t.Fatalf("%s: the base is not known: %d", by, b.Unknown)
			}
			for _, v := range all {
				if !slices.ContainsFunc(e.past(v), b.Version.Same) {
					t.Fatalf("%s: %s is not in the past of %s", by, b.Version.Title(), v.Title())
				}
			}
		}
	})
	if told < 30 {
		t.Errorf("only %d conflicts came about", told)
	}
}
