package ancestry_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
)

// Whatever endpoints do, and whatever part of it was received: the base is the one in the true
// graph. It is only unknown if a common ancestor, or a version made since, is missing from the
// archive.
func TestTheBaseIsTheTrueOne(t *testing.T) {
	found := map[string]int{}
	testsize.Often(func() {
		rapid.Check(t, func(t *rapid.T) {
			e := drawn(t)
			for _, by := range slices.Sorted(maps.Keys(e.held)) {
				shown, archive := e.held[by].Versions(), e.seen(t)
				if len(shown) < 2 {
					continue
				}
				have := append(slices.Clone(archive), shown...)
				got := ancestry.Find(shown, archive)
				if !e.isTrue(got, shown, have) {
					t.Fatalf("%s: the base is %s, want %s\n%s", by, named(got), trueBase(shown, e.archive, have), e.listing(e.held[by]))
				}
				found[kindOf(got)]++
			}
		})
	})
	expectAll(t, found, "known", "merged", "never seen")
}

// isTrue reports whether a base is the true one, as far as the received versions can tell.
func (e *endpoints) isTrue(got ancestry.Base, shown, have []*item.Version) bool {
	want, newest := trueBase(shown, e.archive, have), newestCommon(shown, e.archive)
	switch {
	case got.Unknown == ancestry.NeverSeen:
		missing := e.updates(got.Missing)
		received := slices.ContainsFunc(have, func(v *item.Version) bool { return slices.ContainsFunc(missing, v.Same) })
		return len(missing) > 0 && !received && (strings.HasPrefix(want, "unknown: never seen") || e.inDoubt(missing, shown, have))
	case got.Merged() && !got.CrissCross():
		return within(want, got) && e.inDoubt(e.versions(strings.Split(ancestors(named(got)), "+")...), shown, have)
	case ancestors(named(got)) != ancestors(want):
		return false
	case got.From != nil:
		return e.isTrue(*got.From, newest, have)
	case got.Merged():
		return e.isTrue(ancestry.Base{Unknown: ancestry.NeverSeen, Missing: got.Missing}, newest, have)
	}
	return got.Known()
}

// inDoubt reports whether it is unknown which of some versions are the newest common
// ancestors: a version that is not older than all of them was never received, and may have
// been made from one of them.
func (e *endpoints) inDoubt(of, shown, have []*item.Version) bool {
	return slices.ContainsFunc(e.archive, func(v *item.Version) bool {
		from := func(y *item.Version) bool { return slices.Contains(past(y), v.Title()) }
		other := func(y *item.Version) bool { return !from(y) && !y.Same(v) }
		return !slices.ContainsFunc(have, v.Same) && slices.ContainsFunc(shown, from) && slices.ContainsFunc(of, other)
	})
}

// within reports whether the ancestors of the wanted base are among those of another.
func within(want string, b ancestry.Base) bool {
	all := strings.Split(ancestors(named(b)), "+")
	return !slices.ContainsFunc(strings.Split(ancestors(want), "+"), func(v string) bool { return !slices.Contains(all, v) })
}

// By the letter of SSE 0.93 §3.4, endpoints do not name their own version when they resolve
// it, and do not include it when they edit. Any common ancestor found is nevertheless a true
// one.
func TestEveryBaseIsACommonAncestorWhereEndpointsGoByTheLetter(t *testing.T) {
	found := map[string]int{}
	testsize.Often(func() {
		rapid.Check(t, func(t *rapid.T) {
			e := share(t)
			e.letter = true
			e.run(t, func(*endpoints, string) {})
			for _, by := range slices.Sorted(maps.Keys(e.held)) {
				shown := e.held[by].Versions()
				if len(shown) < 2 {
					continue
				}
				got := ancestry.Find(shown, e.archive)
				found[kindOf(got)]++
				for _, name := range strings.Split(ancestors(named(got)), "+") {
					for _, v := range shown {
						if !slices.Contains(past(v), name) {
							t.Fatalf("%s: %s was not made from %s\n%s", by, v.Title(), name, e.listing(e.held[by]))
						}
					}
				}
			}
		})
	})
	expectAll(t, found, "known", "merged")
}

// updates returns the versions of updates.
func (e *endpoints) updates(of []item.History) (all []*item.Version) {
	for _, v := range e.archive {
		if slices.ContainsFunc(of, v.Top().Same) {
			all = append(all, v)
		}
	}
	return all
}

// anyPast reports whether one of several versions was made from another of them.
func anyPast(of []*item.Version) bool {
	return slices.ContainsFunc(of, func(v *item.Version) bool {
		return slices.ContainsFunc(of, func(o *item.Version) bool { return slices.Contains(past(o), v.Title()) })
	})
}

// Foreign programs cut histories. That hides bases, but never makes an older version the base:
// resolving such a version may make up for the number of entries.
func TestNoBaseIsWrongWhereHistoriesAreCut(t *testing.T) {
	found := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		e := drawnBy(t, func(e *endpoints, by string) {
			if by == "B" {
				e.cut(by, 1)
			}
		})
		for _, by := range slices.Sorted(maps.Keys(e.held)) {
			shown := e.held[by].Versions()
			if len(shown) < 2 {
				continue
			}
			got := ancestry.Find(shown, e.archive)
			found[kindOf(got)]++
			want := trueBase(shown, e.archive, e.archive)
			sure := got.Known() || got.From != nil
			if got.Found() && ancestors(named(got)) != ancestors(want) && (sure || !within(want, got)) {
				t.Fatalf("%s: the base is %s, want %s\n%s", by, named(got), want, e.listing(e.held[by]))
			}
		}
	})
	expectAll(t, found, "known", "cut")
}

