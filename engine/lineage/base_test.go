package lineage_test

import (
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

func TestTwoEndpointsStartFromWhatTheyHadLastInCommon(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	e.read("B", "A")
	e.change("A", "a")
	e.change("B", "b1")
	e.change("B", "b2")
	e.read("A", "B")
	e.expectBase(e.held["A"], e.archive, "second")
}

func TestThreeEndpointsStartFromWhatAllOfThemHad(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	e.read("C", "A")
	e.change("B", "b")
	e.read("A", "B")
	e.change("A", "a") // from b, which C never saw
	e.change("B", "b2")
	e.change("C", "c")
	e.read("A", "B")
	e.expectBase(e.held["A"], e.archive, "b")
	e.read("A", "C")
	e.expectBase(e.held["A"], e.archive, "first")
}

func TestWhatIsLeftOpenStartedWhereItDid(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	for _, by := range []string{"B", "C", "D"} {
		e.read(by, "A")
		e.change(by, by)
	}
	e.read("A", "B", "C", "D")
	e.change("A", "settled", "C") // D won, B stays open
	e.expectBase(e.held["A"], e.archive, "first")
}

// Two endpoints settled the same conflict differently: the base is not one of
// the two settled versions, though both results know both, but what these
// started from.
func TestVersionsThatMetAndPartedAgain(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	for _, by := range []string{"B", "C"} {
		e.read(by, "A")
		e.change(by, by)
	}
	for _, by := range []string{"D", "E"} {
		e.read(by, "B", "C")
		e.change(by, "settled by "+by, "B")
	}
	e.read("D", "E")
	if len(e.held["D"].Conflicts) != 1 {
		t.Fatal("settling differently is no conflict")
	}
	e.expectBase(e.held["D"], e.archive, "first")
}

// The endpoint that settles its own loser leaves its entry out of the history,
// because its own newer one subsumes it. A version that another made from that
// loser meanwhile may so have a newer base than histories tell.
func TestABaseThatHistoriesMayHaveLeftOutIsNotGuessed(t *testing.T) {
	e := share(t)
	e.create("X", "first")
	e.read("A", "X")
	e.read("B", "X")
	e.change("A", "a")
	e.change("B", "b")
	e.read("C", "A")
	e.change("C", "c") // from a
	e.read("A", "B")
	e.change("A", "settled", "a")
	e.read("A", "C")
	expectUnknown(t, e.held["A"].Versions(), e.archive, lineage.Cut)
}

// Both results know the loser a, by what others made of it, and that its endpoint
// settled something; whether that took a into account, histories do not tell.
func TestABaseAmongOwnVersionsIsNotGuessed(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	e.read("C", "A")
	e.change("A", "a")
	e.change("C", "c")
	e.read("B", "A")
	e.change("B", "b")
	e.change("B", "b2")
	e.change("B", "b3")
	e.read("C", "A")
	e.read("A", "C")
	e.change("A", "settled", "a")
	e.change("C", "c2", "a")
	e.read("B", "A")
	e.change("B", "by B", "settled")
	e.read("C", "A")
	e.change("C", "by C", "settled")
	expectUnknown(t, e.versions("by B", "by C"), e.archive, lineage.Cut)
}

func TestATombstoneIsABase(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.remove("A", "gone")
	e.read("B", "A")
	e.change("A", "a")
	e.change("B", "b")
	e.read("A", "B")
	e.expectBase(e.held["A"], e.archive, "gone")
	if base := lineage.Find(e.held["A"].Versions(), e.archive); !base.Version.Deleted {
		t.Error("it is not deleted")
	}
}

// Versions that were settled are shown again beside what they became: that
// started where they did, and not with what it took from them.
func TestASettlingThatIsLookedAtAgain(t *testing.T) {
	for name, settler := range map[string]string{
		"of versions by others":                "A",
		"by the endpoint whose version lost":   "B",
		"by the endpoint whose version won":    "C",
		"by an endpoint that changed it again": "D",
	} {
		t.Run(name, func(t *testing.T) {
			e := share(t)
			e.create("A", "first")
			for _, by := range []string{"B", "C"} {
				e.read(by, "A")
				e.change(by, by)
				e.change(by, by+"2")
			}
			e.read(settler, "A", "B", "C")
			e.change(settler, "settled", "B2")
			e.change(settler, "settled again")
			base := lineage.Find(e.versions("settled again", "B2"), e.archive)
			if !base.Known() || base.Version.Title() != "first" {
				t.Errorf("the base is %+v, want first", base)
			}
		})
	}
}

// An earlier version beside a later one: they started before both.
func TestAnEarlierVersionBesideALaterOne(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	e.change("A", "third")
	base := lineage.Find(e.versions("third", "second"), e.archive)
	if !base.Known() || base.Version.Title() != "first" {
		t.Errorf("the base is %+v, want first", base)
	}
}

func TestABaseThatNeverCameHere(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	e.read("B", "A")
	e.change("A", "a")
	e.change("B", "b")
	e.read("A", "B")
	expectUnknown(t, e.held["A"].Versions(), e.without("second"), lineage.NeverSeen)
}

func TestVersionsWithNothingInCommon(t *testing.T) {
	a, b := share(t), share(t)
	a.create("A", "a")
	b.create("B", "b")
	shown := []*item.Version{a.version("a"), b.version("b")}
	expectUnknown(t, shown, shown, lineage.Apart)
}

func TestOneVersionHasNoBase(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	expectUnknown(t, e.held["A"].Versions(), e.archive, lineage.NotLooked)
}

func TestAnIdentifierInUseTwice(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	e.read("C", "A")
	e.change("A", "a")
	copied := *e.version("a")
	copied.Content = item.Plain("not a", "first")
	e.read("B", "A")
	e.change("B", "b")
	e.change("A", "a2")
	t.Run("the base came in two versions", func(t *testing.T) {
		expectUnknown(t, e.versions("a2", "b"), append(slices.Clone(e.archive), &copied), lineage.Twice)
	})
	t.Run("the newest updates are named alike", func(t *testing.T) {
		copied.History = slices.Clone(copied.History)
		copied.History[0].When = item.At(minute(50))
		shown := []*item.Version{e.version("a"), &copied}
		expectUnknown(t, shown, append(slices.Clone(e.archive), &copied), lineage.Twice)
	})
}

// A version may be in the archive as several documents wrote it.
func TestOneVersionWrittenInTwoWaysIsOne(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	e.change("A", "a")
	e.change("B", "b")
	e.read("A", "B")
	other := *e.version("first")
	other.Undeleted = true
	other.History = slices.Clone(other.History)
	other.History[0].When = item.ReadWhen("2026-05-03T11:01:00+02:00", minute(1))
	e.expectBase(e.held["A"], append(slices.Clone(e.archive), &other), "first")
}

func TestAHistoryThatWasCut(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	e.read("B", "A")
	e.change("A", "a")
	e.change("B", "b")
	for length := 1; length <= 2; length++ {
		t.Run(fmt.Sprintf("to %d of 3 entries", length), func(t *testing.T) {
			short := *e.version("b")
			short.History = short.History[:length]
			expectUnknown(t, []*item.Version{e.version("a"), &short}, e.archive, lineage.Cut)
		})
	}
}

// A foreign program cuts a history, whose updates are then settled: the count of
// updates no longer shows it, but the base's own history does.
func TestAHistoryThatWasCutBeforeItMetAnother(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	e.read("B", "A")
	e.change("A", "a")
	e.change("B", "b")
	short := *e.version("b")
	short.History = append(slices.Clone(short.History[:2]), item.History{Sequence: 7, By: "C"})
	expectUnknown(t, []*item.Version{e.version("a"), &short}, e.archive, lineage.Cut)
}

func TestAHistoryThatWasCompacted(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	e.change("B", "b")
	for n := range 300 {
		e.change("A", fmt.Sprint("a", n))
	}
	e.read("B", "A")
	if longest := len(e.held["B"].Winner.History); longest != 256 {
		t.Fatalf("%d entries: it was not compacted", longest)
	}
	expectUnknown(t, e.held["B"].Versions(), e.archive, lineage.Cut)
}
