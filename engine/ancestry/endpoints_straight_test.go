package ancestry_test

import (
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

// straight is a set of endpoints that share one item by the rules of SSE 0.91. Every version
// contains the names of all updates that it was made from.
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
	it, err := sse091.Update(e.held[by], rules.Change{Content: item.Plain(name, made(e.held[by].Versions()))}, e.stamp(by))
	e.hold(by, it, err)
}

func (e *straight) read(by string, from ...string) {
	for _, other := range from {
		e.hold(by, sse091.Rules{}.Merge(e.held[by], e.held[other]).Item, nil)
	}
}

// part lets A change the shared item once and B change it twice: A, who reads B's feed, sees
// that b2 wins over a.
func (e *straight) part() {
	e.change("A", "a")
	e.change("B", "b1")
	e.change("B", "b2")
	e.read("A", "B")
}

// base returns the base of the versions that an endpoint has.
func (e *straight) base(by string) ancestry.Base {
	return ancestry.FindStraight(e.held[by].Versions(), e.archive)
}

func (e *straight) expect(by, want string) {
	e.t.Helper()
	if n := len(e.held[by].Conflicts); n == 0 {
		e.t.Fatalf("%s has no conflict", by)
	}
	if got := named(e.base(by)); got != want {
		e.t.Errorf("the base is %s, want %s", got, want)
	}
}

func (e *straight) listing(by string) string {
	text := "held:"
	for _, v := range e.held[by].Versions() {
		text += " " + v.Title()
	}
	for _, v := range e.archive {
		text += fmt.Sprintf("\n%s from %v: %v resolved %v", v.Title(), past(v), v.History, v.Resolved)
	}
	return text
}
