package ancestry_test

import (
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/feedsync"
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
	e.change("A", "a") // made from b, which C never received
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
	e.change("A", "resolved", "C") // D won; B remains open
	e.expectBase(e.held["A"], e.archive, "first")
}

// crissCross returns a conflict between two resolutions of the same conflict: D and E resolved
// the changes of B and C to A's first version.
func crissCross(t testing.TB) *endpoints {
	e := share(t)
	e.create("A", "first")
	for _, by := range []string{"B", "C"} {
		e.read(by, "A")
		e.change(by, by)
	}
	for _, by := range []string{"D", "E"} {
		e.read(by, "B", "C")
		e.change(by, "resolved by "+by, "B")
	}
	e.read("D", "E")
	return e
}

func TestTwoResolutionsOfOneConflictHaveAMergedOriginal(t *testing.T) {
	e := crissCross(t)
	if len(e.held["D"].Conflicts) != 1 {
		t.Fatal("two different resolutions are no conflict")
	}
	e.expectBase(e.held["D"], e.archive, "(B+C from first)")
}

// Both resolve their own conflict: each has the other's version as the winner or a conflict,
// and its own version under a newer entry of its own.
func TestTwoThatResolveTheirOwnConflictHaveAMergedOriginal(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	e.change("A", "a")
	e.change("B", "b")
	a := e.held["A"]
	e.read("A", "B")
	e.held["B"] = feedsync.Merge(e.held["B"], a).Item
	e.change("A", "by A", "a")
	e.change("B", "by B", "a")
	e.read("A", "B")
	e.expectBase(e.held["A"], e.archive, "(a+b from first)")
}

func TestThreeResolutionsOfOneConflictHaveAMergedOriginal(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	all := []string{"A", "B", "C"}
	for _, by := range all[1:] {
		e.read(by, "A")
	}
	for _, by := range all {
		e.change(by, by)
	}
	held := map[string]*item.Item{"A": e.held["A"], "B": e.held["B"], "C": e.held["C"]}
	for _, by := range all {
		for _, from := range all {
			e.held[by] = feedsync.Merge(e.held[by], held[from]).Item
		}
	}
	for _, by := range all {
		e.change(by, "by "+by, "A", "B") // C wins
	}
	e.read("A", "B", "C")
	if len(e.held["A"].Conflicts) != 2 {
		t.Fatal("three different resolutions are no conflict")
	}
	e.expectBase(e.held["A"], e.archive, "(A+B+C from first)")
}

// The original of a merged original is found in the same way.
func TestResolutionsOfResolutionsHaveAMergedOriginal(t *testing.T) {
	e := crissCross(t)
	other := e.held["E"]
	e.held["E"] = feedsync.Merge(other, e.held["D"]).Item
	for _, by := range []string{"D", "E"} {
		e.change(by, "again by "+by, "resolved by D")
	}
	e.read("D", "E")
	e.expectBase(e.held["D"], e.archive, "(resolved by D+resolved by E from (B+C from first))")
}

// If a common ancestor is missing, the page has to name it.
func TestAMergedOriginalOfWhichAVersionIsMissingIsNotKnown(t *testing.T) {
	e := crissCross(t)
	e.expectBase(e.held["D"], e.without("C"), "unknown: never seen without 2@C")
	e.expectBase(e.held["D"], e.without("B", "C"), "unknown: never seen without 2@B without 2@C")
}

// Where both ancestors agree, they are the original, whatever they were made from.
func TestAMergedOriginalWhoseOwnOriginalIsMissingIsKnownWhereItsAncestorsAgree(t *testing.T) {
	e := crissCross(t)
	e.expectBase(e.held["D"], e.without("first"), "(B+C without 1@A)")
}

