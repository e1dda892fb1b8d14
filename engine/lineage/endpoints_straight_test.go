package lineage_test

import (
	"slices"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091"
)

// straight are endpoints that share one item by the rules of SSE 0.91.
type straight struct {
	t       rapid.TB
	held    map[string]*item.Item
	archive []*item.Version
	minutes int
}

func newStraight(t rapid.TB) *straight { return &straight{t: t, held: map[string]*item.Item{}} }

func (e *straight) stamp(by string) rules.Stamp {
	e.minutes++
	return rules.Stamp{By: by, When: time.Date(2026, 5, 21, 9, e.minutes, 0, 0, time.UTC)}
}

func (e *straight) hold(by string, it *item.Item, err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
	e.held[by] = it
	for _, v := range it.Versions() {
		if !slices.ContainsFunc(e.archive, v.Same) {
			e.archive = append(e.archive, v)
		}
	}
}

func (e *straight) create(by, name string) {
	it, err := sse091.Rules{}.Create(id, rules.Change{Content: item.Plain(name, "")}, false, e.stamp(by))
	e.hold(by, it, err)
}

func (e *straight) change(by, name string) {
	it, err := sse091.Rules{}.Update(e.held[by], rules.Change{Content: item.Plain(name, "")}, e.stamp(by))
	e.hold(by, it, err)
}

func (e *straight) read(by string, from ...string) {
	for _, other := range from {
		e.hold(by, sse091.Rules{}.Merge(e.held[by], e.held[other]).Item, nil)
	}
}

// part lets A and B change what they share, B twice: A, who reads it, sees that b2 wins
// over a.
func (e *straight) part() {
	e.change("A", "a")
	e.change("B", "b1")
	e.change("B", "b2")
	e.read("A", "B")
}

// base is what the versions that an endpoint holds started from.
func (e *straight) base(by string) lineage.Base {
	return lineage.FindStraight(e.held[by].Versions(), e.archive)
}

func (e *straight) expect(by, want string) {
	e.t.Helper()
	if n := len(e.held[by].Conflicts); n == 0 {
		e.t.Fatalf("%s has no conflict", by)
	}
	if b := e.base(by); !b.Known() || b.Version.Title() != want {
		e.t.Errorf("the base is %+v, want %s", b, want)
	}
}

// past are the versions that one was made from, as histories and settlings name them.
func (e *straight) past(v *item.Version) []*item.Version {
	var all []*item.Version
	for todo := []*item.Version{v}; len(todo) > 0; todo = todo[1:] {
		for _, h := range slices.Concat(todo[0].History[1:], todo[0].Settled) {
			for _, w := range e.archive {
				if w.Top().Same(h) && !slices.Contains(all, w) {
					all, todo = append(all, w), append(todo, w)
				}
			}
		}
	}
	return all
}