// ancestors returns a base's description without the ancestors' own base.
func ancestors(name string) string {
	name, _, _ = strings.Cut(name, " from ")
	name, _, _ = strings.Cut(name, " without ")
	return strings.Trim(name, "()")
}

// kindOf returns the kind of a base, for counting.
func kindOf(b ancestry.Base) string {
	switch {
	case b.Known():
		return "known"
	case b.From != nil && b.From.Merged():
		return "merged twice"
	case b.From != nil:
		return "merged"
	case b.Merged():
		return "unsure"
	}
	return reasons[b.Unknown]
}

// expectAll checks that each kind of base was found; a short run draws too few.
func expectAll(t *testing.T, found map[string]int, kinds ...string) {
	t.Helper()
	if testing.Short() {
		return
	}
	for _, kind := range kinds {
		if found[kind] == 0 {
			t.Errorf("nothing was %s: %v", kind, found)
		}
	}
}

// drawn returns a mesh of two to five endpoints after some random steps.
func drawn(t *rapid.T) *endpoints { return drawnBy(t, func(*endpoints, string) {}) }

// drawnBy is drawn with a function called after every change.
func drawnBy(t *rapid.T, after func(e *endpoints, by string)) *endpoints {
	e := share(t)
	e.run(t, after)
	return e
}

func (e *endpoints) run(t *rapid.T, after func(e *endpoints, by string)) {
	count := rapid.IntRange(2, 5).Draw(t, "endpoints")
	steps := rapid.IntRange(1, 60).Draw(t, "steps")
	// rapid prefers small numbers, and thus endpoints that never meet.
	draw := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	name := func() string { return string(rune('A' + draw.IntN(count))) }
	e.create("A", "0")
	for n := range steps {
		by := name()
		before := e.held[by]
		if from := name(); before == nil || draw.IntN(2) == 0 {
			if e.held[from] != nil {
				e.read(by, from)
			}
			continue
		}
		e.change(by, fmt.Sprint(n+1), e.drawResolved(draw, by)...)
		if draw.IntN(8) == 0 {
			e.undone = append(e.undone, e.held[by].Winner)
			e.held[by] = before
			continue
		}
		after(e, by)
	}
}

// drawResolved draws conflicts to resolve, including those of the endpoint itself, as the
// rules require.
func (e *endpoints) drawResolved(draw *rand.Rand, by string) []string {
	var resolved []string
	for _, c := range e.held[by].Conflicts {
		if !e.letter && c.Top().By == by || draw.IntN(2) == 0 {
			resolved = append(resolved, c.Title())
		}
	}
	return resolved
}

// cut cuts the history of an endpoint's newest version to that many entries.
func (e *endpoints) cut(by string, length int) {
	v := *e.held[by].Winner
	v.History = v.History[:length]
	e.archive[len(e.archive)-1] = &v
	e.held[by] = &item.Item{Winner: &v, Conflicts: e.held[by].Conflicts}
}

// seen returns the archive without some versions that were never received.
func (e *endpoints) seen(t *rapid.T) []*item.Version {
	draw := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seen"), 0))
	all := draw.IntN(2) == 0
	return slices.DeleteFunc(slices.Clone(e.archive), func(*item.Version) bool { return !all && draw.IntN(6) == 0 })
}

// trueBase returns the base of versions in the notation of named, according to the true
// ancestry, where only the versions in have were received.
func trueBase(of, all, have []*item.Version) string {
	newest := newestCommon(of, all)
	if len(newest) == 0 {
		return "unknown: apart"
	}
	var names []string
	var missing []string
	for _, v := range newest {
		names = append(names, v.Title())
		if !slices.ContainsFunc(have, v.Same) {
			missing = append(missing, fmt.Sprintf(" without %d@%s", v.Top().Sequence, v.Top().By))
		}
	}
	slices.Sort(names)
	switch {
	case len(missing) > 0:
		return "unknown: never seen" + sorted(missing)
	case len(names) == 1:
		return names[0]
	}
	text := "(" + strings.Join(names, "+")
	if from := trueBase(newest, all, have); strings.HasPrefix(from, "unknown: ") {
		_, without, _ := strings.Cut(strings.TrimPrefix(from, "unknown: "), " without")
		if without != "" {
			text += " without" + without
		}
	} else {
		text += " from " + from
	}
	return text + ")"
}

func sorted(texts []string) string {
	slices.Sort(texts)
	return strings.Join(texts, "")
}

func newestCommon(of, all []*item.Version) []*item.Version {
	var common []*item.Version
	for _, v := range all {
		if !slices.ContainsFunc(of, func(y *item.Version) bool { return !slices.Contains(past(y), v.Title()) }) {
			common = append(common, v)
		}
	}
	return slices.DeleteFunc(slices.Clone(common), func(v *item.Version) bool {
		return slices.ContainsFunc(common, func(y *item.Version) bool { return slices.Contains(past(y), v.Title()) })
	})
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