// D resolved a2, whose version is missing, so it is unknown whether a is an ancestor of that
// resolution. E and F nevertheless resolved the versions of C and D.
func TestAMergedOriginalIsKnownWhereOnlyItsOwnOriginalIsInDoubt(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	for _, name := range []string{"b1", "b2", "b3"} {
		e.change("B", name)
	}
	e.change("A", "a")
	e.read("C", "A", "B")
	e.change("A", "a2")
	e.read("D", "A", "B")
	e.change("C", "by C", "a")
	e.change("D", "by D", "a2")
	for _, by := range []string{"E", "F"} {
		e.read(by, "C", "D")
		e.change(by, "by "+by, "by C")
	}
	e.read("E", "F")
	e.expectBase(e.held["E"], e.archive, "(by C+by D from (a+b3 from first))")
	e.expectBase(e.held["E"], e.without("a2"), "(by C+by D from (a+b3))")
	e.expectBase(e.held["E"], e.without("a2", "b3"), "(by C+by D without 4@B)")
}

// D resolved a2, whose version is missing, so a1 may be an ancestor of that resolution. If b3
// is missing, too, c may have been made from the version that C undid, and thus from a1. Only
// if both were true, c alone would be the original.
func TestAnAncestorThatMayBeOlderThanAnotherIsNotLeftOut(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	for _, name := range []string{"b1", "b2", "b3"} {
		e.change("B", name)
	}
	e.change("A", "a1")
	e.read("C", "A", "B")
	before := e.held["C"]
	e.change("C", "undone", "a1")
	e.held["C"] = before
	e.change("C", "c")
	e.change("A", "a2")
	e.read("D", "A")
	e.held["D"] = feedsync.Merge(e.held["D"], &item.Item{Winner: e.version("c")}).Item
	e.change("D", "by D", "a2")
	e.change("C", "by C", "a1")
	e.read("C", "D")
	e.expectBase(e.held["C"], e.archive, "(a1+c from first)")
	e.expectBase(e.held["C"], e.without("a2"), "(a1+c)")
	e.expectBase(e.held["C"], e.without("a2", "b3"), "(a1+c)")
}

// An endpoint that resolves its own version names it in the history. So the version is an
// ancestor both of the resolution and of what another endpoint made from it in the meantime.
func TestAnOwnVersionThatWasResolvedIsAnAncestor(t *testing.T) {
	e := ownResolved(t)
	e.expectBase(e.held["A"], e.archive, "a")
}

// ownResolved returns a conflict between a resolution of A's own version "a" and a version
// that C made from "a".
func ownResolved(t testing.TB) *endpoints {
	e := share(t)
	e.create("X", "first")
	e.read("A", "X")
	e.read("B", "X")
	e.change("A", "a")
	e.change("B", "b")
	e.read("C", "A")
	e.change("C", "c") // made from a
	e.read("A", "B")
	e.change("A", "resolved", "a")
	e.read("A", "C")
	return e
}

// By the letter of SSE 0.93 §3.4, neither the own version nor one that an edit left open is
// named. The common ancestor of both is found in either case.
func TestAnOwnVersionThatIsNotNamedIsNoAncestor(t *testing.T) {
	e := ownResolved(t)
	shown := e.held["A"].Versions()
	for i, v := range shown {
		letter := *v
		letter.History = slices.DeleteFunc(slices.Clone(v.History), func(h item.History) bool {
			return v.Title() == "resolved" && h.Same(e.version("a").Top())
		})
		shown[i] = &letter
	}
	e.expectBaseOf(shown, e.without("resolved"), "first")
}

// B leaves C's version open, which was made from B's own. B's next update subsumes its own
// version, but was not made from it.
func TestAnOwnVersionThatAnotherWentOnFromIsNoAncestorOfWhatLeftThatOpen(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	e.change("B", "b")
	e.read("C", "B")
	e.change("C", "c")
	e.change("A", "a1")
	e.change("A", "a2")
	e.change("A", "a3")
	e.read("B", "A", "C") // a3 wins, and c is open
	e.change("B", "from a3")
	e.expectBase(e.held["B"], e.archive, "first")
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
	if base := ancestry.Find(e.held["A"].Versions(), e.archive); base.Known() && !base.Version.Deleted {
		t.Error("it is not deleted")
	}
}

// Resolved versions are reopened next to their resolution: the original is theirs, not what
// the resolution took from them.
func TestAResolutionThatIsLookedAtAgain(t *testing.T) {
	for name, resolver := range map[string]string{
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
			e.read(resolver, "A", "B", "C")
			e.change(resolver, "resolved", "B2")
			e.change(resolver, "resolved again")
			e.expectBaseOf(e.versions("resolved again", "B2"), e.archive, "first")
		})
	}
}

