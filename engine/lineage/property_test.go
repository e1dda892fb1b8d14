package lineage_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

// Whatever endpoints do, a base that is found is in the true past of all that is
// shown, and nothing newer is, but where versions met and parted again: then all
// of the newest were made from it.
func TestNoBaseIsGuessed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawn(t)
		for _, by := range slices.Sorted(maps.Keys(e.held)) {
			it, archive := e.held[by], e.seen(t)
			base := lineage.Find(it.Versions(), archive)
			if !base.Known() {
				continue
			}
			if want := e.trueBase(it.Versions()); base.Version.Title() != want {
				t.Fatalf("%s: the base is %s, want %s\n%s", by, base.Version.Title(), want, e.listing(it))
			}
		}
	})
}

// Foreign programs cut histories. That hides bases, and makes no older version one
// where the archive has what they cut: settling such a version can fill up the
// number of entries.
func TestNoBaseIsGuessedWhereHistoriesAreCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawnBy(t, func(e *endpoints, by string) {
			if by == "B" {
				e.cut(by, 1)
			}
		})
		for _, by := range slices.Sorted(maps.Keys(e.held)) {
			it := e.held[by]
			base := lineage.Find(it.Versions(), e.archive)
			if !base.Known() {
				continue
			}
			if want := e.trueBase(it.Versions()); base.Version.Title() != want {
				t.Fatalf("%s: the base is %s, want %s\n%s", by, base.Version.Title(), want, e.listing(it))
			}
		}
	})
}

// With every version in the archive, and histories that name all that a version
// was made from, a base is found wherever there is one.
func TestEveryBaseIsFound(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		e := drawn(t)
		if !e.tellsAll() {
			return
		}
		for _, it := range e.held {
			want := e.trueBase(it.Versions())
			if len(it.Conflicts) == 0 || want == "" {
				continue
			}
			e.t = t
			e.expectBase(it, e.archive, want)
			found++
		}
	})
	if found == 0 {
		t.Error("no conflict was drawn whose histories tell all")
	}
}

// drawn is a mesh of three to five endpoints after some random steps.
func drawn(t *rapid.T) *endpoints { return drawnBy(t, func(*endpoints, string) {}) }

// drawnBy is drawn, where something is done after every change.
func drawnBy(t *rapid.T, after func(e *endpoints, by string)) *endpoints {
	e := share(t)
	count := rapid.IntRange(3, 5).Draw(t, "endpoints")
	name := func() string { return string(rune('A' + rapid.IntRange(0, count-1).Draw(t, "endpoint"))) }
	e.create("A", "0")
	for n := range rapid.IntRange(1, 40).Draw(t, "steps") {
		by := name()
		if e.held[by] != nil && rapid.Bool().Draw(t, "changes") {
			e.change(by, fmt.Sprint(n+1), e.drawSettled(t, by)...)
			after(e, by)
		} else if from := name(); e.held[from] != nil {
			e.read(by, from)
		}
	}
	return e
}

// drawSettled draws conflicts to settle; an endpoint's own are among them, as
// the rules ask.
func (e *endpoints) drawSettled(t *rapid.T, by string) []string {
	var settled []string
	for _, c := range e.held[by].Conflicts {
		if c.Top().By == by || rapid.Bool().Draw(t, "settles") {
			settled = append(settled, c.Title())
		}
	}
	return settled
}

// cut cuts the history of an endpoint's newest version to so many entries.
func (e *endpoints) cut(by string, length int) {
	v := *e.held[by].Winner
	v.History = v.History[:length]
	e.archive[len(e.archive)-1] = &v
	e.held[by] = &item.Item{Winner: &v, Conflicts: e.held[by].Conflicts}
}

// seen is the archive without some versions that never came.
func (e *endpoints) seen(t *rapid.T) []*item.Version {
	if rapid.Bool().Draw(t, "saw all") {
		return e.archive
	}
	return slices.DeleteFunc(slices.Clone(e.archive), func(*item.Version) bool {
		return rapid.IntRange(0, 3).Draw(t, "saw") == 0
	})
}

// trueBase is the name of the base by what the versions say that they were made
// from, or "".
func (e *endpoints) trueBase(of []*item.Version) string {
	newest := e.newestCommon(of)
	switch len(newest) {
	case 0:
		return ""
	case 1:
		return newest[0].Title()
	}
	return e.trueBase(newest)
}

func (e *endpoints) newestCommon(of []*item.Version) []*item.Version {
	var common []*item.Version
	for _, v := range e.archive {
		if !slices.ContainsFunc(of, func(y *item.Version) bool { return !slices.Contains(past(y), v.Title()) }) {
			common = append(common, v)
		}
	}
	return slices.DeleteFunc(slices.Clone(common), func(v *item.Version) bool {
		return slices.ContainsFunc(common, func(y *item.Version) bool { return slices.Contains(past(y), v.Title()) })
	})
}

// tellsAll tells whether no version's history subsumes an update that it does
// not name.
func (e *endpoints) tellsAll() bool {
	for _, y := range e.archive {
		for _, x := range e.archive {
			top := x.Top()
			named, subsumed := false, false
			for _, h := range y.History {
				named = named || h.Same(top)
				subsumed = subsumed || h.By == top.By && h.Sequence >= top.Sequence
			}
			if subsumed && !named {
				return false
			}
		}
	}
	return true
}

func (e *endpoints) listing(it *item.Item) string {
	text := "held:"
	for _, v := range it.Versions() {
		text += " " + v.Title()
	}
	for _, v := range e.archive {
		text += fmt.Sprintf("\n%s from %v: %v", v.Title(), past(v), v.History)
	}
	return text
}