// The original of a version and an earlier one is older than both.
func TestAnEarlierVersionBesideALaterOne(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	e.change("A", "third")
	e.expectBaseOf(e.versions("third", "second"), e.archive, "first")
}

func TestABaseThatNeverCameHere(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	e.read("B", "A")
	e.change("A", "a")
	e.change("B", "b")
	e.read("A", "B")
	e.expectBase(e.held["A"], e.without("second"), "unknown: never seen without 2@A")
}

func TestVersionsWithNothingInCommon(t *testing.T) {
	a, b := share(t), share(t)
	a.create("A", "a")
	b.create("B", "b")
	shown := []*item.Version{a.version("a"), b.version("b")}
	a.expectBaseOf(shown, shown, "unknown: apart")
}

func TestOneVersionHasNoBase(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	e.expectBase(e.held["A"], e.archive, "unknown: not looked")
}

func TestAnIdentifierInUseTwice(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.read("B", "A")
	e.read("C", "A")
	e.change("A", "a")
	copied := *e.version("a")
	copied.Content = item.Plain("not a", "first")
	altered := copied
	copied.Digest = copied.Content.Digest()
	e.read("B", "A")
	e.change("B", "b")
	e.change("A", "a2")
	t.Run("a program altered the base on the way", func(t *testing.T) {
		e.expectBaseOf(e.versions("a2", "b"), append(slices.Clone(e.archive), &altered), "a")
	})
	t.Run("the base was received with two contents", func(t *testing.T) {
		e.expectBaseOf(e.versions("a2", "b"), append(slices.Clone(e.archive), &copied), "(a+not a)")
	})
	t.Run("both versions have one number", func(t *testing.T) {
		copied.History = slices.Clone(copied.History)
		copied.History[0].When = item.At(minute(50))
		shown := []*item.Version{e.version("a"), &copied}
		e.expectBaseOf(shown, append(slices.Clone(e.archive), &copied), "first")
	})
}

// The archive may have a version as several documents wrote it.
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
	short := *e.version("b")
	short.History = short.History[:1]
	shown := []*item.Version{e.version("a"), &short}
	e.expectBaseOf(shown, e.without("b"), "unknown: cut without 3@B")
	e.expectBaseOf(shown, e.archive, "second") // which has the whole history
	short.History = e.version("b").History[:2]
	e.expectBaseOf(shown, e.without("b"), "second") // whose history has the rest
}

// A foreign program cut the history of a version that an endpoint then updated while resolving
// another one: the number of entries no longer reveals the cut.
func TestAHistoryThatWasCutBeforeItsVersionWasUpdated(t *testing.T) {
	e := share(t)
	e.create("A", "first")
	e.change("A", "second")
	e.read("B", "A")
	e.change("A", "a")
	e.change("B", "b")
	e.cut("B", 1)
	e.read("C", "B")
	e.change("C", "c1")
	next := *e.version("c1")
	next.History = append(slices.Clone(next.History), item.History{Sequence: 7, By: "D"}, item.History{Sequence: 7, By: "E"})
	e.expectBaseOf([]*item.Version{e.version("a"), &next}, append(e.without("c1"), &next), "unknown: cut without 3@B")
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
	e.expectBase(e.held["B"], e.archive, "first")
}

// Compacting also drops the name of an own version that was resolved. If the resolution was
// never received, it is unknown whether that version is an ancestor.
func TestAnOwnVersionThatWasCompactedAwayMayBeAnAncestor(t *testing.T) {
	e := ownResolved(t)
	e.held["A"] = &item.Item{Winner: e.version("resolved")}
	for n := range 300 {
		e.change("A", fmt.Sprint("a", n))
	}
	e.read("A", "C")
	v := e.held["A"].Winner
	if slices.ContainsFunc(v.History, e.version("a").Top().Same) {
		t.Fatal("it was not compacted away")
	}
	e.expectBase(e.held["A"], e.archive, "a")
	archive := append(e.versions("first", "a", "b", "c"), v) // received elsewhere
	e.expectBase(e.held["A"], archive, "(a+first)")
}
